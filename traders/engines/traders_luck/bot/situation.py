"""What a bot makes of a view: what its cargo is worth, how many days are left, what the planet
offers.
"""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.contract import View
from traders.engines.kernel.defaults import lot


class Mind:
    """One seat's view, thought over."""

    def __init__(self, view: View, seed: int) -> None:
        self.view = view
        self.seed = seed
        self.me: dict[str, Any] = next(
            trader for trader in view["seats"] if trader["seat"] == view["seat"]
        )
        self.left: int = self.me["left"]
        self.credits: int = self.me.get("credits", 0)
        self.cargo: list[dict[str, Any]] = self.me["cargo"]
        self.market: dict[str, dict[str, Any]] = {
            row["good"]: row for row in (view["planet"] or {"market": []})["market"]
        }

    def lot(self, what: str) -> float:
        """A number from 0 to 1 that follows from the seed and the thing alone."""
        return lot(self.seed, what)

    @property
    def cost(self) -> int:
        """What the cargo was paid."""
        return sum(lot["n"] * lot["paid"] for lot in self.cargo)

    @property
    def kinds(self) -> set[str]:
        """The goods aboard."""
        return {lot["good"] for lot in self.cargo}

    @property
    def worth_here(self) -> int:
        """What the cargo would bring here at the planet's prices."""
        return (
            sum(lot["n"] * self.market[lot["good"]]["price"] for lot in self.cargo)
            if self.market
            else 0
        )

    def resale(self, good: str) -> float:
        """What a unit brings elsewhere, by and by: between the prices of one die and of two."""
        price = next(row["price"] for row in self.view["prices"] if row["good"] == good)
        return float(0.6 * price[0] + 0.4 * price[1])

    def trader(self, seat: str) -> dict[str, Any]:
        """Another ledger."""
        return next(one for one in self.view["seats"] if one["seat"] == seat)
