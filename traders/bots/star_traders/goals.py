"""What a bot means to do: where it goes, and whether it asks for a mission."""

from __future__ import annotations

from functools import cached_property

from traders.bots.star_traders import imperial_chain, weapons
from traders.bots.star_traders.valuation import Plan, Sight
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.routes import Leg


class Mind(Sight):
    """What a bot sees, and its goals."""

    bargains = 0.3
    """How often it proposes a deal by which it could gain."""
    outpost = 4.0
    """What another's station seems worth, in Stellors."""

    @cached_property
    def plan(self) -> Plan | None:
        """The best thing to make for; None where nothing draws the ship anywhere."""
        if self.me["envoy"]:
            return Plan(self.me["envoy"], 30.0, "envoy")
        mission = self.me["mission"]
        if mission and not self.laden:
            return Plan(self.mission_goal(self.me), 100.0, "mission")
        if self.advanced:
            goal, why = imperial_chain.goal(self)
            if goal:
                return Plan(goal, 40.0, why)
        return self.yard or self.trade or self.site

    @cached_property
    def laden(self) -> bool:
        """Whether a mission has to wait for a delivery: the hold has no room for the Imperial
        Cargo, and there is no money to abandon anything (ST-DELIVER-22).
        """
        full = len(self.me["cargo"]) >= 2 and not self.has_imperial(self.me)
        return full and self.stellors < self.book.prices["abandon_stellors"]

    @property
    def goal(self) -> str:
        """Where the plan leads, "" for nowhere."""
        return self.plan.goal if self.plan else ""

    @property
    def loads(self) -> frozenset[str]:
        """Cargoes, in small letters, that contracts call for from here."""
        return frozenset(one["cargo"].lower() for one in self.contracts if one["from"] == self.here)

    def leg(self) -> Leg | None:
        """The next jump of the best way; None where there is none."""
        return self.ways.next(self.here, self.goal)

    @property
    def moved_enough(self) -> bool:
        """Whether Movement has no more use: no attempt is left, or there is nowhere to go."""
        return self.me["jumps_left"] == 0 or bool(self.trapped) or self.goal in ("", self.here)

    def nearness(self, world: str) -> float:
        """How good it would be to be on a world: the nearer to the goal the better."""
        return -self.ways.cost(world, self.goal) if self.goal else -float(world != self.here)

    def wants_petition(self) -> bool:
        """Whether the odds are good enough: cautious seats ask for more, all for less when a rival
        is ahead.
        """
        if self.advanced:
            return imperial_chain.wants_petition(self)
        threshold = 0.6 + 0.2 * (sum(map(ord, self.seat)) % 3 == 0)
        if any(rival["mission"] for rival in self.rivals) or self.view["round"] > 25:
            threshold = 0.49
        return self.odds() + 0.02 * self.lot("petition", self.view["round"]) >= threshold

    def harm(self, thing: str, other: Seat) -> float:
        """What it costs this seat besides the thing itself that another has it, in Stellors: no
        Calamity goes to who would play it on this seat.
        """
        return weapons.NEVER if weapons.turned_on_giver(self, thing, self.traders[other]) else 0.0
