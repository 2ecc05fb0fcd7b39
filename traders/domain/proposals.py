"""Proposals and votes: what the table may agree on (PR-SEAT-03, PR-BACKUP-05)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from traders.domain import agreed, deadlines, history, words
from traders.domain.passage import Line
from traders.engines.contract import Refusal, Seat
from traders.models import Ballot, Kind, Proposal, Source

if TYPE_CHECKING:
    from traders.domain.desk import Desk

FORMS = ("draw", "concession to <seat>", "end", "pause", "back up to <n>", "<n>h more for <seat>")
_READ: tuple[tuple[str, str], ...] = (
    ("draw", r"(?:a )?draw"),
    ("concession", r"(?:a )?concession to (?P<seat>[a-z]+)"),
    ("end", r"(?:an? )?end"),
    ("pause", r"(?:a )?pause"),
    ("back up", r"back ?up to (?P<number>\d{1,7})"),
    ("time", r"(?P<hours>\d{1,4}) ?h more for (?P<seat>[a-z]+)"),
)


def propose(desk: Desk, seat: Seat, rest: str, raw: str) -> Line:
    """`propose <proposal>`; the proposer's own vote is yes."""
    kind, data = _read(rest)
    _possible(desk, kind, data)
    number = Proposal.objects.filter(game=desk.game).count() + 1
    made = Proposal.objects.create(game=desk.game, number=number, seat=seat, kind=kind, data=data, made=desk.now)
    desk.passage.notices.append(f"Proposal {number}, by {seat}: {in_words(made)}. Answer: vote yes {number}, or vote no {number}")
    _vote(desk, seat, made, True)
    return Line(raw, "noted", f"Proposed as number {number}: {in_words(made)}. Your vote is yes.")


def vote(desk: Desk, seat: Seat, rest: str, raw: str) -> Line:
    """`vote yes|no [<n>]`: on the latest proposal unless numbered; it may be changed until all have agreed."""
    match = re.fullmatch(r"(yes|no)(?: (\d{1,4}))?", rest)
    if match is None:
        raise Refusal("Vote as in: vote yes, or: vote no 2", kind="unreadable", instead=["vote yes", "vote no"])
    running = Proposal.objects.filter(game=desk.game, settled=None).order_by("-number")
    proposal = running.filter(number=int(match[2])).first() if match[2] else running.first()
    if proposal is None:
        raise Refusal("No such proposal is before the table.", "PR-SEAT-03", instead=[f"vote yes {p.number}" for p in running[:5]])
    _vote(desk, seat, proposal, match[1] == "yes")
    return Line(
        raw, "noted", f"Your vote on proposal {proposal.number} ({in_words(proposal)}) is {match[1]}. It is secret until the vote passes."
    )


def in_words(proposal: Proposal) -> str:
    """A proposal as letters tell it."""
    data = proposal.data
    return {
        "draw": "a draw",
        "concession": f"a concession to {data.get('seat')}",
        "end": "to end the game without a winner",
        "pause": "to stop the clocks, or to start them again",
        "back up": f"to back up to move {data.get('number')}",
        "time": f"{data.get('hours')} hours more for {data.get('seat')}",
    }[proposal.kind]


def _read(rest: str) -> tuple[str, dict[str, Any]]:
    for kind, form in _READ:
        match = re.fullmatch(form, rest)
        if match:
            return kind, {name: int(value) if value.isdigit() else value for name, value in match.groupdict().items()}
    raise Refusal(f"Propose one of: {', '.join(FORMS)}.", kind="unreadable", instead=[f"propose {form}" for form in FORMS])


def _possible(desk: Desk, kind: str, data: dict[str, Any]) -> None:
    if desk.game.stayed and kind in ("pause", "back up"):
        raise Refusal("A claim has stopped the game; until it is ruled on its clocks and its history stay as they are.", "PR-CLAIM-03")
    if "seat" in data and data["seat"] not in _voters(desk):
        raise Refusal(f"There is no seat '{data['seat']}' in this game.", kind="unreadable")
    if kind == "back up" and not history.in_play(desk.game, data["number"]):
        raise Refusal(f"Move {data['number']} is not in play.", "PR-BACKUP-05")
    if kind == "time" and not 1 <= data["hours"] <= 24 * 28:
        raise Refusal("Between 1 and 672 hours can be given.", "PR-REMEDY-06")


def _voters(desk: Desk) -> set[Seat]:
    return set(desk.engine.seats_in_order(desk.course.state))


def _vote(desk: Desk, seat: Seat, proposal: Proposal, yes: bool) -> None:
    Ballot.objects.update_or_create(proposal=proposal, seat=seat, defaults={"yes": yes})
    agreed = set(Ballot.objects.filter(proposal=proposal, yes=True).values_list("seat", flat=True))
    bots = {s.colour for s in desk.seats if s.bot}
    if _voters(desk) - bots <= agreed:  # players of wood have no say
        proposal.settled, proposal.outcome = desk.now, "passed"
        proposal.save()
        _possible(desk, proposal.kind, proposal.data)
        desk.passage.notices.append(f"Proposal {proposal.number} has passed: {in_words(proposal)}.")
        _CARRY_OUT[proposal.kind](desk, proposal)


def _end(desk: Desk, proposal: Proposal) -> None:
    winners = [proposal.data["seat"]] if proposal.kind == "concession" else sorted(_voters(desk)) if proposal.kind == "draw" else []
    public = {"kind": Kind.END, "source": Source.VOTE, "at": history.stamp(desk.now), "text": in_words(proposal), "winners": winners}
    desk.record()
    desk.writer.add(Kind.END, "", Source.VOTE, public, {})
    desk.course.number = desk.game.number
    desk.course.agreed = agreed.ended(proposal.kind, winners)


def _pause(desk: Desk, proposal: Proposal) -> None:
    desk.game.frozen = not desk.game.frozen
    (deadlines.freeze if desk.game.frozen else deadlines.thaw)(desk.game, desk.now)


def _back_up(desk: Desk, proposal: Proposal) -> None:
    desk.back_up(proposal.data["number"], "the table agreed", Source.VOTE)


def _time(desk: Desk, proposal: Proposal) -> None:
    deadlines.give(desk.game, proposal.data["seat"], timedelta(hours=proposal.data["hours"]))


_CARRY_OUT: dict[str, Callable[[Desk, Proposal], None]] = {
    "draw": _end,
    "concession": _end,
    "end": _end,
    "pause": _pause,
    "back up": _back_up,
    "time": _time,
}

words.enter("propose ", propose)
words.enter("vote ", vote)
