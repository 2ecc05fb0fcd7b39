"""What a bot means to do: where it goes, and whether it asks for a mission."""

from __future__ import annotations

from functools import cached_property

from traders.engines.star_traders.bot import imperial_chain
from traders.engines.star_traders.bot.valuation import Plan, Sight


class Mind(Sight):
    """What a bot sees, and its goals."""

    @cached_property
    def plan(self) -> Plan | None:
        """The best thing to make for; None where nothing draws the ship anywhere."""
        if self.me["envoy"]:
            return Plan(self.me["envoy"], 30.0, "envoy")
        mission = self.me["mission"]
        if mission:
            return Plan(
                mission["to"] if self.has_imperial(self.me) else mission["from"], 100.0, "mission"
            )
        if self.advanced:
            goal, why = imperial_chain.goal(self)
            if goal:
                return Plan(goal, 40.0, why)
        return self.yard or self.trade or self.site

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
