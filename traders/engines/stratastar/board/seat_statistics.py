"""What is counted of the empires as the game goes on, and what matters most in a turn."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.seat_statistics import Figures, counted

TELLING = (
    "SS-VIC-02", "SS-VIC-01", "SS-BAT-04", "SS-BAT-14", "SS-BLD-02", "SS-BLD-04", "SS-SUP-03",
    "SS-BLD-01", "SS-TRD-03", "SS-RES-02", "SS-MOV-02",
)  # fmt: skip
"""Rules by which something happens, the most telling first."""


def figures(view: View) -> Figures:
    """Worlds, which win, and Fleets on the map."""
    return {
        "Worlds": counted(view, lambda one: one["worlds"]),
        "Fleets": counted(
            view, lambda one: sum(one["fleets"].values()) + sum(one["warfleets"].values())
        ),
    }
