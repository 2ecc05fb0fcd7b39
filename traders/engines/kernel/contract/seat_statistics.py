"""What is counted of each seat while a game goes on, for its curves and for the order at its end.
Names no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from traders.engines.kernel.seats import Seat

Figures = dict[str, dict[Seat, int]]
"""Counts that all may read, by their names and by seat; the first is the one by which a seat leads.
A seat of which a count is not known is left out of it.
"""


def counted(view: Mapping[str, Any], count: Callable[[Any], int | None]) -> dict[Seat, int]:
    """A count of each seat, from what the view tells of it; None: not known."""
    found = {one["seat"]: count(one) for one in view["seats"]}
    return {seat: value for seat, value in found.items() if value is not None}


class Standing(msgspec.Struct, frozen=True):
    """Where one seat came in: its place, shared with others that have as much."""

    place: int
    seat: Seat
    values: tuple[tuple[str, int], ...]
    """Its counts, each with its name."""


def leading(figures: Figures) -> dict[Seat, int]:
    """The count by which a seat leads; nothing where the game has none."""
    return next(iter(figures.values()), {})


def standing(
    figures: Figures,
    seats: Sequence[Seat],
    winners: Collection[Seat],
    out: Collection[Seat] = (),
) -> tuple[Standing, ...]:
    """Who came first, second …: winners, then the others by the first count, then who dropped out.
    Seats with the same count share a place.
    """
    lead = leading(figures)

    def rank(seat: Seat) -> tuple[bool, bool, int]:
        won = seat in winners
        return (not won, seat in out, 0 if won else -lead.get(seat, 0))

    ranks = sorted(map(rank, seats))
    return tuple(
        Standing(
            1 + ranks.index(rank(seat)),
            seat,
            tuple((name, by_seat[seat]) for name, by_seat in figures.items() if seat in by_seat),
        )
        for seat in sorted(seats, key=rank)
    )
