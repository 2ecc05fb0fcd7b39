"""What a master gains by a delivery, a station, an engine or a petition, in turns saved on the way
to an Imperial Mission.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from traders.bots.star_traders.goals import Mind
from traders.bots.star_traders.master.turns_to_mission import (
    PRESTIGE,
    STELLORS,
    Means,
    Prospects,
    prospects,
)
from traders.bots.star_traders.reactions import SIZE

PATIENCE, HURRIED, PRESSED = 0.94, 0.88, 0.9
"""What a mission is worth a turn later: with no rival on one, with one, with one that carries its
cargo. Of two, who has the first mission wins nine games in ten: it is asked for early.
"""
MISSION = 12.0
"""Attempts that a mission takes."""
PACE = 0.12
"""What part of a delivery an attempt is worth."""
LEAST, LEAST_HURRIED = 0.49, 0.33
"""The odds of a petition that is made, and where a rival has its mission already."""
RESOLD = 2.5
"""What a station brings again."""
SPARE = 0.004
"""What a Stellor saves on a mission, for repairs."""


class Gains(Mind):
    """What a master sees, and what there is to be gained."""

    def means(self, engines: int, patience: float = 0.0) -> Means:
        """What the prospects depend on."""
        talents = self.me["personality"]
        return Means(
            self.view["chart"]["edition"],
            engines,
            patience or self._patience(),
            2 * ("The Hero" in talents),
            4 * ("The Negotiator" in talents),
        )

    def _patience(self) -> float:
        missions = [rival for rival in self.rivals if rival["mission"]]
        if any(self.has_imperial(rival) for rival in missions):
            return PRESSED
        return HURRIED if missions else PATIENCE

    @cached_property
    def prospects(self) -> Prospects:
        return prospects(self.means(max(1, self.me["engines"])))

    def saved(self, prestige: float, stellors: float) -> float:
        """Turns that so much more would save; fractions of Prestige between the whole ones."""
        if self.me["mission"]:
            return SPARE * stellors
        now = self.prospects.turns(self.prestige, self.stellors)
        whole = int(prestige // 1)
        low = self.prospects.turns(self.prestige + whole, self.stellors + stellors)
        part = prestige - whole
        high = (
            self.prospects.turns(self.prestige + whole + 1, self.stellors + stellors)
            if part
            else low
        )
        return now - low - (high - low) * part

    @cached_property
    def attempt(self) -> float:
        """What an attempt is worth in turns: its part of what is delivered in one."""
        engines = max(1, self.me["engines"])
        if self.me["mission"] or self.advanced:
            return 1.0 / float(engines)
        worth = PACE * self.saved(PRESTIGE + self.prospects.means.prestige, STELLORS)
        return max(0.02, worth)

    def gains(self, contract: dict[str, Any]) -> float:
        """Turns saved by a delivery."""
        if "rid" in contract:
            return max(0.1, self.saved(0, 2))
        prestige = contract["prestige"] * (2.0 if contract["doubled"] else 1.0)
        stellors = contract["stellors"]
        if contract["special_at"] == "jackpot":
            prestige, stellors = prestige / 3, contract["average"]
        prestige += self.prospects.means.prestige + sum(
            any(cargo["cargo"] == contract["cargo"] for cargo in rival["cargo"])
            for rival in self.rivals
        )
        stellors += self.prospects.means.stellors
        if contract["to"] in self.me["stations"]:
            stellors += contract["station"] + self.prospects.means.stellors // 2
        return float(self.saved(prestige, stellors))

    # --- Actions ----------------------------------------------------------------------------------

    @cached_property
    def all_worlds(self) -> tuple[str, ...]:
        return tuple(world["name"] for world in self.view["chart"]["worlds"])

    @cached_property
    def held(self) -> frozenset[str]:
        return frozenset(world for trader in self.view["seats"] for world in trader["stations"])

    @cached_property
    def builds(self) -> float:
        """Turns saved by a station more."""
        if self.stellors < self.own["station_price"] or self.me["envoy"]:
            return 0.0
        if self.me["mission"]:
            return 0.05 if self.stellors >= 20 else 0.0
        return self.saved(
            self.book.prices["station_prestige_basic"], RESOLD - self.own["station_price"]
        )

    @cached_property
    def engine_gain(self) -> float:
        """Turns saved by an engine more, now and on the mission."""
        price, engines = self.own["engine_price"], self.me["engines"]
        if not price or self.stellors < price or self.me["envoy"]:
            return 0.0
        if self.me["mission"]:
            way = self.mission_way
            return float(way / max(1, engines) - way / (engines + 1))
        then = prospects(self.means(engines + 1)).turns(self.prestige, self.stellors - price)
        now = self.prospects.turns(self.prestige, self.stellors)
        return float(now - then + MISSION / max(1, engines) - MISSION / (engines + 1))

    @cached_property
    def mission_way(self) -> float:
        """Attempts that the mission should still take."""
        mission = self.me["mission"]
        assert mission
        if self.has_imperial(self.me):
            return self.ways.cost(self.here, mission["to"])
        return self.ways.cost(self.here, mission["from"]) + self.ways.cost(
            mission["from"], mission["to"]
        )

    @cached_property
    def yards(self) -> frozenset[str]:
        worlds = self.view["chart"]["worlds"]
        everywhere = self.own["builds_engines_anywhere"]
        return frozenset(world["name"] for world in worlds if world["shipyard"] or everywhere)

    def action(self, world: str) -> float:
        """Turns saved by the best Action on a world, petitions apart."""
        if self.petitions:
            return 0.0
        build = self.builds if world not in self.held else 0.0
        engine = self.engine_gain if world in self.yards else 0.0
        return max(0.0, build, engine)

    @cached_property
    def petitions(self) -> bool:
        """Whether this turn's Action is the petition, wherever the ship is: not at odds below the
        least, though it were the best hope.
        """
        if self.me["mission"] or self.me["envoy"] or self.advanced:
            return False
        zap = self.zap
        least = LEAST_HURRIED if any(rival["mission"] for rival in self.rivals) else LEAST
        if self.odds(zap=zap) < least:
            return False
        hope = self.prospects.petition(self.prestige, self.stellors, zap)
        if hope <= 0.0:
            return False
        other = self.prospects.hope(self.prestige, self.stellors)
        if self.stellors >= self.own["station_price"]:
            other = max(other, self.prospects.hope(self.prestige + 2, self.stellors - 5))
        return hope >= other

    @cached_property
    def zap(self) -> int:
        """By how much a card of the own hand can raise a die."""
        return max((SIZE.get(card.lower(), 0) for card in self.hand), default=0)

    def wants_petition(self) -> bool:
        return super().wants_petition() if self.advanced else self.petitions
