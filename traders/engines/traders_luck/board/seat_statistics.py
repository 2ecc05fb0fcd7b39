"""What is counted of the traders as the game goes on, and what matters most in a turn."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.seat_statistics import Figures, counted

TELLING = (
    "TL-END-05", "BH-PIR-05", "BH-ATK-02", "BH-ATK-04", "TL-FBS-05", "TL-REC-01", "TL-END-03",
    "BH-PIR-04", "TL-ILL-01", "TL-FOL-01", "TL-TRV-01",
)  # fmt: skip
"""Rules by which something happens, the most telling first."""


def figures(view: View) -> Figures:
    """Credits, where all may see them (TL-REC-03), and days."""
    return {
        "credits": counted(view, lambda one: one.get("credits")),
        "days spent": counted(view, lambda one: one["days"]),
    }
