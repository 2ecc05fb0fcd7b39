"""What a master means to do, and what cards and goods are worth to it."""

from __future__ import annotations

from functools import cached_property

from traders.bots.star_traders import weapons
from traders.bots.star_traders.master import card_worth
from traders.bots.star_traders.master.voyages import Voyages
from traders.bots.star_traders.valuation import Plan
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.routes import Leg

TURN = 11.0
"""What a turn is worth in Stellors, where cards are weighed."""
LEADER = 6.0
"""What whoever leads pays beside the price, in Stellors."""


class Master(Voyages):
    """What a master sees, and its goals."""

    bargains = 0.6
    outpost = 2.5

    # --- where to go ------------------------------------------------------------------------------

    @cached_property
    def plan(self) -> Plan | None:
        if self.advanced:
            return super().plan
        if self.errand:
            return Plan(self.errand[0].world, 100.0, self.errand[0].why)
        calls = self.voyage
        return Plan(calls[0].world, 10.0, calls[0].why) if calls else self.site

    def leg(self) -> Leg | None:
        """The next jump of the course, None where it is to stop."""
        return super().leg() if self.advanced else self.course.best(self.me["jumps_left"])[1]

    def nearness(self, world: str) -> float:
        """What it is worth to come out of the jump there, with the attempts that are left."""
        if self.advanced:
            return super().nearness(world)
        course, left = self.course, self.me["jumps_left"]
        call = course.next_call()
        if world == self.here:
            return course.value(world, call, left)
        return course.arrive(world, call, left)

    @property
    def moved_enough(self) -> bool:
        """Whether Movement has no more use."""
        if self.advanced:
            return super().moved_enough
        left = self.me["jumps_left"]
        return not left or bool(self.trapped) or self.course.best(left)[1] is None

    @property
    def loads(self) -> frozenset[str]:
        """Cargoes, in small letters, that the voyage loads here."""
        if self.advanced:
            return super().loads
        if not self.voyage or self.voyage[0].world != self.here:
            return frozenset()
        return frozenset(
            contract["cargo"].lower()
            for contract in self.contracts
            if contract["from"] == self.here and contract["to"] in [c.world for c in self.voyage]
        )

    # --- cards ------------------------------------------------------------------------------------

    def keep(self, card: str) -> float:
        """What a card is worth in the hand."""
        return card_worth.keep(self, card)

    def spent(self, card: str) -> float:
        """What a card is missed when it is spent: less where the next draw would find no room."""
        full = len(self.hand) >= self.own["hand_limit"]
        return max(0.3, self.keep(card) - (0.6 * card_worth.fresh(self) if full else 0.0))

    def harm(self, thing: str, other: Seat) -> float:
        """Nothing goes cheaply to who leads, and no weapon to who would turn it on this seat."""
        if thing == "nothing" or "stellor" in thing:
            return 0.0
        buyer = self.traders[other]
        if buyer["mission"]:
            return weapons.NEVER  # whose money is worth nothing any more
        mine = self.threat(self.me)
        leads = self.threat(buyer) >= max(3.0, *(self.threat(rival) for rival in self.rivals), mine)
        dear = LEADER if leads else 0.0
        turned = weapons.turned_on_giver(self, thing, buyer, weapons.DICE)
        return dear + (weapons.NEVER if turned else 0.0)
