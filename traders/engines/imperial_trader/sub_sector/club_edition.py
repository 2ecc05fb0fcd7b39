"""A club's own sub-sector as an edition: checked whole, kept under its digest, found again by it
(IT-MAP-01).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from traders.engines.imperial_trader.position.state import Chart
from traders.engines.imperial_trader.sub_sector import chart
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.refusal import Refusal

FINDERS: list[Callable[[str], dict[str, Any] | None]] = []
"""Asked for the tables of a sub-sector by its digest."""


def faults(data: Mapping[str, object]) -> list[str]:
    """Everything that is wrong with a club's sub-sector, in words with the rule; empty where at
    least two can play on it.
    """
    found = [
        f"{refusal.text} ({', '.join(refusal.rules)})" for refusal in chart.faults(_tables(data))
    ]
    game = tables().game
    needed = game.players_least * game.order_limit + game.orders_to_spare
    orders = data.get("orders", [])
    if isinstance(orders, list) and len(orders) < needed:
        found.append(
            f"The sub-sector has {len(orders)} orders; players times limit and two more are at "
            f"least {needed} (IT-ORD-03)."
        )
    return found


def pinned(data: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
    """The digest that a game pins, and the tables behind it."""
    plain = _tables(data)
    return sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()[:16], plain


def _tables(data: Mapping[str, object]) -> dict[str, Any]:
    """The file's tables; its title is the sub-sector's name."""
    plain = {name: table for name, table in data.items() if name != "title"}
    title = data.get("title")
    return plain | {"name": title.strip()} if isinstance(title, str) else plain


@lru_cache(maxsize=64)
def kept(digest: str) -> Chart:
    """The sub-sector with that digest; refuses one that is not at hand."""
    for find in FINDERS:
        found = find(digest)
        if found is not None:
            return chart.designed(found)
    raise Refusal(f"There is no sub-sector {digest[:40]}.", "IT-MAP-01")
