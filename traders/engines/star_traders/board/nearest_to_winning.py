"""Which Trader is nearest to winning: by its mission, else by its Prestige (ST-PETITION-02,
ST-MISSION-13); in the advanced game by its chain (ST-ADV-05).
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.nearest_to_winning import Nearest, foremost
from traders.engines.kernel.words import count
from traders.engines.star_traders.edition import edition
from traders.engines.star_traders.holdings.cargo_hold import IMPERIAL
from traders.engines.star_traders.position.routes import UNREACHABLE, routes
from traders.engines.star_traders.position.view_types import TraderSeen

LOST = "Quarantine, a Zap on its roll or You Are Lost would stop a jump."
POORER = "Cards such as Court Scandal take {whose} Prestige."


def nearest(view: View) -> Nearest | None:
    """The Trader with the shortest way to the end, by what lies open."""
    if view["game"] == "advanced":
        return _by_chain(view)
    book = edition(view["chart"]["edition"])
    begins = False, False, 0.0, book.start["prestige"]
    seats = foremost(view, lambda one: _rank(view, one), begins)
    if not seats:
        return None
    first = next(one for one in view["seats"] if one["seat"] == seats[0])
    if first["mission"]:
        return Nearest(seats, _on_mission(view, first), LOST)
    least = book.limits["mission_min_prestige"]
    enough = ", enough to ask for a mission" if first["prestige"] >= least else ""
    has = f"{first['prestige']} of the {least} Prestige for a mission"
    return Nearest(seats, f"{first['prestige']} Prestige{enough}" if enough else has, POORER)


def _rank(view: View, one: TraderSeen) -> tuple[bool, bool, float, int]:
    """With a mission first, its cargo aboard before that, then the shorter way, then Prestige."""
    mission = one["mission"]
    if not mission:
        return False, False, 0.0, one["prestige"]
    aboard = _aboard(one)
    return True, aboard, -_way(view, one, mission["to" if aboard else "from"])[1], 0


def _aboard(one: TraderSeen) -> bool:
    """Whether the Trader carries the Imperial Cargo of its own mission."""
    return any(
        cargo["cargo"].startswith(IMPERIAL) and cargo["owner"] == one["seat"]
        for cargo in one["cargo"]
    )


def _way(view: View, one: TraderSeen, goal: str) -> tuple[int, float]:
    """Jumps to an end of the mission, and the attempts to expect."""
    ways = routes(view, one["seat"])
    return ways.jumps(one["at"], goal), ways.cost(one["at"], goal)


def _on_mission(view: View, one: TraderSeen) -> str:
    aboard, mission = _aboard(one), one["mission"]
    assert mission
    goal = mission["to" if aboard else "from"]
    jumps, attempts = _way(view, one, goal)
    far = f"{count(jumps, 'jump')} from" if attempts < UNREACHABLE else "with no way open to"
    what = (
        "the cargo of the mission is aboard" if aboard else "a mission, the cargo yet to be fetched"
    )
    return f"{what}, {far} {goal}"


def _by_chain(view: View) -> Nearest | None:
    seats = foremost(view, lambda one: len(one["chain"]))
    if not seats:
        return None
    first = next(one for one in view["seats"] if one["seat"] == seats[0])
    needed = view["chain_needed"]
    has = f"a chain of {len(first['chain'])} of the {needed} Imperial Stations that win"
    return Nearest(seats, has, "Losing one of {whose} stations would break it.")
