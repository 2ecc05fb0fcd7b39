"""What is counted of the captains as the game goes on, and what matters most in a turn."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.seat_statistics import Figures, counted

TELLING = (
    "IT-WIN-01", "IT-DMG-01", "IT-PAY-01", "IT-WRK-04", "IT-SHP-05", "IT-SHF-04", "IT-SHF-03",
    "IT-SHF-09", "IT-FLY-06", "IT-WRK-02", "IT-SHP-03", "IT-FLY-01", "IT-SET-02", "IT-DEA-01",
)  # fmt: skip
"""Rules by which something happens, the most telling first."""


def figures(view: View) -> Figures:
    """Credits, of which 100 win, and damage points that are left."""
    return {
        "credits": counted(view, lambda one: one["credits"]),
        "damage points left": counted(view, lambda one: one["damage"]),
    }
