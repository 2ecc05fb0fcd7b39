"""Where the ship goes: the voyage that saves more turns than its attempts are worth, with an
eye on who else goes there.
"""

from __future__ import annotations

from functools import cached_property
from math import exp
from typing import Any

from traders.bots.star_traders.jump_planning import Call, Course
from traders.bots.star_traders.turns_saved import Gains
from traders.engines.kernel.contract.contract import View
from traders.engines.star_traders.position.routes import UNREACHABLE
from traders.engines.star_traders.position.view_types import TraderSeen

LENIENT = 1 / 3
"""So much of what an attempt is worth is asked of a voyage: a poor one is better than none."""
CARRIES, MIGHT = 0.9, 0.4
"""How likely a rival means to serve a contract whose cargo it carries, or does not."""
CLOSE = 0.7
"""Turns by which a race is still close."""
RISK = 0.98
"""What a delivery is worth one attempt later: somebody may be there first."""
DENIED = 0.4
"""What it is worth beside a delivery that the only rival has come for nothing."""
LONGEST = 4
"""Calls of a voyage that are thought out."""
BOUNTY = 30
"""What the goal of an errand is worth, in turns: more than all else."""


class Voyages(Gains):
    """What a seat sees, and its voyages."""

    def __init__(self, view: View, seed: int) -> None:
        super().__init__(view, seed)
        self._asked: float = LENIENT
        self._races: dict[int, tuple[float, list[tuple[float, float]]]] = {}

    @cached_property
    def errand(self) -> tuple[Call, ...]:
        """What leaves no choice: an Envoy, a mission, a chain."""
        mission = self.me["mission"]
        if self.me["envoy"]:
            return (Call(self.me["envoy"], 1, "envoy"),)
        if mission and not self.laden:
            home = Call(mission["to"], BOUNTY, "mission")
            there = Call(mission["from"], BOUNTY, "mission")
            return (home,) if self.has_imperial(self.me) else (there, home)
        world, why = self.chain_goal() if self.advanced else ("", "")
        return (Call(world, BOUNTY, why),) if world else ()

    @cached_property
    def course(self) -> Course:
        """This turn's jumps, thought out on the way to the calls."""
        return Course(self, self.errand or self.voyage)

    @cached_property
    def voyage(self) -> tuple[Call, ...]:
        """The calls of the voyage that saves most turns beyond what its attempts are worth."""
        depth = LONGEST if len(self.contracts) <= 3 else LONGEST - 1
        hold, left = tuple(self.aboard), tuple(range(len(self.calls)))
        for self._asked in (LENIENT, 0):
            worth, calls = self._calls(self.here, hold, left, 0, depth)
            if calls:
                break
        for world in self.yards if self.engine_gain else ():
            gain = self.engine_gain - self.attempt * self.ways.cost(self.here, world)
            if gain > worth:
                worth, calls = gain, (Call(world, self.engine_gain, "engine"),)
        return self._by_way_of_a_victim(calls if worth > 0 else ())

    def _by_way_of_a_victim(self, calls: tuple[Call, ...]) -> tuple[Call, ...]:
        """The same voyage, by way of a rival's ship where Piracy pays for the detour."""
        if "Piracy" not in self.hand or self.view["turn"] != self.seat:
            return calls
        first = next((n for n, call in enumerate(calls) if call.world != self.here), len(calls))
        after = calls[first].world if first < len(calls) else ""
        for rival in self.rivals:
            way = self.ways.cost(self.here, rival["at"]) if rival["at"] else UNREACHABLE
            if way > self.me["jumps_left"] or rival["prestige"] < 2 or rival["at"] == self.here:
                continue
            full = len(self.me["cargo"]) >= 2
            gain = self.saved(2, 0) + any(not cargo["owner"] for cargo in rival["cargo"])
            if after:
                way += self.ways.cost(rival["at"], after) - self.ways.cost(self.here, after)
            if not (full and rival["cargo"]) and gain > self.attempt * way:
                return (*calls[:first], Call(rival["at"], gain, "piracy"), *calls[first:])
        return calls

    def _calls(
        self, here: str, hold: tuple[str, ...], left: tuple[int, ...], spent: float, depth: int
    ) -> tuple[float, tuple[Call, ...]]:
        best: tuple[float, tuple[Call, ...]] = (0, ())
        if not depth:
            return best
        for place in left:
            contract = self.calls[place]
            cargo = contract["cargo"]
            if cargo in hold:
                found = self._bring(contract, here, hold, left, spent, depth)
            elif len(hold) < 2 and contract["from"]:
                found = self._fetch(contract, here, hold, left, spent, depth)
            else:
                continue
            if found[0] > best[0] + 1e-9:
                best = found
        return best

    def _bring(
        self,
        contract: dict[str, Any],
        here: str,
        hold: tuple[str, ...],
        left: tuple[int, ...],
        spent: float,
        depth: int,
    ) -> tuple[float, tuple[Call, ...]]:
        """A cargo that is aboard, delivered next."""
        reach = self.ways.cost(here, contract["to"])
        if reach >= UNREACHABLE:
            return 0, ()
        then = spent + reach
        gain = self.expected(contract, then)
        rest = list(hold)
        rest.remove(contract["cargo"])
        more = self._calls(
            contract["to"],
            tuple(rest),
            tuple(one for one in left if self.calls[one] is not contract),
            then,
            depth - 1,
        )
        call = Call(contract["to"], gain, "trade")
        return gain - self._asked * self.attempt * reach + more[0], (call, *more[1])

    def _fetch(
        self,
        contract: dict[str, Any],
        here: str,
        hold: tuple[str, ...],
        left: tuple[int, ...],
        spent: float,
        depth: int,
    ) -> tuple[float, tuple[Call, ...]]:
        """A cargo loaded next; with no call left its haul alone is counted."""
        reach = self.ways.cost(here, contract["from"])
        if reach >= UNREACHABLE:
            return 0, ()
        more = self._calls(
            contract["from"], (*hold, contract["cargo"]), left, spent + reach, depth - 1
        )
        if not more[1]:
            haul = self.ways.cost(contract["from"], contract["to"])
            gain = self.expected(contract, spent + reach + haul)
            more = (
                gain - self._asked * self.attempt * haul,
                (Call(contract["to"], gain, "trade"),),
            )
        return more[0] - self._asked * self.attempt * reach, (
            Call(contract["from"], 0, "trade"),
            *more[1],
        )

    def expected(self, contract: dict[str, Any], spent: float) -> float:
        """Turns that a delivery should save after so many attempts."""
        if "rid" in contract:
            return self.gains(contract)
        gain, rivals = self._race(contract)
        mine = spent / max(1, self.me["engines"])
        for theirs, sure in rivals:
            gain *= 1 - sure / (1 + exp((theirs - mine) / CLOSE))
        return float(gain * RISK**spent)

    def _race(self, contract: dict[str, Any]) -> tuple[float, list[tuple[float, float]]]:
        """What being first at a contract saves, and of each rival the turns that it should need and
        how likely it means to serve it.
        """
        space = contract["space"]
        if space not in self._races:
            rivals = [self._theirs(rival, contract) for rival in self.rivals]
            denies = [sure for _, sure in rivals] == [CARRIES]
            self._races[space] = (self.gains(contract) * (1 + DENIED * denies), rivals)
        return self._races[space]

    def _theirs(self, rival: TraderSeen, contract: dict[str, Any]) -> tuple[float, float]:
        ways, engines = self.ways_of(rival["seat"]), max(1, rival["engines"])
        if any(cargo["cargo"] == contract["cargo"] for cargo in rival["cargo"]):
            way, sure = ways.cost(rival["at"], contract["to"]), CARRIES
        else:
            way = ways.cost(rival["at"], contract["from"])
            way += ways.cost(contract["from"], contract["to"])
            sure = MIGHT * (len(rival["cargo"]) < 2 and not rival["mission"])
        if not rival["at"] or rival["envoy"]:
            sure = 0
        return way / engines, sure
