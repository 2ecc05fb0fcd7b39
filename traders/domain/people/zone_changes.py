"""A player's zone, and the zones that they had before: an hour that is past stays what it was by
the clock that the player had then (PR-TURN-07).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from traders.domain.calendar import clock
from traders.engines.kernel.refusal import Refusal
from traders.models import Player

MOST = 60
"""Changes in a year. None is forgotten before: else as many more would make past hours others."""
_KEPT = timedelta(days=365)
_TOO_OFTEN = f"You have changed your zone {MOST} times in a year; now it stays."


def problem(player: Player, zone: str) -> str:
    """Why the player keeps the zone that they have, in a sentence; "" where this one may be theirs
    from now on.
    """
    return _TOO_OFTEN if zone != player.zone and len(_of_a_year(player)) >= MOST else ""


def change(player: Player, zone: str) -> None:
    """The player reads times in this zone from now on. The row is to be saved by the caller, with
    `zone` and `zones_before`. Refused where that was so too often.
    """
    if words := problem(player, zone):
        raise Refusal(words, "PR-TURN-07")
    if zone != player.zone:
        player.zones_before = [*_of_a_year(player), [clock.now().isoformat(), player.zone]]
        player.zone = zone


def _of_a_year(player: Player) -> list[list[str]]:
    since = clock.now() - _KEPT
    return [one for one in player.zones_before if datetime.fromisoformat(one[0]) > since]


def zone_at(player: Player, at: datetime) -> str:
    """The name of the zone that the player had then."""
    found = (zone for until, zone in player.zones_before if at < datetime.fromisoformat(until))
    return next(found, player.zone)
