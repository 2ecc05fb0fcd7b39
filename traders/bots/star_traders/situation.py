"""What a seat sees, thought over: cargoes and calls, the odds at court, who is to be feared."""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b
from typing import Any

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.edition import Edition, edition
from traders.engines.star_traders.edition.die_faces import FACES, SIDES
from traders.engines.star_traders.position.routes import Lines, Routes, network, routes
from traders.engines.star_traders.position.view_types import OwnSeen, TraderSeen

ZAPS = {"zap": 1, "superzap": 2}
"""By how much a card changes a die."""
FARTHEST = frozenset(("Awesome Andi", "Lucky Lou"))
"""Whose talents bring nearer to winning than the chart tells: by jumps that need no line, by cards
(ST-NEWPERSON-02, ST-PERSON-08).
"""


class Situation:
    """One seat's view. Distances are attempts to be expected."""

    def __init__(self, view: View, seed: int) -> None:
        self.view = view
        self.seed = seed
        self.seat: Seat = view["seat"]
        self.traders: dict[Seat, TraderSeen] = {trader["seat"]: trader for trader in view["seats"]}
        self.me = self.traders[self.seat]
        self.own: OwnSeen = view["own"]
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

    @cached_property
    def later_ways(self) -> Routes:
        """The ways after this turn, when a Codebreaker works no more (ST-CARD-61)."""
        return routes({**self.view, "code_broken": False}, self.seat)

    def ways_of(self, seat: Seat) -> Routes:
        return routes(self.view, seat)

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

    # --- worlds -----------------------------------------------------------------------------------

    @cached_property
    def all_worlds(self) -> tuple[str, ...]:
        return tuple(world["name"] for world in self.view["chart"]["worlds"])

    def place(self, small: str) -> str:
        """The world with this name in small letters."""
        return next((world for world in self.all_worlds if world.lower() == small), small)

    @cached_property
    def held(self) -> frozenset[str]:
        """Worlds with a station."""
        return frozenset(world for trader in self.view["seats"] for world in trader["stations"])

    @cached_property
    def yards(self) -> frozenset[str]:
        """Worlds where the seat can have an engine built."""
        worlds = self.view["chart"]["worlds"]
        everywhere = self.own["builds_engines_anywhere"]
        return frozenset(world["name"] for world in worlds if world["shipyard"] or everywhere)

    @cached_property
    def trapped(self) -> int:
        """Quarantines on the own world not yet answered."""
        return sum(
            1
            for one in self.view["quarantines"]
            if one["world"] == self.here and one["number"] not in self.me["answered"]
        )

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

    @cached_property
    def laden(self) -> bool:
        """Whether a mission has to wait for a delivery: the hold has no room for the Imperial
        Cargo, and there is no money to abandon anything (ST-DELIVER-22).
        """
        full = len(self.me["cargo"]) >= 2 and not self.has_imperial(self.me)
        return full and self.stellors < self.book.prices["abandon_stellors"]

    # --- the court --------------------------------------------------------------------------------

    def granted(self, prestige: int, stellors: int, die: int) -> bool:
        """Whether a petition that shows `die` is granted to one with so much Prestige and money,
        the best bonus added.
        """
        row = self.book.petition_row(die + self.book.zone(prestige).bonus, self.advanced)
        if row.prestige_spent(prestige) > prestige:
            return False
        return row.outcome == "granted" or (
            row.outcome == "price" and row.price_stellors <= stellors
        )

    def faces(self, prestige: int | None = None, stellors: int | None = None, zap: int = 0) -> int:
        """The faces that grant an own petition, where the die can be raised by `zap`."""
        prestige = self.prestige if prestige is None else prestige
        stellors = self.stellors if stellors is None else stellors
        if not self.advanced and not self.book.zone(prestige).mission_petition:
            return 0
        raised = [range(die, die + zap + 1) for die in FACES]
        return sum(any(self.granted(prestige, stellors, n) for n in up) for up in raised)

    def odds(self, prestige: int | None = None, zap: int = 0) -> float:
        """The chance of an own petition."""
        return self.faces(prestige, zap=zap) / SIDES

    @cached_property
    def zap(self) -> int:
        """By how much a card of the own hand can raise a die."""
        return max((ZAPS.get(card.lower(), 0) for card in self.hand), default=0)

    # --- rivals -----------------------------------------------------------------------------------

    @cached_property
    def rivals(self) -> list[TraderSeen]:
        return [
            trader
            for trader in self.view["seats"]
            if trader["seat"] != self.seat and not trader["out"]
        ]

    def seat_named(self, name: str) -> TraderSeen | None:
        return self.traders.get(name)

    def threat(self, trader: TraderSeen) -> float:
        """How near a Trader is to winning, 0 to 10."""
        if trader["mission"]:
            return 10 if self.has_imperial(trader) else 7
        if self.advanced:
            chain: float = len(trader["chain"]) / self.view["chain_needed"]
            return min(10, 9 * chain + trader["prestige"] / 12)
        nearer = FARTHEST.intersection(trader["personality"])
        return min(5, trader["prestige"] / 4 + len(nearer))

    @cached_property
    def leader(self) -> TraderSeen | None:
        """The rival most to be feared."""
        return max(
            self.rivals,
            key=lambda rival: (self.threat(rival), self.lot(rival["seat"])),
            default=None,
        )

    # --- cards ------------------------------------------------------------------------------------

    @property
    def crowded(self) -> bool:
        """Whether the next draw would find no room in the hand."""
        return len(self.hand) >= self.own["hand_limit"]

    def named_card(self, small: str) -> str:
        """The card of the own hand with this name in small letters."""
        return next(
            (card for card in (*self.hand, *self.book.cards) if card.lower() == small), small
        )
