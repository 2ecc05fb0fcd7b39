"""Crowded tables of Star Trader's Luck. Nothing is dealt in."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.engines.deeds import Start
from traders.engines.kernel.seats import Seat

SEATS = ("red", "blue", "green", "white")
ARMED = {"missiles": 3, "shields": 2, "credits": 30, "cargo": [{"good": "ore", "n": 2, "paid": 4}]}
DAYS = {"red": 20, "blue": 12, "green": 13, "white": 30}
WANTED = {
    seat: {**ARMED, "days": days, "piracy": 2 * (seat == "red"), "bounty": 1}
    for seat, days in DAYS.items()
}
STARTS = (
    Start(SEATS, {"bounty_hunters": True}, WANTED),
    Start(
        SEATS,
        {"bounty_hunters": True},
        {seat: {**ARMED, "days": 1, "credits": 1} for seat in SEATS},
    ),
    Start(SEATS[:2], {"free_trading": True, "cargo_bay": True, "days": 25}),
)


def goods(state: Any, seat: Seat, box: Random) -> list[str]:
    """Nothing."""
    return []
