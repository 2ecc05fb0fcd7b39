"""Proposals and votes: what the table may agree on, and in what time (PR-SEAT-03, PR-BACKUP-05,
PR-SEAT-12).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction

from traders.domain.calendar import clock
from traders.domain.deadlines import deadline_changes
from traders.domain.deadlines.absent_seats_and_vacation_days import is_absent
from traders.domain.history import declared_end, recording_and_replay
from traders.domain.history.declared_end import Ending
from traders.domain.people import quotas
from traders.domain.play import pausing
from traders.domain.play.commands import confirmation_by_yes
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.commands.running_proposals import (
    NOT_COUNTED,
    Running,
    has_time,
    hour_of,
    if_silent,
    look_again,
    playing_in,
    running_now,
    tell,
)
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.play.proposal_words_and_lapse import FORMS, in_words, lapse, length, read
from traders.domain.table import game_progression
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract.contract import Over
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.models import Ballot, DeadlineKind, Kind, Proposal, Source

ENDS = (Ending.DRAW, Ending.CONCESSION, Ending.END)
"""What ends the game."""
SAID_TWICE = ("draw", "end", "pause")
"""What is asked back before it counts (PR-SEAT-06)."""


def propose(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`propose <proposal>`: before the table at once, or when its seat has confirmed it
    (PR-SEAT-06).
    """
    kind, data = read(session.table, rest)
    _possible(session, Proposal(seat=seat, kind=kind, data=data))
    quotas.proposal(session.place(seat), session.now)
    if kind in SAID_TWICE:
        return confirmation_by_yes.ask(
            session,
            seat,
            raw,
            f"propose {rest}",
            f"propose {in_words(Proposal(kind=kind, data=data))}",
        )
    return _put(session, seat, rest, raw)


