"""Crowded tables of Imperial Trader. Nothing is dealt in."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.engines.deeds import Start
from tests.engines.imperial_trader.march import MARCH
from traders.engines.kernel.seats import Seat

SEATS = ("red", "blue", "green", "white")
TROUBLED = {
    "round": 6,
    "fallen": [{"at": "Cinderfall", "to": "aliens"}],
    "frontier": [{"at": "Vesper Hold", "settled": False}],
    "red": {"at": "Cinderfall", "licence": True, "credits": 60},
    "blue": {
        "at": "Saint Ovane>Vesper Hold:3",
        "licence": True,
        "cargo": ["Settlers"],
        "damage": 2,
    },
    "green": {
        "at": "Port Meridian",
        "orders": ["Heavy ore to Port Meridian"],
        "cargo": ["Heavy ore to Port Meridian"],
    },
}
STARTS = (
    Start(SEATS, {"shifting_imperium": True, "order_limit": 2}, TROUBLED),
    Start(SEATS, {"shifting_imperium": True, "rounds_at_once": True}, TROUBLED),
    Start(SEATS[:2], {"chart": MARCH, "hull_stacks": True, "keep_upgrades": True}),
)


def goods(state: Any, seat: Seat, box: Random) -> list[str]:
    """Nothing."""
    return []
