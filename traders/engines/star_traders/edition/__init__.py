"""The edition: chart, contracts, deck and printed tables, as data with a digest. A game pins its
edition by the digest.

What was lost from the source and supplied here is marked `reconstructed` in the data. World numbers
are two digits (ST-SETUP-26).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from traders.engines.kernel.book.package_files import printed

Line = tuple[int, int, str]
FILES = ("chart", "contracts", "deck", "tables")
CAPITAL = 66


class World(msgspec.Struct, frozen=True):
    """A world; its number is its own, the tens naming the arm, the units the world in it
    (ST-SETUP-26); `place` counts from the hub outwards, 0 in the hub; x and y lie in 0..1000.
    """

    number: int
    name: str
    arm: int
    place: int
    exports: str
    x: float
    y: float
    shipyard: bool
    start: bool


class Jumpline(msgspec.Struct, frozen=True):
    """A line between two worlds, by their numbers."""

    a: int
    b: int
    colour: str


class Contract(msgspec.Struct, frozen=True):
    """A contract card (ST-CARGO-02); `average` is the expected payment where a die decides
    (ST-MISSION-04).
    """

    id: str
    pick_up: int
    cargo: str
    deliver: int
    stellors: int
    prestige: int
    station: int
    special: str
    average: int


class Card(msgspec.Struct, frozen=True):
    """A kind of Trader's Luck card: how many there are and what is printed on it, helping its
    player or hindering others (ST-LUCK-01).
    """

    name: str
    count: int
    calamity: bool
    when: str
    target: str
    on_table: bool
    effect: str
    rules: tuple[str, ...]
    destination: int = 0
    size: int = 0
    prestige: int = 0
    reconstructed: bool = False


class Special(msgspec.Struct, frozen=True):
    """A special payoff (ST-PAYOFF-08)."""

    key: str
    world: int = 0
    effect: str = ""
    die: int = 0
    min_roll: int = 0
    ends_turn: bool = False
    reconstructed: bool = False
    rules: tuple[str, ...] = ()


class Colour(msgspec.Struct, frozen=True):
    """Minimum rolls on lines of a colour; a station minimum of 0 is no roll (ST-JUMP-05,
    ST-JUMP-08).
    """

    colour: str
    min_roll: int
    station_min_roll: int
    velma_min_roll: int
    velma_station_min_roll: int
    navigator_bonus: bool


class EnginePrice(msgspec.Struct, frozen=True):
    engine: int
    stellors: int
    only: str
    reconstructed: bool = False


class Players(msgspec.Struct, frozen=True):
    """What depends on the number of players."""

    players: int
    contracts_basic: int
    contracts_advanced: int
    chain_advanced: int
    psychic_cards: int
    space1_doubles: bool
    reconstructed: bool = False


class Zone(msgspec.Struct, frozen=True):
    """A stretch of the Prestige track (ST-PRESTIGE-11)."""

    low: int
    high: int
    bonus: int
    mission_petition: bool
    reconstructed: bool = False


class PetitionRow(msgspec.Struct, frozen=True):
    """A row of a petition table; a price of -1: not granted at any price."""

    low: int
    high: int
    label: str
    outcome: str
    price_stellors: int
    price_prestige: str
    fail_stellors: int
    fail_prestige: int
    lose_turns: int
    auction: bool
    rule: str
    reconstructed: bool = False

    def prestige_spent(self, held: int) -> int:
        """The Prestige that a grant costs: so much, or a part of what is held, rounded down
        (ST-IMPERIAL-04, ST-IMPERIAL-05).
        """
        part, _, whole = self.price_prestige.partition("/")
        return held * int(part) // int(whole) if whole else int(part)


class Personality(msgspec.Struct, frozen=True):
    name: str
    set: str
    summary: str
    rules: str
    start_world: int = 0
    extra_stations: int = 0
    start_stellors: int = 0
    start_engines: int = 0


class Printed(msgspec.Struct, frozen=True):
    """All the data of an edition as it stands in its files."""

    worlds: tuple[World, ...]
    jumplines: tuple[Jumpline, ...]
    contracts: tuple[Contract, ...]
    special_payoffs: tuple[Special, ...]
    cards: tuple[Card, ...]
    engine_prices: tuple[EnginePrice, ...]
    by_players: tuple[Players, ...]
    line_colours: tuple[Colour, ...]
    prestige_zones: tuple[Zone, ...]
    petition_mission: tuple[PetitionRow, ...]
    petition_station: tuple[PetitionRow, ...]
    personalities: tuple[Personality, ...]
    start: dict[str, int]
    limits: dict[str, int]
    prices: dict[str, int]
    prices_reconstructed: dict[str, int]
    bonuses: dict[str, Any]


class Chart:
    """The galaxy of one game: the edition's, or a scenario's lines, shipyards and stars in their
    place.
    """

    def __init__(
        self,
        worlds: tuple[World, ...],
        lines: tuple[Line, ...],
        shipyards: frozenset[int],
        stars: frozenset[int],
    ) -> None:
        self.lines = lines
        self.shipyards = shipyards
        self.stars = tuple(sorted(stars))  # one an arm, and Capital (ST-SETUP-12)
        self.neighbours: dict[int, dict[int, str]] = {world.number: {} for world in worlds}
        for one, other, colour in lines:
            self.neighbours[one][other] = colour  # (ST-JUMP-17)
            self.neighbours[other][one] = colour

    def colour(self, one: int, other: int) -> str:
        """The colour of the line between two worlds, or "" if none joins them."""
        return self.neighbours.get(one, {}).get(other, "")


class Edition:
    """An edition, with its look-ups by name and number."""

    def __init__(self, printed: Printed, digest: str) -> None:
        self.printed = printed
        self.digest = digest
        self.worlds = {world.number: world for world in printed.worlds}
        self.contracts = {contract.id: contract for contract in printed.contracts}
        self.cards = {card.name: card for card in printed.cards}
        self.colours = {colour.colour: colour for colour in printed.line_colours}
        self.specials = {special.key: special for special in printed.special_payoffs}
        self.personalities = {
            personality.name: personality for personality in printed.personalities
        }
        self.world_named = {world.name.casefold(): world for world in printed.worlds}
        self.exported_from = {world.exports: world.number for world in printed.worlds}
        self.start = printed.start
        self.limits = printed.limits
        self.prices = {**printed.prices, **printed.prices_reconstructed}
        self.bonuses = printed.bonuses

    def title(self, contract: str) -> str:
        """A contract as it is written everywhere: `Fur to Frygia`."""
        found = self.contracts[contract]
        return f"{found.cargo} to {self.worlds[found.deliver].name}"

    def figure_of(self, card: str) -> int:
        """The number in what a card does: Prestige, or how far it moves a die; 0 where none is."""
        found = self.cards[card]
        of_its_own: int = self.bonuses.get(f"{card.lower()}_prestige", 0)
        return found.size or abs(found.prestige) or of_its_own

    def contract_titled(self, title: str) -> str:
        """The id of a contract by its title; `KeyError` if there is none."""
        return self._titles[title.casefold()]

    @cached_property
    def _titles(self) -> dict[str, str]:
        return {self.title(contract).casefold(): contract for contract in self.contracts}

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """All Trader's Luck cards in the edition's order (ST-LUCK-01, ST-LUCK-13)."""
        return tuple(card.name for card in self.printed.cards for _ in range(card.count))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return tuple((line.a, line.b, line.colour) for line in self.printed.jumplines)

    def players(self, count: int) -> Players:
        return next(row for row in self.printed.by_players if row.players == count)

    def zone(self, prestige: int) -> Zone:
        """The stretch of the track in which so much Prestige lies: what it is good for at court
        (ST-PRESTIGE-01, ST-PRESTIGE-11).
        """
        for zone in self.printed.prestige_zones:
            if zone.low <= prestige <= zone.high:
                return zone
        raise LookupError(f"no zone of the track holds {prestige}")

    def petition_row(self, result: int, station: int = 0) -> PetitionRow:
        """The row of the Petition Table for a result (ST-PETITION-12 to 20), or of that for a
        station (ST-IMPERIAL-02, ST-IMPERIAL-09 to 17).
        """
        table = self.printed.petition_station if station else self.printed.petition_mission
        return next(row for row in table if row.low <= result <= row.high)

    @lru_cache(maxsize=256)  # noqa: B019 - editions live as long as the process
    def chart(
        self,
        lines: tuple[Line, ...] | None = None,
        shipyards: tuple[int, ...] | None = None,
        stars: tuple[int, ...] | None = None,
    ) -> Chart:
        """The galaxy with what a position puts in place of the edition's. Capital is a shipyard on
        every chart (ST-ENGINE-09).
        """
        worlds = self.printed.worlds
        yards = {w.number for w in worlds if w.shipyard} if shipyards is None else set(shipyards)
        starred = {w.number for w in worlds if w.start} if stars is None else set(stars)
        return Chart(
            worlds,
            self.lines if lines is None else lines,
            frozenset(yards | {CAPITAL}),
            frozenset(starred),
        )


def load(data: Mapping[str, object]) -> Edition:
    """An edition from its data (the tables of all files together); `msgspec.ValidationError` where
    they are not as they should be.
    """
    digest = sha256(msgspec.json.encode(data, order="sorted")).hexdigest()[:16]
    return Edition(msgspec.convert(data, Printed, strict=False), digest)


@cache
def printed_data() -> dict[str, Any]:
    """The tables of the edition that comes with the service."""
    data: dict[str, Any] = {}
    for name in FILES:
        data.update(tomllib.loads(printed(__name__, f"{name}.toml")))
    return data


@cache
def standard() -> Edition:
    """The edition that comes with the service."""
    return load(printed_data())


EDITIONS: dict[str, Edition] = {}
"""Editions by digest, the standard one by "" too: entered here when they are first asked for."""
FINDERS: list[Callable[[str], dict[str, Any] | None]] = []
"""Where a host keeps clubs' editions: asked by digest for the whole data of one that is not at
hand.
"""


def edition(digest: str = "") -> Edition:
    """The edition with this digest, the standard one for ""; `KeyError` for one that nobody has."""
    return EDITIONS.get(digest) or _sought(digest)


def _sought(digest: str) -> Edition:
    """One that is not at hand yet."""
    ours = standard()
    if digest in ("", ours.digest):
        EDITIONS[digest] = ours
    else:
        for find in FINDERS:
            data = find(digest)
            if data is not None:
                enter(data)
    return EDITIONS[digest]


def enter(data: Mapping[str, object]) -> str:
    """Have an edition at hand; returns its digest."""
    found = load(data)
    EDITIONS[found.digest] = found
    return found.digest
