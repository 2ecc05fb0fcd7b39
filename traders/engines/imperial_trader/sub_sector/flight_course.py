"""Courses: which way a ship flies, and how far it comes (IT-FLY, IT-PBM-01)."""

from __future__ import annotations

from functools import lru_cache

from traders.engines.imperial_trader.position.state import Place
from traders.engines.imperial_trader.sub_sector.chart_routes import Charted, shortest
from traders.engines.kernel.refusal import Refusal


@lru_cache(maxsize=4_096)
def course(known: Charted, place: Place, to: str, via: tuple[str, ...]) -> tuple[str, ...]:
    """The planets to fly to one after another: the course of fewest spaces, alphabetical on ties,
    through the waypoints (IT-PBM-01), to a planet of the chart, along lanes; closed worlds may be
    flown to and through (IT-SHF-05). Refuses one that cannot be flown.
    """
    for planet in (to, *via):
        if planet not in known.names:
            raise Refusal(f"No lane leads to {planet}.", "IT-SHF-09", "IT-MAP-05")
    found: list[str] = []
    for goal in (*via, to):
        found += shortest(known, Place(found[-1]) if found else place, goal)
    if not found:
        raise Refusal(f"Your ship is at {to} already.", "IT-FLY-01", "IT-PBM-01")
    _must_not_reverse(place, found)
    return tuple(found)


def _must_not_reverse(place: Place, planets: list[str]) -> None:
    """A ship does not reverse within one action (IT-FLY-05)."""
    before = [place.to if planets[0] == place.planet else place.planet, *planets]
    for one, other in zip(before, before[2:], strict=False):
        if one == other:
            raise Refusal(
                f"That course turns back towards {one}: a ship does not reverse within one action.",
                "IT-FLY-05",
            )
