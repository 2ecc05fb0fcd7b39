"""What a bot makes of a view: what its cargo is worth, how many days are left, what the planet
offers.
"""

from __future__ import annotations

from functools import cache

from traders.bots.default_bot import lot
from traders.bots.traders_luck.planet_dice_odds import one
from traders.bots.traders_luck.position_worth import Cargo, Holding
from traders.engines.kernel.contract.contract import View
from traders.engines.traders_luck.position.view_types import LotSeen, OfferSeen, TraderSeen
from traders.engines.traders_luck.tables import tables

DEPTH = 2
"""How far a master and who advises look ahead."""


class Mind:
    """One seat's view, thought over. `whole`: a turn that can be foreseen is ordered as a whole;
    `depth`: so many ship dice kept alone are looked ahead, and wishes beyond the first written.
    """

    def __init__(self, view: View, seed: int, *, whole: bool = True, depth: int = DEPTH) -> None:
        self.view, self.seed = view, seed
        self.whole, self.depth = whole, depth
        self.me: TraderSeen = next(
            trader for trader in view["seats"] if trader["seat"] == view["seat"]
        )
        self.left: int = self.me["left"]
        self.credits: int = self.me.get("credits", 0)
        self.cargo: list[LotSeen] = self.me["cargo"]
        self.market: dict[str, OfferSeen] = {
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
    def kinds(self) -> tuple[str, ...]:
        """The goods aboard, in the order of the hold."""
        return tuple(dict.fromkeys(lot["good"] for lot in self.cargo))

    @property
    def worth_here(self) -> int:
        """What the cargo would bring here at the planet's prices."""
        return (
            sum(lot["n"] * self.market[lot["good"]]["price"] for lot in self.cargo)
            if self.market
            else 0
        )

    def resale(self, good: str) -> float:
        """What a unit brings elsewhere."""
        return resale(good)

    def trader(self, seat: str) -> TraderSeen:
        """Another ledger."""
        found: TraderSeen = next(one for one in self.view["seats"] if one["seat"] == seat)
        return found


@cache
def resale(good: str) -> float:
    """What a unit brings by and by: between the prices of one die and of two."""
    price = tables().prices[good]
    return float(0.6 * price[0] + 0.4 * price[1])


BAY_DAYS = 12
"""Days left for which a bigger bay is still worth its price."""


def expands(mind: Mind) -> bool:
    """Whether the bay can be enlarged without missing the price (TL-ECB-04)."""
    return mind.left > BAY_DAYS and mind.credits >= 3 * mind.me.get("bay_price", mind.credits + 1)


def landed(mind: Mind, days: int) -> tuple[Holding, int]:
    """What the seat holds after a trip, and its bay, enlarged there where it will be."""
    if not expands(mind):
        return holding(mind, days), mind.me["bay"]
    held = holding(mind, days + tables().bay.days)
    paid = held._replace(credits=held.credits - mind.me["bay_price"])
    return paid, mind.me["bay"] + tables().bay.step


def holding(mind: Mind, days: int = 0) -> Holding:
    """What the seat holds, so many days from now."""
    lots = tuple(Cargo(lot["good"], lot["n"], lot["paid"]) for lot in mind.cargo)
    return Holding(mind.left - days, mind.credits, lots)


def foreseen(mind: Mind) -> bool:
    """Whether a turn can be ordered as a whole: nobody is met, and what is aboard is of one
    kind.
    """
    return "bounty_hunters" not in mind.view["options"] and len(mind.kinds) < 2


def lying(mind: Mind) -> int:
    """What lies on the planet, or on the one that can be followed."""
    return sum(row["shown"] * one(row["good"]) for row in mind.market.values())
