"""The position, typed data: spaces are `a1` to `j10`, cards `attack` or, starred, `attack*`."""

from __future__ import annotations

from typing import Annotated

import msgspec

from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.positions.hidden import Hidden, LeftOut
from traders.engines.kernel.positions.storing import Storing
from traders.engines.kernel.seats import Seat
from traders.engines.stratastar.position.agenda_steps import AnyStep


class Options(msgspec.Struct, frozen=True, cache_hash=True):
    """What the players agreed on (SS-OPT-02)."""

    spying: bool
    diplomacy: bool
    retreat: bool
    disaster: bool
    breakthrough: bool
    uneven_start: bool
    exploration: bool
    to_the_death: bool
    low_technology: bool
    power_cards: bool
    abilities: tuple[str, ...]
    battles: str
    worlds: int
    round_cap: int
    fleets: int
    revision: int = 1
    """Of the rules (contract.Engine.revision)."""

    @property
    def revised(self) -> bool:
        """Whether the second revision holds: a phase played again keeps things and not places
        (SS-PBM-04), what is done in another's turn is answered at once (SS-SAB-03), a victory waits
        for the window (SS-VIC-05), the mover learns of all retreats before it pursues (SS-RET-02),
        and no colony is raided for nothing (SS-BRD-02).
        """
        return self.revision > 1


class Ship(msgspec.Struct):
    """A Fleet, or a Warfleet, and where it is; an empire's ships stand in the order in which they
    were built.
    """

    at: str
    war: bool = False


class Empire(msgspec.Struct):
    """A seat's chits, cards and abilities. `raided`: own colonies left out in the next own turn,
    with how often each space was raided; `met`: empires that have adjoined this one; `spare`:
    halves of starred cards that are left in this phase, by kind; `spied`: seats whose hands a spy
    has seen, unchanged since (SS-SPY-01).
    """

    seat: Seat
    homeworld: str = ""
    ships: list[Ship] = []
    colonies: dict[str, int] = {}
    stargates: list[str] = []
    hand: Annotated[dict[str, int], Hidden("another's hand", owner="seat", stock="galaxy")] = {}
    abilities: list[str] = []
    raided: dict[str, int] = {}
    met: list[Seat] = []
    spare: dict[str, int] = {}
    spied: list[Seat] = []
    out: bool = False


class Treaty(msgspec.Struct):
    """Two seats that may not attack each other; `left`: own turns until it ends for each; `made`:
    the turn in which it was played.
    """

    left: dict[Seat, int]
    made: int = 0


class Things(msgspec.Struct):
    """What a deed was paid with, drew, shuffled, took, gained and uncovered: the same again where
    its phase is played again (SS-PBM-04).
    """

    price: dict[str, int] = {}
    """Cards that paid its price, without what it threw away beside."""
    drawn: Annotated[list[str], Hidden("another's hand")] = []
    shuffled: Annotated[list[str], Hidden("the Galaxy deck")] = []
    """The deck as it lay after a shuffle; empty where there was none."""
    taken: Annotated[str, Hidden("another's hand")] = ""
    """The card that left another's hand, or the discards."""
    gained: str = ""
    """The ability that a roll brought, or the choice that it left."""
    chits: dict[str, str] = {}
    """Map chits by space."""
    back: int = 0
    """How many cards lie on top of the deck that have gone back there, where it is played again."""


class Deed(msgspec.Struct):
    """Something done in the phase under way, as sabotage needs it: the order, "" where the seat
    left, the outcomes that fell, and the position before it, b"" where nothing is played again from
    there (SS-PBM-04).
    """

    seat: Seat
    order: str
    before: Annotated[bytes, Hidden("others' hands")]
    action: bool = True
    """It is one of the active seat's, which the phase report tells."""
    outcomes: list[int] = []
    paid: dict[str, int] = {}
    spare: dict[str, int] = {}
    """What was left over of starred cards after it, by kind (SS-POW-02)."""
    free: bool = False
    """The free move was used."""
    cancelled: bool = False
    """It is paid for and does nothing more: an action that was sabotaged, or the sabotage."""
    failed: bool = False
    """It was not possible any more when the phase was played again: it is not paid for."""
    terms: Terms | None = None
    """It is no order but a deal that was made meanwhile."""
    things: Things = msgspec.field(default_factory=Things)
    negates: int = 0
    """Of a sabotage: which deed of the phase it cancels, from 1."""


class TurnNow(msgspec.Struct):
    """The turn under way."""

    seat: Seat
    number: int = 0
    round: int = 1
    ending: bool = False
    """`end` was said: phases pass without being asked for."""
    commits: bool = True
    """False where its player was silent, or gave up battles: it commits nothing (SS-PBM-03)."""
    retooled: int = 0
    exchanged: bool = False
    logistics: int = 0
    free_moves: int = 1
    closed: dict[str, list[Seat]] = {}
    """Spaces closed by Diplomacy in this Movement phase, and who closed each."""
    battles: list[str] = []
    bargained: bool = False
    """Play has waited for answers to offers in this turn."""
    deeds: Annotated[list[Deed], LeftOut()] = []
    again: Things | None = None
    """A phase is being played again: what the deed under way brings (SS-PBM-04)."""


class Position(msgspec.Struct):
    """Everything there is. `agenda`: the steps to come, the next one last. `seats` in the order of
    play.
    """

    options: Options
    seats: list[Seat]
    empires: dict[Seat, Empire]
    turn: TurnNow
    map: dict[str, str] = {}
    """Chits that lie open, by space; with exploration a space that is not among them is unknown."""
    deck: Annotated[list[str], Hidden("the Galaxy deck", stock="galaxy")] = []
    discard: list[str] = []
    pile: Annotated[
        list[str], Hidden("a map chit that lies covered", pile="the pile of map chits")
    ] = []
    treaties: list[Treaty] = []
    marches: int = 0
    """Moves made so far: a march's number is never given again."""
    keys: int = 0
    agenda: list[AnyStep] = []

    @property
    def active(self) -> Empire:
        """The empire whose turn it is."""
        return self.empires[self.turn.seat]

    @property
    def playing(self) -> list[Seat]:
        """Seats still in the game, in the order of play."""
        return [seat for seat in self.seats if not self.empires[seat].out]

    def others(self, seat: Seat) -> list[Empire]:
        """The other empires still in the game."""
        return [self.empires[other] for other in self.playing if other != seat]

    def from_active(self) -> list[Seat]:
        """Seats still in the game, the one on turn first, then in the order of play."""
        place = self.seats.index(self.turn.seat)
        return [
            seat for seat in self.seats[place:] + self.seats[:place] if not self.empires[seat].out
        ]


STORING = Storing(Position)
