"""The engines by name, imported when first asked for: adding one adds a line here and a folder. A
house enters games that lie elsewhere by its settings (`TRADERS_GAMES`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from traders.engines.kernel.contract.contract import Engine

ENGINES: dict[str, str] = {
    "star-traders": "traders.engines.star_traders",
    "traders-luck": "traders.engines.traders_luck",
    "imperial-trader": "traders.engines.imperial_trader",
    "stratastar": "traders.engines.stratastar",
}
LOADED: list[Callable[[str, Engine[Any, Any]], None]] = []
"""What a house does with each engine when it is first asked for, and its name."""


@cache
def engine(name: str) -> Engine[Any, Any]:
    """The engine of a system; `KeyError` for a name that is none."""
    found: Engine[Any, Any] = import_module(ENGINES[name]).ENGINE
    for entered in LOADED:
        entered(name, found)
    return found