def _put(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """Put a proposal before the table; the proposer's own vote is yes. It takes the place of the
    seat's earlier one of that kind, so that silence agrees to one alone (PR-BACKUP-05).
    """
    kind, data = read(session.table, rest)
    _possible(session, Proposal(seat=seat, kind=kind, data=data))
    number = Proposal.objects.filter(game=session.game).count() + 1
    earlier = Proposal.objects.filter(game=session.game, seat=seat, kind=kind, settled=None)
    ended = lapse(session.game, earlier, session.now)
    instead = f", in place of proposal {ended[-1]}" if ended else ""
    made = Proposal.objects.create(
        game=session.game, number=number, seat=seat, kind=kind, data=data, made=session.now
    )
    for place in session.seats:
        if place.colour != seat:
            tell(
                session,
                place,
                f"Proposal {number}, by {named(seat)}{instead}: {in_words(made)}. Answer "
                f"`vote yes {number}` or `vote no {number}`.",
            )
    _vote(session, seat, made, True)
    said = f"Proposed as number {number}{instead}: {in_words(made)}. Your vote is yes."
    if made.settled is None:
        said += f" {_wait_for_votes(session, seat, made)}"
    return Line(raw, "noted", said)


def _wait_for_votes(session: GameSession, seat: Seat, proposal: Proposal) -> str:
    """The proposal waits; who is asked is told until when and what silence means, and in the
    sentence who made it.
    """
    running = running_now(session, proposal)
    look_again(session, proposal, running.reminds)
    for place in session.seats:
        if place.colour in running.poll.voters and place.colour != seat:
            tell(session, place, if_silent(session, place, running))
        elif place.colour != seat and not place.bot and is_absent(place, session.game):
            tell(session, place, NOT_COUNTED)
    own = session.place(seat)
    if not running.poll.of_persons:
        return f"It lapses on {hour_of(session, own, running.lapses)} unless all agree."
    agreed = hour_of(session, own, running.silent or running.lapses)
    return (
        f"Who does not vote agrees: it passes on {agreed} unless somebody votes no (PR-BACKUP-05)."
    )


WHILE_STAYED = timedelta(hours=1)
"""How often it is looked whether a claim still holds what all have agreed on."""


def fall_due(game_id: int, number: int, at: datetime) -> None:
    """The time of a vote is over, or half of it, or that after which a silent seat agrees
    (PR-SEAT-12, PR-BACKUP-05).
    """
    with open_session(game_id, at) as session:
        found = Proposal.objects.filter(game=session.game, number=number, settled=None)
        proposal = found.first()
        if proposal is None:
            return
        running = running_now(session, proposal)  # who is away has longer
        if running.agreed(session.now):
            with suppress(Refusal), transaction.atomic():
                _carry_out(session, proposal)
                game_progression.go_on(session.table)
                session.change_set.at_once = True
                return
            if session.game.stayed:  # a claim holds play: it waits for that (PR-CLAIM-03)
                look_again(session, proposal, session.now + WHILE_STAYED)
                return
        if session.now < running.lapses:
            # half of the time is over, or it has become longer
            if session.now not in running.silence_agrees.values():
                _remind(session, running)
            look_again(session, proposal, running.next_look(reminded=True))
            return
        session.change_set.at_once = True
        lapse(session.game, [proposal], session.now)
        session.change_set.notices.append(
            f"Proposal {number} has lapsed: {in_words(proposal)}. Not all agreed in time; it may "
            "be proposed again."
        )


def _remind(session: GameSession, running: Running) -> None:
    """Remind who has not voted, and tell nobody else."""
    for place in session.seats:
        if place.colour in running.poll.voters and place.colour not in running.votes:
            number = running.proposal.number
            session.change_set.own_notices[place.colour] = [
                f"Proposal {number} waits for your vote: {in_words(running.proposal)}. Answer: "
                f"vote yes {number}, or vote no {number}. "
                + if_silent(session, place, running).replace(f"proposal {number}", "it")
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
        has_time(session, proposal)
    what_then = "All agree." if proposal.settled else "It is secret until the vote passes."
    return Line(
        raw,
        "noted",
        f"Your vote on proposal {proposal.number} ({in_words(proposal)}) is {match[1]}. "
        f"{what_then}",
    )


def _possible(session: GameSession, proposal: Proposal) -> None:
    kind, data = proposal.kind, proposal.data
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
    poll = running_now(session, proposal).poll
    if kind in ENDS and len(poll.voters) < 2:
        raise Refusal(
            "Nobody else is left who could vote: the game ends as its own rules say.", "PR-SEAT-03"
        )
    if poll.of_persons and poll.alone:
        raise Refusal(
            "You alone would decide: that is no agreement where somebody else has or had a seat.",
            "PR-BACKUP-05",
        )
    if "seat" in data and data["seat"] not in playing_in(session):
        raise Refusal(f"There is no seat '{data['seat']}' in this game.", kind="unreadable")
    if kind == "back up" and not recording_and_replay.in_play(session.game, data["number"]):
        raise Refusal(f"Move {data['number']} is not in play.", "PR-BACKUP-05")
    if "hours" in data and not 1 <= data["hours"] <= 24 * 28:
        if kind == "turn time":
            raise Refusal("A turn may have between 1 and 672 hours.", "PR-TURN-01")
        raise Refusal("Between 1 and 672 hours can be given.", "PR-REMEDY-06")
    if kind == "turn time" and session.settings.turn_time == timedelta(hours=data["hours"]):
        raise Refusal(f"A turn has {length(data)} already.", "PR-TURN-01")


def _vote(session: GameSession, seat: Seat, proposal: Proposal, yes: bool) -> None:
    # a vote that is refused, since what it would carry out is not possible, is not kept
    with transaction.atomic():
        Ballot.objects.update_or_create(proposal=proposal, seat=seat, defaults={"yes": yes})
        if _all_agree(session, proposal):
            _carry_out(session, proposal)


def _all_agree(session: GameSession, proposal: Proposal) -> bool:
    # who is silent has all of the last second (PR-RECEIPT-02)
    over = session.now.replace(microsecond=0) - clock.SECOND
    return running_now(session, proposal).agreed(over)


def _carry_out(session: GameSession, proposal: Proposal) -> None:
    _possible(session, proposal)
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
            has_time(session, proposal)


def _end(session: GameSession, proposal: Proposal) -> None:
    winners = (
        [proposal.data["seat"]]
        if proposal.kind == "concession"
        else sorted(playing_in(session))
        if proposal.kind == "draw"
        else []
    )
    session.enter(Kind.END, Source.VOTE, {"text": in_words(proposal), "winners": winners})
    session.table.agreed = declared_end.ended(proposal.kind, winners)


def _pause(session: GameSession, proposal: Proposal) -> None:
    pausing.agreed(session)


def _back_up(session: GameSession, proposal: Proposal) -> None:
    alone = len(running_now(session, proposal).poll.voters) == 1
    why = f"{named(proposal.seat)}, who plays alone, takes it back" if alone else "the table agreed"
    session.back_up(proposal.data["number"], why, Source.VOTE, alone=alone)


def _time(session: GameSession, proposal: Proposal) -> None:
    deadline_changes.give(
        session.game, proposal.data["seat"], timedelta(hours=proposal.data["hours"]), session.now
    )


def _turn_time(session: GameSession, proposal: Proposal) -> None:
    session.change_settings({"turn_time": f"{proposal.data['hours']}h"}, "", Source.VOTE)


_CARRY_OUT: dict[str, Callable[[GameSession, Proposal], None]] = {
    "draw": _end,
    "concession": _end,
    "end": _end,
    "pause": _pause,
    "back up": _back_up,
    "time": _time,
    "turn time": _turn_time,
}

COMMANDS = (
    Command(
        prefix="propose ",
        group=Group.VOTES,
        forms=tuple(f"propose {form}" for form in FORMS),
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
        help="Vote on a proposal: the latest, or that number.",
        example="vote yes 1",
        brief="or `vote no 1`",
        rule="PR-SEAT-03",
        deed=vote,
    ),
)
