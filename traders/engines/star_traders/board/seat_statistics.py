"""What is counted of the Traders as the game goes on, and what matters most in a turn."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.seat_statistics import Figures, counted

TELLING = (
    "ST-MISSION-13", "ST-ADV-05", "ST-MISSION-01", "ST-IMPERIAL-06", "ST-CARD-39", "ST-CARD-58",
    "ST-CARD-63", "ST-DELIVER-02", "ST-COMPLETED-04", "ST-STATION-06", "ST-LUCK-03", "ST-CARD-60",
    "ST-NEWPERSON-03", "ST-IMPERIAL-11", "ST-IMPERIAL-12", "ST-IMPERIAL-13", "ST-ENGINE-05",
    "ST-CARD-57", "ST-CARGO-06", "ST-MISSION-17", "ST-TIMING-21", "ST-JUMP-14",
)  # fmt: skip
"""Rules by which something happens, the most telling first."""


def figures(view: View) -> Figures:
    """Prestige and stations, which lie open; money is secret (ST-MONEY-03). In the advanced game
    the chain of Imperial Stations, which wins it, comes first (ST-ADV-05).
    """
    chain: Figures = (
        {}
        if view["game"] == "basic"
        else {"Imperial Stations": counted(view, lambda one: len(one["imperial"]))}
    )
    return {
        **chain,
        "Prestige": counted(view, lambda one: one["prestige"]),
        "stations": counted(view, lambda one: len(one["stations"])),
    }
