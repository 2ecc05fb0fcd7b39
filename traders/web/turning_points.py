"""What turned a game: turns in which the lead changed hands, or its size changed most. Read off the
counts of its turns, which all may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from traders.domain.history.played_turns import PlayedTurn
from traders.engines.kernel.contract.seat_statistics import leading
from traders.engines.kernel.words import named

MOST = 5


@dataclass(frozen=True)
class TurningPoint:
    """A turn that changed who leads, or by how much."""

    turn: PlayedTurn
    words: str
    weight: float


def turning_points(turns: Sequence[PlayedTurn]) -> list[TurningPoint]:
    """The weightiest turns in the order in which they were played; a lead that changes hands counts
    double, and the turn that ended the game is always among them.
    """
    found = [point for before, after in pairwise(turns) if (point := _point(before, after))]
    best = sorted(found, key=lambda point: (-point.weight, -point.turn.number))[:MOST]
    if turns and turns[-1] not in [point.turn for point in best]:
        best = [*best[: MOST - 1], TurningPoint(turns[-1], "This ends the game.", 0)]
    return sorted(best, key=lambda point: point.turn.number)


def _point(earlier: PlayedTurn, after: PlayedTurn) -> TurningPoint | None:
    had, has = leading(earlier.figures), leading(after.figures)
    if not has or had.keys() != has.keys() or len(has) < 2:
        return None
    swing = max(abs(_margin(has, seat) - _margin(had, seat)) for seat in has)
    if not swing:
        return None
    name, first, once = next(iter(after.figures)), _first(has), _first(had)
    if first and first != once:
        taken = f" from {named(once)}" if once else ""
        words = f"{named(first)} takes the lead{taken}"
    elif first:
        now, before = _margin(has, first), _margin(had, first)
        words = f"{named(first)} leads by {now}{f', not {before}' if before != now else ''}"
    elif once:
        words = f"{named(once)} leads alone no more"
    else:
        moved = max(has, key=lambda seat: abs(has[seat] - had[seat]))
        words = f"{named(moved)} has {has[moved]}, not {had[moved]}"  # goods cost credits, too
    counts = ", ".join(f"{named(seat)} {has[seat]}" for seat in sorted(has, key=lambda s: -has[s]))
    changed = 2 if first and first != once else 1
    return TurningPoint(after, f"{words} ({name}: {counts}).", swing * changed)


def _margin(counts: dict[str, int], seat: str) -> int:
    """How far a seat is ahead of the best of the others; negative: behind."""
    return counts[seat] - max(value for other, value in counts.items() if other != seat)


def _first(counts: dict[str, int]) -> str:
    """Who leads alone."""
    return next((seat for seat in counts if _margin(counts, seat) > 0), "")
