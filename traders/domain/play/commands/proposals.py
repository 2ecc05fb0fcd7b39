"""Proposals and votes: what the table may agree on, and in what time (PR-SEAT-03, PR-BACKUP-05,
PR-SEAT-12).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Min

from traders.domain.deadlines import deadline_changes
from traders.domain.deadlines.absence import is_absent
from traders.domain.history import declared_end, record
from traders.domain.history.declared_end import Ending
from traders.domain.letters.plain_text import when, zone_of
from traders.domain.people import quotas
from traders.domain.play import pausing
from traders.domain.play.commands import confirming
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.session import GameSession, open_session
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract import Over
from traders.engines.kernel.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.models import Ballot, DeadlineKind, Game, Kind, Proposal, Source
from traders.models import Seat as Place

_READ = (
    ("draw", "draw", r"(?:a )?draw"),
    ("concession", "concession to <seat>", r"(?:a )?concession to (?P<seat>.+)"),
    ("end", "end", r"(?:an? )?end"),
    ("pause", "pause", r"(?:a )?pause"),
    ("back up", "back up to <n>", r"back ?up to (?P<number>\d{1,7})"),
    ("time", "<n>h more for <seat>", r"(?P<hours>\d{1,4}) ?h more for (?P<seat>.+)"),
)
"""Each kind of proposal, its form, and what is read as it."""
FORMS = tuple(form for _, form, _ in _READ)
ENDS = (Ending.DRAW, Ending.CONCESSION, Ending.END)
"""What ends the game."""
SAID_TWICE = ("draw", "end", "pause")
"""What is asked back before it counts (PR-SEAT-06)."""


def propose(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`propose <proposal>`: before the table at once, or when its seat has confirmed it
    (PR-SEAT-06).
    """
    kind, data = _read(session, rest)
    _possible(session, kind, data)
    quotas.proposal(session.place(seat), session.now)
    if kind in SAID_TWICE:
        return confirming.ask(
            session,
            seat,
            raw,
            f"propose {rest}",
            f"propose {in_words(Proposal(kind=kind, data=data))}",
        )
    return _put(session, seat, rest, raw)


