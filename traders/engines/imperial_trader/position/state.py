"""The position: plain typed data. A buy order is written `Grain to Vigil`, the cargo being the
pick-up planet's export (IT-ORD-01).
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from traders.engines.imperial_trader.position.agenda_steps import AnyStep
from traders.engines.kernel.positions.hidden import Hidden
from traders.engines.kernel.seats import Seat

SETTLERS = "Settlers"
ALIEN_GOODS = "Alien goods"


class Planet(msgspec.Struct, frozen=True):
    """An Imperial World by name, its class and its one export (IT-MAP-02, IT-MAP-04)."""

    name: str
    kind: str
    export: str


class Lane(msgspec.Struct, frozen=True):
    """A space lane between two planets, so many spaces long (IT-MAP-05, IT-MAP-06)."""

    a: str
    b: str
    spaces: int


class Chart(msgspec.Struct, frozen=True, cache_hash=True):
    """A sub-sector. `frontier`: how many of the default chart's frontier worlds it has."""

    name: str
    planets: tuple[Planet, ...]
    lanes: tuple[Lane, ...]
    orders: tuple[str, ...]
    frontier: bool = False


class Options(msgspec.Struct, frozen=True):
    """What the players agreed on."""

    order_limit: int
    rounds: int
    shifting_imperium: bool
    hull_stacks: bool
    keep_upgrades: bool
    rounds_at_once: bool
    revision: int = 1
    """Of the rules (contract.Engine.revision)."""


class Place(msgspec.Struct, frozen=True, cache_hash=True):
    """Where a ship is: at a planet, or `n` spaces out from it towards `to`."""

    planet: str
    to: str = ""
    n: int = 0

    def written(self) -> str:
        """`Carthax`, or `Carthax>Vigil:2`."""
        return f"{self.planet}>{self.to}:{self.n}" if self.to else self.planet


class Captain(msgspec.Struct):
    """A seat's captain and ship (IT-OBJ-01)."""

    seat: Seat
    at: Place
    credits: int
    damage: int
    """Damage points left."""
    actions: int
    """Actions left in this turn."""
    home: str
    """The starting planet."""
    upgrades: list[str] = []
    orders: list[str] = []
    cargo: list[str] = []
    """Orders whose cargo is aboard, and loads without a card."""
    delayed: list[str] = []
    """Of the cargo aboard, that whose drop-off was closed meanwhile (IT-SHF-08)."""
    licence: bool = False
    out: bool = False
    """Has left the game."""

    @property
    def loads(self) -> list[str]:
        """Loads without a card; each counts as one order (IT-SHF-11, IT-SHF-12)."""
        return [load for load in self.cargo if load == SETTLERS or load.startswith(ALIEN_GOODS)]

    @property
    def held(self) -> int:
        """How many orders count against the limit (IT-DEA-04)."""
        return len(self.orders) + len(self.loads)


class TurnNow(msgspec.Struct):
    """The turn under way."""

    seat: Seat
    number: int = 0
    """Which turn of the game it is."""
    acted: bool = False
    results: list[str] = []
    """What the first action came to (IT-PBM-02)."""
    branch: str = ""
    """What the latest `if` came to: `met` or `unmet`."""
    handed_in: bool = False
    drawn: int = 0
    """Cards drawn in the game so far."""


class War(msgspec.Struct):
    """A war zone until the end of that round (IT-SHF-03)."""

    at: str
    until: int


class Fallen(msgspec.Struct):
    """A fallen world, to heretics or aliens (IT-SHF-04)."""

    at: str
    to: str


class Frontier(msgspec.Struct):
    """A frontier world that is revealed (IT-SHF-09)."""

    at: str
    settled: bool = False


class Position(msgspec.Struct):
    """Everything there is. `agenda`: the steps to come, the next one last. `fallen`: the longest
    fallen first.
    """

    options: Options
    chart: Chart
    seats: list[Seat]
    """In the order of the table; the next one is to the left."""
    captains: dict[Seat, Captain]
    turn: TurnNow
    deck: Annotated[list[str], Hidden("the order deck")]
    first: Seat = ""
    """Who goes first in each round (IT-SET-06)."""
    round: int = 1
    wars: list[War] = []
    fallen: list[Fallen] = []
    frontier: list[Frontier] = []
    ordered: Annotated[dict[Seat, list[str]], Hidden("what others ordered", owner="key")] = {}
    """What seats ordered for the round under way and is still to be carried out, known to them
    alone (IT-PBM-03).
    """
    keys: int = 0
    agenda: list[AnyStep] = []

    @property
    def active(self) -> Captain:
        """The captain whose turn it is."""
        return self.captains[self.turn.seat]

    def in_order(self) -> list[Seat]:
        """Seats still in the game, round the table from the seat on turn (IT-SET-06)."""
        place = self.seats.index(self.turn.seat)
        return [
            seat for seat in self.seats[place:] + self.seats[:place] if not self.captains[seat].out
        ]

    def clockwise(self) -> list[Seat]:
        """The order of play in a round, from the first player (IT-SET-06)."""
        place = self.seats.index(self.first) if self.first else 0
        return self.seats[place:] + self.seats[:place]
