"""How far it is to a planet: the days of a trip to one of its size (TL-TRV-01)."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count


def way(view: View, start: str, goal: str) -> str:
    """The days to a new planet of that size, the same from everywhere."""
    days = {one["size"]: one["days"] for one in view["sizes"]}
    size = goal.lower()
    return f"A trip to a {goal} planet takes {count(days[size], 'day')}." if size in days else ""
