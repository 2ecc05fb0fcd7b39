"""What a captain's view says, in the form in which plans are made, and how far each situation is
from the goal.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from traders.bots.imperial_trader.win_chance_table import SPIRITS, Errand
from traders.engines.imperial_trader.position.state import SETTLERS, Place
from traders.engines.imperial_trader.position.view_types import CaptainSeen, OrderSeen
from traders.engines.imperial_trader.sub_sector.chart_routes import seen, spaces_to
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract.contract import View

ENDLESS = 10_000
"""Rounds of a game that ends by the goal alone (IT-PBM-05)."""
ALIEN_PAY = 20
"""What alien goods bring, more or less (IT-SHF-12)."""


class Carried(NamedTuple):
    """An order held, or a load without a card; `aboard`: its cargo is loaded."""

    errand: Errand
    aboard: bool

    @property
    def stop(self) -> str:
        """The planet where it is worked on next."""
        return self.errand.goal if self.aboard else self.errand.start


class Situation(NamedTuple):
    """A captain's own lot. `damage`: points left; 0, the ship is lost."""

    place: Place
    credits: int
    damage: int
    hand: tuple[Carried, ...]
    upgrades: frozenset[str]
    most: int
    """The maximum of damage points (IT-SHP-06)."""

    @property
    def planet(self) -> str:
        """The planet where the ship is, "" in a lane."""
        return "" if self.place.to else self.place.planet


class Sector:
    """The sub-sector, the rules and the deck as a view has them; and what is offered."""

    def __init__(self, view: View, offered: Collection[str] = ()) -> None:
        self.known = seen(view)
        self.closed = {one["name"] for one in view["planets"] if one["closed"]}
        self.wars = {one["at"] for one in view["wars"]}
        self.open = {one["name"] for one in view["planets"] if not one["closed"] and one["settled"]}
        self.unsettled = sorted(one["name"] for one in view["planets"] if not one["settled"])
        self.ports = frozenset(one["name"] for one in view["planets"] if one["port"])
        self.deck = tuple(errand(one) for one in view["in_deck"]) if view["deck"] else ()
        self.limit: int = view["order_limit"]
        self.goal: int = view["goal"]
        rounds = (view["rounds"] or ENDLESS) - view["round"]
        self.last: bool = rounds <= 0
        """Whether the richest wins after this round (IT-PBM-05)."""
        self.left: int = tables().game.actions * rounds
        """Actions in the rounds after this one."""
        self.shifts: bool = view["shifting_imperium"]
        held = [one for seat in view["seats"] for one in seat["orders"]]
        lanes_pay = tables().game.pay_per_lane
        self.errands = tuple(
            sorted(
                Errand(one["order"], one["from"], one["to"], one["lanes"] * lanes_pay)
                for one in (*view["in_deck"], *held)
            )
        )
        self.offered = offered
        self.me: CaptainSeen = next(one for one in view["seats"] if one["seat"] == view["seat"])
        self.rivals: list[CaptainSeen] = [
            one for one in view["seats"] if one is not self.me and not one["out"]
        ]

    def mine(self) -> Situation:
        """The situation of the view's seat."""
        return self.situation(self.me)

    def situation(self, seat: CaptainSeen) -> Situation:
        """The situation of a seat."""
        place = Place(*seat["lane"]) if seat["lane"] else Place(seat["planet"])
        hand = [Carried(errand(one), one["aboard"]) for one in seat["orders"]]
        hand += [Carried(self._load(load, place), aboard=True) for load in seat["loads"]]
        upgrades = frozenset(seat["upgrades"])
        return Situation(
            place, seat["credits"], seat["damage"], tuple(hand), upgrades, seat["most"]
        )

    def is_plain(self) -> bool:
        """Whether one order is held at most, no world can close, and the seat's ship is as the yard
        made it, or has machine spirits.
        """
        return self.limit == 1 and not self.shifts and set(self.me["upgrades"]) <= {SPIRITS}

    def is_full(self) -> bool:
        """Whether the seat holds as many orders as it may (IT-DEA-04)."""
        return len(self.me["orders"]) + len(self.me["loads"]) >= self.limit

    def loaded(self, held: Carried) -> Carried:
        """With its cargo aboard; the pay is higher where its goal is closed then (IT-SHF-08)."""
        late = tables().imperium.war_pay if held.errand.goal in self.closed else 0
        return Carried(held.errand._replace(pay=held.errand.pay + late), aboard=True)

    def _load(self, load: str, place: Place) -> Errand:
        """Settlers go to a frontier world, alien goods to a port (IT-SHF-11, IT-SHF-12)."""
        settlers = load == SETTLERS
        goals = self.unsettled if settlers else sorted(self.ports - self.closed)
        goal = min(goals, key=lambda name: (spaces_to(self.known, place, name), name), default="")
        return Errand(load, "", goal, tables().imperium.colonise_pay if settlers else ALIEN_PAY)


def errand(order: OrderSeen) -> Errand:
    """A buy order as a view has it."""
    return Errand(order["order"], order["from"], order["to"], order["pay"])
