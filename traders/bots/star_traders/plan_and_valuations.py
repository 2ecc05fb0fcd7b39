"""What a seat means to do, and what cards and goods are worth to it: one mind, at every level."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from traders.bots.star_traders import card_worth
from traders.bots.star_traders.voyage_choice import Voyages
from traders.engines.kernel.contract.suggestion import SEED
from traders.engines.star_traders.position.routes import UNREACHABLE, Leg


class Plan(NamedTuple):
    """Where to go and what for."""

    goal: str
    why: str


class Mind(Voyages):
    """What a seat sees, and its goals."""

    # --- where to go ------------------------------------------------------------------------------

    @cached_property
    def plan(self) -> Plan | None:
        """The best thing to make for; None where nothing draws the ship anywhere."""
        calls = self.errand or self.voyage
        return Plan(calls[0].world, calls[0].why) if calls else self.site

    @cached_property
    def site(self) -> Plan | None:
        """The nearest world without a station, where Prestige is to be had by building."""
        if self.prestige >= 27 or self.stellors < 7:
            return None
        cost = {w: self.ways.cost(self.here, w) for w in self.all_worlds if w not in self.held}
        nearest = min(cost, key=lambda world: (cost[world], self.lot(world)), default="")
        return Plan(nearest, "build") if nearest and cost[nearest] < UNREACHABLE else None

    @property
    def goal(self) -> str:
        """Where the plan leads, "" for nowhere."""
        return self.plan.goal if self.plan else ""

    def leg(self) -> Leg | None:
        """The next jump of the course, None where it is to stop."""
        return self.course.best(self.me["jumps_left"])[1]

    def nearness(self, world: str) -> float:
        """What it is worth to come out of the jump there, with the attempts that are left."""
        course, left = self.course, self.me["jumps_left"]
        call = course.next_call()
        if world == self.here:
            return course.value(world, call, left)
        return course.arrive(world, call, left)

    @property
    def moved_enough(self) -> bool:
        """Whether Movement has no more use."""
        return not self.me["jumps_left"] or bool(self.trapped) or self.leg() is None

    @property
    def may_leave(self) -> bool:
        """A ship under Quarantine tries only with an Avoid Calamity for each, on a mission, and not
        for ever: what holds it may not be asked about. So advice, always the same, never says it.
        """
        answered = self.hand.count("Avoid Calamity") >= self.trapped
        tries = answered and bool(self.me["mission"]) and self.lot("leave") > 1 / 3
        return not self.trapped or (tries and self.seed != SEED)

    @property
    def loads(self) -> frozenset[str]:
        """Cargoes, in small letters, that the voyage loads here."""
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
        return max(0, self.keep(card) - (card_worth.fresh(self) / 2 if self.crowded else 0))

    @cached_property
    def cheapest(self) -> str:
        """The card that would be missed least, "" for an empty hand."""
        return min(self.hand, key=self.keep, default="")
