"""The position: plain typed data. Goods and faces are named in small letters. All of it lies open
(TL-REC-03).
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from traders.engines.kernel.positions.hidden import Hidden
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck.bounty_hunters.agenda_steps import AnyHunterStep
from traders.engines.traders_luck.bounty_hunters.hunter_ledger import Hunter
from traders.engines.traders_luck.position.agenda_steps import AnyStep

ELSEWHERE = 0
"""The number of a planet that cannot be followed any more, or never was in play."""


class Options(msgspec.Struct, frozen=True, cache_hash=True):
    """What the players agreed on."""

    days: int
    free_trading: bool
    cargo_bay: bool
    bay_limit: int
    follow_self: bool
    private_cash: bool
    bounty_hunters: bool
    attack_slack: int
    police_stops_pvp: bool
    police_present_catches: bool
    clear_piracy_on_detention: bool
    revision: int = 1
    """Of the rules (contract.Engine.revision)."""


class Lot(msgspec.Struct):
    """A purchase still aboard: good, units, price of each, and the number of the planet that it
    came from (TL-CAR-03, TL-SEL-03).
    """

    good: str
    n: int
    paid: int
    origin: int = ELSEWHERE


class Trader(msgspec.Struct):
    """A seat's ledger (TL-SET-05)."""

    seat: Seat
    credits: Annotated[int, Hidden("another's credits", owner="seat", option="private_cash")]
    days: int
    bay: int
    cargo: list[Lot] = []
    declared: bool = False
    """Has declared to be finished."""
    out: bool = False
    """Has left the game."""

    @property
    def aboard(self) -> int:
        """Units in the hold."""
        return sum([lot.n for lot in self.cargo])

    def kinds(self) -> tuple[str, ...]:
        """The goods aboard."""
        return tuple(dict.fromkeys(lot.good for lot in self.cargo))


class Die(msgspec.Struct):
    """A die on a planet: its kind, the face that it shows ("" before it fell), whether it is set
    aside.
    """

    kind: str
    face: str = ""
    kept: bool = False


class Planet(msgspec.Struct):
    """A planet by its dice; its number is never given again. `by`: whose turn reached it last."""

    number: int
    size: str
    dice: list[Die]
    by: Seat = ""

    def showing(self, kind: str) -> list[str]:
        """Faces of all dice of a kind, in their places."""
        return [die.face for die in self.dice if die.kind == kind and die.face]

    @property
    def goods(self) -> list[str]:
        """What the goods dice show."""
        return self.showing("goods")


class TurnNow(msgspec.Struct):
    """The turn under way."""

    seat: Seat
    number: int = 0
    """Which turn of the game it is."""
    planet: Planet | None = None
    """Where the seat has come to in this turn."""
    followed: bool = False
    landed: bool = False
    """The dice lie as they are."""
    sold: bool = False
    bought: bool = False
    expanded: bool = False
    began: int = 0
    """Days spent when the turn began."""
    income: int = 0
    outlay: int = 0
    attacker: Seat = ""
    """Who came to attack in this turn."""


class Position(msgspec.Struct):
    """Everything there is. `agenda`: the steps to come, the next one last."""

    options: Options
    seats: list[Seat]
    """In the order of the table; the next one is to the left."""
    traders: dict[Seat, Trader]
    turn: TurnNow
    planet: Planet | None = None
    """What can be followed: the planet of the turn last completed (TL-FOL-05)."""
    planets: int = 0
    """Planets reached so far."""
    throws: int = 0
    """Dice thrown so far."""
    hunters: dict[Seat, Hunter] = {}
    """The ledgers of Bounty Hunters & Pirates; empty where it is not in play."""
    keys: int = 0
    agenda: list[AnyStep | AnyHunterStep] = []

    @property
    def active(self) -> Trader:
        """The Trader whose turn it is."""
        return self.traders[self.turn.seat]

    @property
    def here(self) -> Planet:
        """Where the seat on turn has come to."""
        assert self.turn.planet is not None
        return self.turn.planet

    def finished(self, seat: Seat) -> bool:
        """Whether a seat takes no more turns: declared, at the limit, or gone (TL-ORD-06,
        TL-END-04).
        """
        trader = self.traders[seat]
        return trader.declared or trader.out or trader.days >= self.options.days

    def left_of(self, seat: Seat) -> list[Seat]:
        """All seats going left from this one, itself last (TL-ORD-03, TL-ORD-04)."""
        place = self.seats.index(seat) + 1
        return self.seats[place:] + self.seats[:place]

    def in_order(self) -> list[Seat]:
        """The seat on turn first, the others as they would come to play: by fewest days (TL-ORD-02,
        BH-PVP-02).
        """
        return [*([] if self.active.out else [self.turn.seat]), *self.by_days()]

    def by_days(self) -> list[Seat]:
        """The others still in the game by fewest days, ties going left from the seat on turn
        (TL-ORD-02, TL-ORD-03).
        """
        others = [
            seat
            for seat in self.left_of(self.turn.seat)
            if seat != self.turn.seat and not self.traders[seat].out
        ]
        return sorted(others, key=lambda seat: self.traders[seat].days)
