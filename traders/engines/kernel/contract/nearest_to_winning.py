"""Who is nearest to winning, by what all may see. Names no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from traders.engines.kernel.contract.seat_statistics import Figures
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import capital, named, seats_to

R = TypeVar("R", bound=tuple[Any, ...] | int)


class Nearest(msgspec.Struct, frozen=True):
    """Who is nearest to winning, what they have, and what would stop it: the same in every seat's
    view and in the gallery's.
    """

    seats: tuple[Seat, ...]
    """Several where they are as near; never all that play."""
    has: str
    """What they have of what wins: `12 of the 15 Prestige for a mission`."""
    stop: str = ""
    """What would stop it, a sentence; `{whose}` stands for `Yellow's` or `your`."""

    def told(self, reader: Seat | None) -> str:
        """One line for the reader: `Yellow is nearest to winning: …`."""
        who = seats_to(reader, self.seats)
        are = "is" if self.seats != (reader,) and len(self.seats) == 1 else "are"
        has = f", each with {self.has}" if len(self.seats) > 1 else f": {self.has}"
        line = f"{capital(who)} {are} nearest to winning{has}."
        if not self.stop or len(self.seats) > 1:
            return line
        [seat] = self.seats
        whose = "your" if seat == reader else f"{named(seat)}'s"
        return f"{line} {self.stop.replace('{whose}', whose)}"


def foremost(
    view: Mapping[str, Any], rank: Callable[[Any], R], begins: R | None = None
) -> tuple[Seat, ...]:
    """The seats that stand first by this rank among those that play on, and are as near; none where
    all are, where only one plays, or where nobody is beyond the rank with which each `begins`: to
    have spent less than the others brings nobody nearer.
    """
    ranks = {one["seat"]: rank(one) for one in view["seats"] if not one.get("out")}
    if len(set(ranks.values())) < 2:
        return ()
    first = max(ranks.values())
    if begins is not None and max(first, begins) == begins:
        return ()
    return tuple(seat for seat, value in ranks.items() if value == first)


def by_figures(view: Mapping[str, Any], figures: Figures) -> Nearest | None:
    """By the count by which a seat leads; None where the game has none, or where it is not known
    of every seat that plays on.
    """
    name, counts = next(iter(figures.items()), ("", {}))
    playing = [one["seat"] for one in view["seats"] if not one.get("out")]
    if not counts or not _all_known(playing, counts):
        return None
    seats = foremost(view, lambda one: counts[one["seat"]])
    return Nearest(seats, f"{name} {counts[seats[0]]}") if seats else None


def _all_known(seats: Sequence[Seat], counts: dict[Seat, int]) -> bool:
    return all(seat in counts for seat in seats)
