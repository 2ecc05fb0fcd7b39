"""Looks at a game's page, stored as evidence of what a player knew when (PR-EVIDENCE-02). Only
claims of that seat read them.
"""

from __future__ import annotations

from typing import Any

from traders.domain.calendar import clock
from traders.models import Look, Seat


def note(seat: Seat, entry: int) -> None:
    """Keep that the seat's player was shown the game after this entry: the first time, in whole
    seconds.
    """
    at: Any = clock.now  # asked for where it is the first time
    Look.objects.get_or_create(seat=seat, entry=entry, defaults={"at": at})
