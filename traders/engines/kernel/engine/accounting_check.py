"""Whether what seats have is accounted for, asked alike of all games. Names no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.seats import Seat


def untold(
    before: Mapping[Seat, int], after: Mapping[Seat, int], events: Sequence[Event]
) -> list[str]:
    """No credits come or go of which nothing is told: what a seat has changes only by a deed that
    names it.
    """
    named = {event.data.get("seat") for event in events}
    return [
        f"{seat} had {before[seat]} credits and has {has}, of which nothing was told"
        for seat, has in after.items()
        if has != before[seat] and seat not in named
    ]
