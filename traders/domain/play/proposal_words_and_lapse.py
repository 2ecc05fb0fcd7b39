"""How a proposal is written, read and told, wherever that is, and that it lapses (PR-SEAT-03,
PR-SEAT-12).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

from traders.domain.calendar import durations
from traders.domain.deadlines import deadline_changes
from traders.domain.table.table import Table
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.models import DeadlineKind, Game, Proposal

_READ = (
    ("draw", "draw", r"(?:a )?draw"),
    ("concession", "concession to <seat>", r"(?:a )?concession to (?P<seat>.+)"),
    ("end", "end", r"(?:an? )?end"),
    ("pause", "pause", r"(?:a )?pause"),
    ("back up", "back up to <n>", r"back ?up to (?P<number>\d{1,7})"),
    ("time", "<n>h more for <seat>", r"(?P<hours>.+) more for (?P<seat>.+)"),
    ("turn time", "turn time <n>h", r"(?:a )?turn time (?:of |to )?(?P<hours>.+)"),
)
"""Each kind of proposal, its form, and what is read as it."""
FORMS = tuple(form for _, form, _ in _READ)


def read(table: Table, rest: str) -> tuple[str, dict[str, object]]:
    """The kind and the data of a proposal, from what is written behind `propose`."""
    for kind, _, pattern in _READ:
        match = re.fullmatch(pattern, rest)
        if match:
            parts = match.groupdict()
            seat = {"seat": table.seat_named(parts.pop("seat"))} if "seat" in parts else {}
            number = {"number": int(parts["number"])} if "number" in parts else {}
            hours = {"hours": _hours(kind, match)} if "hours" in parts else {}
            return kind, {**number, **hours, **seat}
    raise Refusal(
        "That is no proposal.",
        kind="unreadable",
        instead=[f"propose {form}" for form in FORMS],
    )


def _hours(kind: str, asked: re.Match[str]) -> int:
    """The hours that a proposal names; refused where it names no whole ones, a bare number with the
    lines that it may mean.
    """
    rule, written = "PR-TURN-01" if kind == "turn time" else "PR-REMEDY-06", asked["hours"]
    if written.isdecimal():
        begin, end = asked.string[: asked.end("hours")], asked.string[asked.end("hours") :]
        instead = [f"propose {begin}{unit}{end}" for unit in ("h", " days")]
        meant = " or ".join(f"`{one}`" for one in instead)
        raise Refusal(f"Hours or days? Write {meant}.", rule, instead=instead)
    try:
        hours = durations.read(written) / timedelta(hours=1)
    except ValueError as error:
        raise Refusal(f"{error}.", rule) from None
    if not hours.is_integer():
        raise Refusal("Only whole hours can be proposed.", rule)
    return int(hours)


def in_line(proposal: Proposal, move: Callable[[int], int] = int) -> str:
    """A proposal as its seat writes it. `move`: the number by which a move is told."""
    form = next(form for kind, form, _ in _READ if kind == proposal.kind)
    data = proposal.data
    number = move(data["number"]) if "number" in data else data.get("hours")
    filled = form.replace("<seat>", str(data.get("seat"))).replace("<n>", str(number))
    return f"propose {filled}"


def in_words(proposal: Proposal) -> str:
    """A proposal as letters tell it."""
    data = proposal.data
    whom = named(data.get("seat", ""))
    return {
        "draw": "a draw",
        "concession": f"a concession to {whom}",
        "end": "to end the game without a winner",
        "pause": "to stop the clocks, or to start them again",
        "back up": f"to go back to move {data.get('number')}",
        "time": f"{length(data)} more for {whom}",
        "turn time": f"a turn time of {length(data)}, for turns that begin after it",
    }[proposal.kind]


def length(data: Mapping[str, int]) -> str:
    """The hours of a proposal in words."""
    return durations.words(timedelta(hours=data.get("hours", 0)))


def lapse(game: Game, found: Iterable[Proposal], now: datetime) -> list[int]:
    """End these proposals of the game, though nobody's vote ended them; returns their numbers.
    Whoever calls tells of it.
    """
    ended = []
    for proposal in found:
        proposal.settled, proposal.outcome = now, "lapsed"
        proposal.save()
        ended.append(proposal.number)
    keys = [str(number) for number in ended]
    deadline_changes.due_no_more(game, DeadlineKind.VOTE, keys, now)
    return ended