def _put(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """Put a proposal before the table; the proposer's own vote is yes."""
    kind, data = _read(session, rest)
    _possible(session, kind, data)
    number = Proposal.objects.filter(game=session.game).count() + 1
    made = Proposal.objects.create(
        game=session.game, number=number, seat=seat, kind=kind, data=data, made=session.now
    )
    for place in session.seats:
        if place.colour != seat:
            session.change_set.own_notices.setdefault(place.colour, []).append(
                f"Proposal {number}, by {named(seat)}: {in_words(made)}. Answer: vote yes "
                f"{number}, or vote no {number}"
            )
    _vote(session, seat, made, True)
    said = f"Proposed as number {number}: {in_words(made)}. Your vote is yes."
    if made.settled is None:
        said += f" {_wait_for_votes(session, seat, made)}"
    return Line(raw, "noted", said)


def _wait_for_votes(session: GameSession, seat: Seat, proposal: Proposal) -> str:
    """The proposal waits; who is asked is told until when, and in the sentence who made it."""
    half, lapses = _times(session, proposal)
    _look_again(session, proposal, half)
    for place in _asked(session, proposal):
        if place.colour != seat:
            session.change_set.own_notices.setdefault(place.colour, []).append(
                f"If you do nothing, proposal {proposal.number} lapses on "
                f"{_hour(session, place, lapses)}."
            )
    return f"It lapses on {_hour(session, session.place(seat), lapses)} unless all agree."


def _asked(session: GameSession, proposal: Proposal) -> list[Place]:
    """Whose vote counts, and who made the proposal."""
    return _asked_of(session.game, session.seats, _playing(session), proposal)


def _asked_of(
    game: Game, places: Collection[Place], playing: Collection[Seat], proposal: Proposal
) -> list[Place]:
    asked = {*_voters_of(game, places, playing), proposal.seat}
    return [place for place in places if place.colour in asked]


def _times(session: GameSession, proposal: Proposal) -> tuple[datetime, datetime]:
    """When who has not voted is reminded, and when the proposal lapses (PR-SEAT-12)."""
    asked = _asked(session, proposal)
    half, whole = (_after(session.game, asked, proposal, session.now, p) for p in (0.5, 1))
    return half, whole


def lapses(
    game: Game,
    places: Collection[Place],
    playing: Collection[Seat],
    proposal: Proposal,
    now: datetime,
) -> datetime:
    """When the proposal lapses unless all agree (PR-SEAT-12)."""
    return _after(game, _asked_of(game, places, playing, proposal), proposal, now, 1)


def _after(
    game: Game, asked: Collection[Place], proposal: Proposal, now: datetime, part: float
) -> datetime:
    """When that part of its time is over, counted from when the time was first set."""
    rows = game.deadlines.filter(kind=DeadlineKind.VOTE, key=str(proposal.number))
    since = rows.aggregate(since=Min("set_at"))["since"] or now
    return deadline_changes.turn_of_each(game, asked, since, part)


def _has_time(session: GameSession, proposal: Proposal) -> None:
    """The proposal waits: one from before proposals lapsed is given its time now (PR-SEAT-12)."""
    rows = session.game.deadlines.filter(kind=DeadlineKind.VOTE, key=str(proposal.number))
    if not rows.exists():
        half, _ = _times(session, proposal)
        _look_again(session, proposal, half)


def _look_again(session: GameSession, proposal: Proposal, due: datetime) -> None:
    """The proposal is looked at again then (PR-SEAT-12)."""
    key = str(proposal.number)
    deadline_changes.due_then(session.game, DeadlineKind.VOTE, key, due, session.now)


def _hour(session: GameSession, place: Place, moment: datetime) -> str:
    return when(moment, session.now, zone_of(place.player.zone if place.player else "UTC"))


def fall_due(game_id: int, number: int, at: datetime) -> None:
    """The time of a vote is over, or half of it (PR-SEAT-12)."""
    with open_session(game_id, at) as session:
        running = Proposal.objects.filter(game=session.game, number=number, settled=None)
        proposal = running.first()
        if proposal is None:
            return
        _, lapses = _times(session, proposal)  # who is away has longer
        if session.now < lapses:
            _remind(session, proposal, lapses)
            _look_again(session, proposal, lapses)
            return
        proposal.settled, proposal.outcome = session.now, "lapsed"
        proposal.save()
        session.change_set.at_once = True
        session.change_set.notices.append(
            f"Proposal {number} has lapsed: {in_words(proposal)}. Not all agreed in time; it may "
            "be proposed again."
        )


def _remind(session: GameSession, proposal: Proposal, lapses: datetime) -> None:
    """Remind who has not voted, and tell nobody else."""
    voted = Ballot.objects.filter(proposal=proposal).values_list("seat", flat=True)
    waited_for = _voters(session).difference(voted)
    for place in session.seats:
        if place.colour in waited_for:
            number, hour = proposal.number, _hour(session, place, lapses)
            session.change_set.own_notices[place.colour] = [
                f"Proposal {number} waits for your vote: {in_words(proposal)}. Answer: vote yes "
                f"{number}, or vote no {number}. If you do nothing, it lapses on {hour}."
            ]


def vote(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`vote yes|no [<n>]`: on the latest proposal unless numbered; it may be changed until all have
    agreed.
    """
    match = re.fullmatch(r"(yes|no)(?: (\d{1,4}))?", rest)
    if match is None:
        raise Refusal(
            "Vote as in: vote yes, or: vote no 2",
            kind="unreadable",
            instead=["vote yes", "vote no"],
        )
    running = Proposal.objects.filter(game=session.game, settled=None).order_by("-number")
    proposal = running.filter(number=int(match[2])).first() if match[2] else running.first()
    if proposal is None:
        raise Refusal(
            "No such proposal is before the table.",
            "PR-SEAT-03",
            instead=[f"vote yes {p.number}" for p in running[:5]],
        )
    _vote(session, seat, proposal, match[1] == "yes")
    if proposal.settled is None:
        _has_time(session, proposal)
    what_then = "All agree." if proposal.settled else "It is secret until the vote passes."
    return Line(
        raw,
        "noted",
        f"Your vote on proposal {proposal.number} ({in_words(proposal)}) is {match[1]}. "
        f"{what_then}",
    )


def in_words(proposal: Proposal) -> str:
    """A proposal as letters tell it."""
    data = proposal.data
    whom = named(data.get("seat", ""))
    return {
        "draw": "a draw",
        "concession": f"a concession to {whom}",
        "end": "to end the game without a winner",
        "pause": "to stop the clocks, or to start them again",
        "back up": f"to back up to move {data.get('number')}",
        "time": f"{data.get('hours')} hours more for {whom}",
    }[proposal.kind]


def _read(session: GameSession, rest: str) -> tuple[str, dict[str, Any]]:
    for kind, _, pattern in _READ:
        match = re.fullmatch(pattern, rest)
        if match:
            named = match.groupdict()
            seat = {"seat": session.table.seat_named(named.pop("seat"))} if "seat" in named else {}
            return kind, {**{name: int(value) for name, value in named.items()}, **seat}
    raise Refusal(
        f"Propose one of: {', '.join(FORMS)}.",
        kind="unreadable",
        instead=[f"propose {form}" for form in FORMS],
    )


def _possible(session: GameSession, kind: str, data: dict[str, Any]) -> None:
    if session.game.stayed and kind in ("pause", "back up"):
        raise Refusal(
            "A claim has stopped the game; until it is ruled on its clocks and its history stay "
            "as they are.",
            "PR-CLAIM-03",
        )
    if kind == "pause" and (until := deadline_changes.paused_until(session.game)):
        raise Refusal(
            f"The organizer has paused the game until {until:%H:%M UTC on %-d %B}, and alone lets "
            "it go on before.",
            "PR-SEAT-03",
        )
    if kind in ENDS and len(_voters(session)) < 2:
        raise Refusal(
            "Nobody else is left who could vote: the game ends as its own rules say.", "PR-SEAT-03"
        )
    if "seat" in data and data["seat"] not in _playing(session):
        raise Refusal(f"There is no seat '{data['seat']}' in this game.", kind="unreadable")
    if kind == "back up" and not record.in_play(session.game, data["number"]):
        raise Refusal(f"Move {data['number']} is not in play.", "PR-BACKUP-05")
    if kind == "time" and not 1 <= data["hours"] <= 24 * 28:
        raise Refusal("Between 1 and 672 hours can be given.", "PR-REMEDY-06")


def _voters(session: GameSession) -> set[Seat]:
    """Seats still in the game whose votes are waited for."""
    return _voters_of(session.game, session.seats, _playing(session))


def _voters_of(game: Game, places: Collection[Place], playing: Collection[Seat]) -> set[Seat]:
    """Of the seats still in the game those whose votes are waited for: bots have no say, absent and
    left seats do not count (PR-SEAT-05).
    """
    return {
        place.colour
        for place in places
        if place.colour in playing and not place.bot and not is_absent(place, game)
    }


def _vote(session: GameSession, seat: Seat, proposal: Proposal, yes: bool) -> None:
    # a vote that is refused, since what it would carry out is not possible, is not kept
    with transaction.atomic():
        Ballot.objects.update_or_create(proposal=proposal, seat=seat, defaults={"yes": yes})
        if _all_agree(session, proposal):
            _carry_out(session, proposal)


def _all_agree(session: GameSession, proposal: Proposal) -> bool:
    voters = _voters(session)
    agreed = set(Ballot.objects.filter(proposal=proposal, yes=True).values_list("seat", flat=True))
    return bool(voters) and voters <= agreed


def _carry_out(session: GameSession, proposal: Proposal) -> None:
    _possible(session, proposal.kind, proposal.data)
    proposal.settled, proposal.outcome = session.now, "passed"
    proposal.save()
    key = str(proposal.number)
    deadline_changes.due_no_more(session.game, DeadlineKind.VOTE, [key], session.now)
    session.change_set.notices.append(
        f"Proposal {proposal.number} has passed: {in_words(proposal)}."
    )
    _CARRY_OUT[proposal.kind](session, proposal)


def settle(session: GameSession) -> None:
    """Carry out what all agree on who still count: a seat that was waited for was left, or is
    absent (PR-SEAT-05).
    """
    for proposal in Proposal.objects.filter(game=session.game, settled=None).order_by("number"):
        if isinstance(session.table.pending(), Over):
            return
        if _all_agree(session, proposal):
            # it cannot be carried out as things stand, and stays before the table
            with suppress(Refusal):
                _carry_out(session, proposal)
        if proposal.settled is None:
            _has_time(session, proposal)


def _playing(session: GameSession) -> tuple[Seat, ...]:
    """Seats still in the game; absent ones too."""
    return session.engine.seats_in_order(session.table.state)


def _end(session: GameSession, proposal: Proposal) -> None:
    winners = (
        [proposal.data["seat"]]
        if proposal.kind == "concession"
        else sorted(_playing(session))
        if proposal.kind == "draw"
        else []
    )
    session.enter(Kind.END, Source.VOTE, {"text": in_words(proposal), "winners": winners})
    session.table.agreed = declared_end.ended(proposal.kind, winners)


def _pause(session: GameSession, proposal: Proposal) -> None:
    (pausing.stand if pausing.by_table(session.game) else pausing.run)(session)


def _back_up(session: GameSession, proposal: Proposal) -> None:
    session.back_up(proposal.data["number"], "the table agreed", Source.VOTE)


def _time(session: GameSession, proposal: Proposal) -> None:
    deadline_changes.give(
        session.game, proposal.data["seat"], timedelta(hours=proposal.data["hours"])
    )


_CARRY_OUT: dict[str, Callable[[GameSession, Proposal], None]] = {
    "draw": _end,
    "concession": _end,
    "end": _end,
    "pause": _pause,
    "back up": _back_up,
    "time": _time,
}

COMMANDS = (
    Command(
        prefix="propose ",
        group=Group.VOTES,
        forms=tuple(f"propose {form}" for form in FORMS),
        when=When.ANY,
        help="Put a proposal before the table; your own vote is yes.",
        example="propose draw",
        brief="or `end`, `pause`, `back up to 12` …",
        rule="PR-SEAT-03",
        deed=propose,
        grave=True,
        confirmed=_put,
    ),
    Command(
        prefix="vote ",
        group=Group.VOTES,
        forms=("vote yes|no [<n>]",),
        when=When.ANY,
        help="Vote on a proposal: the latest, or that number.",
        example="vote yes 1",
        brief="or `vote no 1`",
        rule="PR-SEAT-03",
        deed=vote,
    ),
)
