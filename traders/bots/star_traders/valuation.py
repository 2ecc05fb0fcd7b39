"""What a bot makes of a view: where it wants to go, what cargoes and cards are worth, whom it
fears. Values are Stellors, distances attempts to be expected.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b
from math import inf
from typing import Any, NamedTuple

from traders.bots.star_traders import personality_effects
from traders.engines.kernel.contract import View
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.die_faces import FACES, SIDES
from traders.engines.star_traders.edition import Edition, edition
from traders.engines.star_traders.routes import UNREACHABLE, Lines, Routes, network, routes
from traders.engines.star_traders.seen import OwnSeen, TraderSeen

PATIENCE = 0.93
"""What a Stellor is worth one attempt later."""
RID = 3.0
AHEAD = 0.95
"""What part of its worth a contract has that lies open only after a delivery."""
KEEP = {  # what a card in the hand is worth, in Stellors
    "Avoid Calamity": 9.0, "Superjump": 12.0, "Zap": 6.0, "Superzap": 8.0, "You Are Lost": 7.0,
    "Quarantine": 6.0, "Stressed Engines": 5.0, "Lose a Cargo": 5.0, "Lose a Station": 2.0,
    "Codebreaker": 3.0, "Takeover": 3.0, "Piracy": 5.0, "Gotcha": 7.0, "Imperial Favor": 6.0,
    "Imperial Commendation": 12.0, "Court Scandal": 6.0, "Disgrace at Court": 9.0,
    "Imperial Envoy": 7.0,
}  # fmt: skip


KEPT_TO_THE_END = ("Avoid Calamity", "Superjump", "Zap", "Superzap")
"""Cards that bring a mission home."""


class Plan(NamedTuple):
    """Where to go and what for; worth what it brings, less the longer it takes."""

    goal: str
    worth: float
    why: str = ""


class Sight:
    """One seat's view, thought over."""

    def __init__(self, view: View, seed: int) -> None:
        self.view = view
        self.seed = seed
        self.seat: Seat = view["seat"]
        self.traders: dict[Seat, TraderSeen] = {trader["seat"]: trader for trader in view["seats"]}
        self.me = self.traders[self.seat]
        self.own: OwnSeen = view["own"]
        self._arrivals: dict[tuple[str, str], float] = {}
        self.stellors: int = self.own["stellors"]
        self.advanced: bool = view["game"] == "advanced"
        self.hand: tuple[str, ...] = tuple(card["name"] for card in self.own["hand"])

    @cached_property
    def book(self) -> Edition:
        return edition(self.view["chart"]["edition"])

    @cached_property
    def lines(self) -> Lines:
        """The chart's lines, by name."""
        return network(self.view).lines

    @cached_property
    def ways(self) -> Routes:
        return self.ways_of(self.seat)

    @property
    def here(self) -> str:
        return str(self.me["at"])

    @property
    def prestige(self) -> int:
        return int(self.me["prestige"])

    def lot(self, *words: object) -> float:
        """A number in 0..1 that the seed and the words decide: variety without chance."""
        text = "|".join(map(str, (self.seed, self.seat, *words)))
        return int.from_bytes(blake2b(text.encode(), digest_size=6).digest()) / 2**48

    @cached_property
    def rivals(self) -> list[TraderSeen]:
        return [
            trader
            for trader in self.view["seats"]
            if trader["seat"] != self.seat and not trader["out"]
        ]

    def place(self, small: str) -> str:
        """The world with this name in small letters."""
        return next(
            (
                str(world["name"])
                for world in self.view["chart"]["worlds"]
                if world["name"].lower() == small
            ),
            small,
        )

    def seat_named(self, name: str) -> TraderSeen | None:
        return self.traders.get(name)

    # --- cargoes and contracts --------------------------------------------------------------------

    @cached_property
    def contracts(self) -> list[dict[str, Any]]:
        return [contract for contract in self.view["contracts"] if contract is not None]

    @cached_property
    def calls(self) -> list[dict[str, Any]]:
        """What a voyage may serve: Current Contracts, and Completed ones to be rid of a cargo that
        lost its race.
        """
        rid = [
            {"cargo": one["cargo"], "from": "", "to": one["to"], "rid": True}
            for one in self.view["completed"]
            if self.seat in one["rights"] and one["cargo"] in self.aboard
        ]
        return [*self.contracts, *rid]

    @cached_property
    def outlook(self) -> list[dict[str, Any]]:
        """The same, with the contracts that lie ahead where the seat sees them."""
        return [*self.calls, *personality_effects.foreseen(self.book, self.own)]

    @cached_property
    def aboard(self) -> list[str]:
        """The trade cargoes in the own hold."""
        return [cargo["cargo"] for cargo in self.me["cargo"] if not cargo["owner"]]

    def has_imperial(self, trader: TraderSeen) -> bool:
        """Whether a Trader's own Imperial Cargo is aboard."""
        return any(cargo["owner"] == trader["seat"] for cargo in trader["cargo"])

    def mission_goal(self, trader: TraderSeen) -> str:
        """Where the mission of a Trader leads next: to its cargo, or with it."""
        mission = trader["mission"]
        assert mission
        return str(mission["to"] if self.has_imperial(trader) else mission["from"])

    def prestige_worth(self) -> float:
        """What a point of Prestige is worth: most on the way to a petition, little near the
        ceiling.
        """
        if self.advanced:
            return 2.2 if self.prestige < 12 else 0.8
        if self.me["mission"] or self.prestige >= 28:
            return 0.3
        if self.stellors >= personality_effects.RICH:  # Prestige is all that a petition lacks
            return 6.0 if self.prestige < 15 else 3.0
        return 4.0 if self.prestige < 15 else 2.2

    def pays(self, contract: dict[str, Any]) -> float:
        """What delivering on a Current Contract brings, races and own stations counted; a free hold
        is worth a little.
        """
        if "rid" in contract:
            return RID
        prestige = contract["prestige"] * (2 if contract["doubled"] else 1)
        stellors = (
            contract["average"] if contract["special_at"] == "jackpot" else contract["stellors"]
        )
        if contract["special_at"] == "jackpot":
            prestige /= 3
        racing = sum(
            1
            for rival in self.rivals
            if any(cargo["cargo"] == contract["cargo"] for cargo in rival["cargo"])
        )
        at_home = contract["to"] in self.me["stations"]
        more, paid = personality_effects.delivery(
            self.book, self.me["personality"], own_station=at_home
        )
        money = stellors + paid + (contract["station"] if at_home else 0)
        worth = float(money + (prestige + racing + more) * self.prestige_worth())
        return worth * AHEAD if "ahead" in contract else worth

    def beaten(self, contract: dict[str, Any], attempts: float) -> bool:
        """Whether a rival with the cargo aboard should be there first."""
        if "rid" in contract:
            return False
        mine: float = attempts / max(1, self.me["engines"])
        return self._first_rival(contract["cargo"], contract["to"]) < mine

    def ways_of(self, seat: Seat) -> Routes:
        return routes(self.view, seat)

    def _first_rival(self, cargo: str, to: str) -> float:
        """The turns that the nearest rival with this cargo aboard should take to a world."""
        if (cargo, to) not in self._arrivals:
            self._arrivals[cargo, to] = min(
                (
                    self.ways_of(rival["seat"]).cost(rival["at"], to) / max(1, rival["engines"])
                    for rival in self.rivals
                    if any(aboard["cargo"] == cargo for aboard in rival["cargo"])
                    and rival["at"]
                    and not rival["envoy"]
                ),
                default=inf,
            )
        return self._arrivals[cargo, to]

    # --- where to go ------------------------------------------------------------------------------

    @cached_property
    def yard(self) -> Plan | None:
        """The nearest shipyard, for a ship of few engines and much money."""
        if (
            self.me["engines"] > (3 if self.stellors >= personality_effects.PLENTY else 2)
            or self.stellors < self.own["engine_price"] + 30
            or self.own["builds_engines_anywhere"]
        ):
            return None
        yards = [world["name"] for world in self.view["chart"]["worlds"] if world["shipyard"]]
        nearest = min(
            yards, key=lambda world: (self.ways.cost(self.here, world), world), default=""
        )
        return (
            Plan(nearest, 20.0, "engine")
            if nearest and self.ways.cost(self.here, nearest) < UNREACHABLE
            else None
        )

    @cached_property
    def site(self) -> Plan | None:
        """The nearest world without a station, where Prestige is to be had by building."""
        if self.prestige >= 27 or self.stellors < 7:
            return None
        held = {world for trader in self.view["seats"] for world in trader["stations"]}
        free = [
            world["name"] for world in self.view["chart"]["worlds"] if world["name"] not in held
        ]
        cost = {world: self.ways.cost(self.here, world) for world in free}
        nearest = min(free, key=lambda world: (cost[world], self.lot(world)), default="")
        return Plan(nearest, 5.0, "build") if nearest and cost[nearest] < UNREACHABLE else None

    @cached_property
    def trade(self) -> Plan | None:
        """The trading voyage that pays best: up to three calls ahead, four for who sees further."""
        calls = 3 if self.outlook == self.calls else 4
        worth, stops = self._voyage(
            self.here, tuple(self.aboard), tuple(range(len(self.outlook))), 0.0, calls
        )
        return Plan(stops[0], worth, "trade") if stops and worth > 0.5 else None

    def _voyage(
        self, here: str, hold: tuple[str, ...], left: tuple[int, ...], spent: float, calls: int
    ) -> tuple[float, tuple[str, ...]]:
        """Worth and calls of the best voyage from `here` with these cargoes aboard and these
        contracts still open.
        """
        best: tuple[float, tuple[str, ...]] = (0.0, ())
        if calls == 0:
            return best
        for place in left:
            contract = self.outlook[place]
            if "ahead" in contract and len(left) == len(self.outlook):
                continue  # it lies open after a delivery
            cargo = contract["cargo"]
            if cargo in hold:
                reach = self.ways.cost(here, contract["to"])
                then = spent + max(reach, 0.2)
                if reach >= UNREACHABLE:
                    continue
                gain = (
                    self._worths[place]
                    * PATIENCE**then
                    * (0.25 if self.beaten(contract, then) else 1.0)
                )
                rest = list(hold)
                rest.remove(cargo)
                more = self._voyage(
                    contract["to"],
                    tuple(rest),
                    tuple(p for p in left if p != place),
                    then,
                    calls - 1,
                )
                found = (gain + more[0], (contract["to"], *more[1]))
            elif len(hold) < 2 and contract["from"]:
                reach = self.ways.cost(here, contract["from"])
                if reach >= UNREACHABLE:
                    continue
                more = self._voyage(
                    contract["from"], (*hold, cargo), left, spent + reach + 0.1, calls - 1
                )
                if not more[1]:
                    more = (self._haul(place, spent + reach), ())
                found = (more[0], (contract["from"], *more[1]))
            else:
                continue
            if found[0] > best[0] + 1e-9:
                best = found
        return best

    def _haul(self, place: int, spent: float) -> float:
        """What a cargo just loaded is worth when the voyage is looked at no further."""
        contract = self.outlook[place]
        reach = spent + self.ways.cost(contract["from"], contract["to"])
        return float(self._worths[place] * PATIENCE**reach * 0.9) if reach < UNREACHABLE else 0.0

    @cached_property
    def _worths(self) -> list[float]:
        """What delivering on each contract of the outlook brings."""
        return [self.pays(contract) for contract in self.outlook]

    # --- the court --------------------------------------------------------------------------------

    def granted(self, prestige: int, stellors: int, die: int) -> bool:
        """Whether a petition that shows `die` is granted to one with so much Prestige and money,
        the best bonus added.
        """
        result = die + self.book.zone(prestige).bonus
        printed = self.book.printed
        table = printed.petition_station if self.advanced else printed.petition_mission
        row = next(row for row in table if row.low <= result <= row.high)
        if row.prestige_spent(prestige) > prestige:
            return False
        return row.outcome == "granted" or (
            row.outcome == "price" and row.price_stellors <= stellors
        )

    def odds(self, prestige: int | None = None, stellors: int | None = None, zap: int = 0) -> float:
        """The chance that an own petition is granted, where the die can be raised by `zap`."""
        prestige = self.prestige if prestige is None else prestige
        stellors = self.stellors if stellors is None else stellors
        if not self.advanced and not self.book.zone(prestige).mission_petition:
            return 0.0
        raised = [range(die, die + zap + 1) for die in FACES]
        return sum(any(self.granted(prestige, stellors, n) for n in up) for up in raised) / SIDES

    # --- rivals -----------------------------------------------------------------------------------

    def threat(self, trader: TraderSeen) -> float:
        """How near a Trader is to winning, 0 to about 10."""
        if trader["mission"]:
            goal = trader["mission"]["to"]
            if not self.has_imperial(trader):
                return 6.5
            way = self.ways_of(trader["seat"]).cost(trader["at"], goal)
            return (
                8.5 if way > 4 and personality_effects.reach(trader["personality"]) <= 0 else 10.0
            )
        if self.advanced:
            return float(
                min(
                    10.0,
                    9.0 * len(trader["chain"]) / self.view["chain_needed"]
                    + trader["prestige"] / 12,
                )
            )
        nearer = personality_effects.reach(trader["personality"])
        return float(min(5.0, trader["prestige"] / 4 + nearer))

    @cached_property
    def leader(self) -> TraderSeen | None:
        """The rival most to be feared."""
        return max(
            self.rivals,
            key=lambda rival: (self.threat(rival), self.lot(rival["seat"])),
            default=None,
        )

    # --- cards ------------------------------------------------------------------------------------

    def keep(self, card: str) -> float:
        """What a card is worth in the hand."""
        worth = KEEP.get("Imperial Envoy" if card.startswith("Imperial Envoy") else card, 4.0)
        worth = personality_effects.kept(self.me["personality"], card, worth)
        if self.me["mission"]:
            worth *= 2.5 if card in KEPT_TO_THE_END else 0.5
        return worth

    def named_card(self, small: str) -> str:
        """The card of the own hand with this name in small letters."""
        return next(
            (card for card in (*self.hand, *self.book.cards) if card.lower() == small), small
        )

    @cached_property
    def cheapest(self) -> str:
        """The card that would be missed least, "" for an empty hand."""
        return min(self.hand, key=self.keep, default="")

    @cached_property
    def trapped(self) -> int:
        """Quarantines on the own world not yet answered."""
        return sum(
            1
            for one in self.view["quarantines"]
            if one["world"] == self.here and one["number"] not in self.me["answered"]
        )
