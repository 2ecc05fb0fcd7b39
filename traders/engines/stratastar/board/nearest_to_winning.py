"""Which empire is nearest to winning: by the Worlds with its colonies (SS-VIC-01)."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.nearest_to_winning import Nearest, foremost
from traders.engines.kernel.words import count


def nearest(view: View) -> Nearest | None:
    """The empire with the most Worlds, and how many it wants; None before anybody is ahead."""
    seats = foremost(view, lambda one: int(one["worlds"]), 0)
    if not seats:
        return None
    first = next(one for one in view["seats"] if one["seat"] == seats[0])
    need = view["worlds_to_win"]
    has = (
        f"{first['worlds']} of {count(need, 'World')}" if need else count(first["worlds"], "World")
    )
    home = (
        f" or at {first['homeworld'].upper()}, {{whose}} Homeworld," if first["homeworld"] else ""
    )
    return Nearest(seats, has, f"A battle won at {{whose}} colonies{home} would stop it.")
