"""A position dealt otherwise as far as a seat cannot see: by the marks of what is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

from traders.engines.kernel.positions import hidden
from traders.engines.kernel.seats import Seat


def dealt_otherwise(state: Any, seat: Seat | None, box: Random) -> Any:
    """The position, changed in place: lists that hold the same things (a deck, others' hands) are
    mixed, numbers are others. `seat`: who cannot see it, None for the gallery. Marks on the fields
    of the position itself are followed, with the owner `key` or with none.
    """
    piles: list[list[Any]] = []
    for name, mark in hidden.marks(type(state)).items():
        value = getattr(state, name)
        parts = value if mark.owner == "key" else {name: value}
        for key in [key for key in parts if key != seat or not mark.owner]:
            if isinstance(parts[key], list):
                piles.append(parts[key])
            elif isinstance(parts[key], int) and mark.owner == "key":
                parts[key] = box.randint(0, 2 * parts[key] + 3)
    for pile in piles:
        alike = [one for one in piles if one is pile or set(one) & set(pile)]
        things = [thing for one in alike for thing in one]
        box.shuffle(things)
        for one in alike:
            one[:] = [things.pop() for _ in one]
    return state
