"""Whether what seats have is accounted for, asked alike of all games. Names no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.seats import Seat


class Purse(Protocol):
    """What a seat has."""

    credits: int


def untold(
    before: Mapping[Seat, Purse], after: Mapping[Seat, Purse], events: Sequence[Event]
) -> list[str]:
    """No credits come or go of which nothing is told: what a seat has changes only by a deed that
    names it.
    """
    named = {event.data.get("seat") for event in events}
    return [
        f"{seat} had {had} credits and has {has}, of which nothing was told"
        for seat in after
        if (had := before[seat].credits) != (has := after[seat].credits) and seat not in named
    ]
