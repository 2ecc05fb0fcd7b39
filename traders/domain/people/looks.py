"""Looks at a game's page, stored as evidence of what a player knew when (PR-EVIDENCE-02). Only
claims of that seat read them.
"""

from __future__ import annotations

from traders.domain.calendar import clock
from traders.models import Look, Seat


def note(seat: Seat, entry: int) -> None:
    """Store when the seat's player first saw the game after this entry, in whole seconds."""
    Look.objects.get_or_create(seat=seat, entry=entry, defaults={"at": clock.whole(clock.now())})
