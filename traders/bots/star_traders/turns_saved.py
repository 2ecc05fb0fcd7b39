"""What is gained by a delivery, a station, an engine or a petition, in turns saved on the way to an
Imperial Mission, or to a chain of stations in the advanced game.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from traders.bots.star_traders import personality_effects
from traders.bots.star_traders.imperial_station_chain import FACES, Chain
from traders.bots.star_traders.turns_to_mission import (
    PRESTIGE,
    STELLORS,
    Means,
    Prospects,
    prospects,
)

TURN = 11
"""What a turn is worth in Stellors."""

PATIENCE, HURRIED, PRESSED = 0.94, 0.88, 0.9
"""What a mission is worth a turn later: with no rival on one, with one, with one that carries its
cargo. Of two, who has the first mission wins nine games in ten: it is asked for early.
"""
MISSION = 12
"""Attempts that a mission takes."""
PACE = 0.12
"""What part of a delivery an attempt is worth."""
HURRIED_FACES = 2
"""Faces of the die that have to grant a petition where a rival has its mission already."""
RESOLD = 2.5
"""What a station brings again."""
SPARE = 0.004
"""What a Stellor saves on a mission, for repairs."""
CHAIN_PRESTIGE = 2
"""What a point of Prestige is worth on the way to a chain, in Stellors."""
CHAIN_WAY = 30
"""Attempts that a chain takes."""
CHAIN_PURSE = 20
"""Stellors that petitions for stations need."""
LINK = 1
"""Turns saved by a station that is built where the chain wants it."""
RULED = 3
"""Turns saved by a petition for a station of the chain."""


class Gains(Chain):
    """What a seat sees, and what there is to be gained."""

    def means(self, engines: int) -> Means:
        """What the prospects depend on."""
        prestige, stellors = self._delivery(own_station=False)
        return Means(self.view["chart"]["edition"], engines, self._patience(), prestige, stellors)

    def _delivery(self, *, own_station: bool) -> tuple[int, int]:
        """What the Personality adds to a delivery, in Prestige and Stellors."""
        return personality_effects.delivery(
            self.book, self.me["personality"], own_station=own_station
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
        if self.advanced:
            return (stellors + CHAIN_PRESTIGE * prestige) / TURN
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
        if self.me["mission"]:
            return 1 / max(1, self.me["engines"])
        prestige, _ = self._delivery(own_station=False)
        return max(0.02, PACE * self.saved(PRESTIGE + prestige, STELLORS))

    def gains(self, contract: dict[str, Any]) -> float:
        """Turns saved by a delivery."""
        if "rid" in contract:
            return max(SPARE, self.saved(0, 2))
        prestige = contract["prestige"] * (2 if contract["doubled"] else 1)
        stellors = contract["stellors"]
        if contract["special_at"] == "jackpot":
            prestige, stellors = prestige / 3, contract["average"]
        at_home = contract["to"] in self.me["stations"]
        more, paid = self._delivery(own_station=at_home)
        prestige += more + sum(
            any(cargo["cargo"] == contract["cargo"] for cargo in rival["cargo"])
            for rival in self.rivals
        )
        stellors += paid + (contract["station"] if at_home else 0)
        return float(self.saved(prestige, stellors))

    # --- Actions ----------------------------------------------------------------------------------

    def builds(self, world: str) -> float:
        """Turns saved by a station on a world."""
        price = self.own["station_price"]
        if self.stellors < price or self.me["envoy"] or world in self.held:
            return 0
        if self.me["mission"]:
            return SPARE if self.stellors >= 20 else 0
        if not self.advanced:
            return self.saved(self.book.prices["station_prestige_basic"], RESOLD - price)
        if self.extends(world):
            return LINK
        spare = self.stellors >= price + CHAIN_PURSE
        return self.saved(self.book.prices["station_prestige_advanced"], -price) if spare else 0

    @cached_property
    def engine_gain(self) -> float:
        """Turns saved by an engine more, where it can be paid."""
        price = self.own["engine_price"]
        left = self.stellors - price
        if not price or left < (CHAIN_PURSE if self.advanced else 0) or self.me["envoy"]:
            return 0
        return self.engine_for(price)

    def engine_for(self, price: int) -> float:
        """Turns saved by an engine more at a price, now and on the mission."""
        engines = max(1, self.me["engines"])
        if self.me["mission"]:
            return self._sooner(self.mission_way)
        if self.advanced:
            return self._sooner(CHAIN_WAY) + self.saved(0, -price)
        then = prospects(self.means(engines + 1)).turns(self.prestige, self.stellors - price)
        return self.prospects.turns(self.prestige, self.stellors) - then + self._sooner(MISSION)

    def _sooner(self, way: float) -> float:
        """Turns that an engine more saves of so many attempts."""
        engines = self.me["engines"]
        return float(way / max(1, engines) - way / (engines + 1))

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

    def action(self, world: str) -> float:
        """Turns saved by the best Action on a world, petitions for missions apart."""
        if self.petitions:
            return 0
        if self.advanced and self.rules(world):
            return RULED
        engine = self.engine_gain if world in self.yards else 0
        return max(0, self.builds(world), engine)

    @cached_property
    def petitions(self) -> bool:
        """Whether this turn's Action is the petition, wherever the ship is: not at odds below the
        least, though it were the best hope.
        """
        if self.me["mission"] or self.me["envoy"] or self.advanced:
            return False
        least = HURRIED_FACES if any(rival["mission"] for rival in self.rivals) else FACES
        if self.faces(zap=self.zap) < least:
            return False
        hope = self.prospects.petition(self.prestige, self.stellors, self.zap)
        if not hope:
            return False
        other = self.prospects.hope(self.prestige, self.stellors)
        if self.stellors >= self.own["station_price"]:
            other = max(other, self.prospects.hope(self.prestige + 2, self.stellors - 5))
        return hope >= other

    def wants_petition(self) -> bool:
        """Whether a petition is made where the ship is."""
        if self.advanced:
            return self.rules(self.here)
        return self.petitions
