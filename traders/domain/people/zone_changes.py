"""A player's zone, and the zones that they had before: an hour that is past stays what it was by
the clock that the player had then (PR-TURN-07).
"""

from __future__ import annotations

from datetime import datetime

from traders.domain.calendar import clock
from traders.models import Player

MOST_KEPT = 50
"""Zones of a player's past that are kept, the latest."""


def change(player: Player, zone: str) -> None:
    """The player reads times in this zone from now on. The row is to be saved by the caller, with
    `zone` and `zones_before`.
    """
    if zone != player.zone:
        before = [*player.zones_before, [clock.now().isoformat(), player.zone]]
        player.zone, player.zones_before = zone, before[-MOST_KEPT:]


def zone_at(player: Player, at: datetime) -> str:
    """The name of the zone that the player had then."""
    found = (zone for until, zone in player.zones_before if at < datetime.fromisoformat(until))
    return next(found, player.zone)
