"""Courses: which way a ship flies, and how far it comes (IT-FLY, IT-PBM-01)."""

from __future__ import annotations

from traders.engines.imperial_trader import sub_sector_state
from traders.engines.imperial_trader.chart_routes import shortest
from traders.engines.imperial_trader.state import Place, Position
from traders.engines.kernel.refusal import Refusal


def course(state: Position, place: Place, to: str, via: tuple[str, ...] = ()) -> list[str]:
    """The planets to fly to, one after another: the course of fewest spaces, alphabetical on ties,
    through the waypoints (IT-PBM-01).
    """
    known, found = sub_sector_state.ways(state), list[str]()
    for goal in (*via, to):
        found += shortest(known, Place(found[-1]) if found else place, goal)
    return found


def must_not_reverse(place: Place, planets: list[str]) -> None:
    """A ship does not reverse within one action (IT-FLY-05)."""
    before = [place.to if planets[0] == place.planet else place.planet, *planets]
    for one, other in zip(before, before[2:], strict=False):
        if one == other:
            raise Refusal(
                f"That course turns back towards {one}: a ship does not reverse within one action.",
                "IT-FLY-05",
            )
