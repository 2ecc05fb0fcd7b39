"""Steps of the agenda: what play comes to, in data."""

from __future__ import annotations

from typing import Annotated

from traders.engines.kernel.positions.hidden import Hidden
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Waiting
from traders.engines.kernel.steps.ended import Ended


class PlacingOrder(Step, tag=True):
    """Chance decides who places first (SS-MAP-05)."""


class ShuffleDeck(Step, tag=True):
    """The Galaxy deck is shuffled; discards become the deck where there are any (SS-DEC-02)."""


class ShufflePile(Step, tag=True):
    """The map chits are shuffled (SS-MAP-03)."""


class LayMap(Step, tag=True):
    """The chits are laid out (SS-MAP-03)."""


class Placing(Step, tag=True):
    """Play waits for a seat's Homeworld (SS-MAP-05)."""

    seat: Seat


class OpenHomeworlds(Step, tag=True):
    """Closed-in Homeworlds are opened (SS-MAP-08)."""


class OpenOne(Step, tag=True):
    """Chance decides which of these hazards is removed (SS-MAP-09)."""

    hazards: list[str]


class DealHands(Step, tag=True):
    """Opening hands (SS-SET-02)."""


class RollAbility(Step, tag=True):
    """A D10 on the table of abilities; `alone`: no other seat may have the ability (SS-UNE-02)."""

    seat: Seat
    alone: bool = False


class ChooseAbility(Waiting, tag=True):
    """A roll leaves a choice (SS-TBL-03, SS-TBL-05)."""

    seat: Seat
    codes: list[str]
    any: bool = False


class BeginTurn(Step, tag=True):
    """The turn comes to a seat."""

    seat: Seat


class Draw(Step, tag=True):
    """A seat draws cards."""

    seat: Seat
    n: int
    drawn: Annotated[list[str], Hidden("another's hand", owner="seat")] = []


class Production(Step, tag=True):
    """Everyone fills up (SS-DRW-02)."""


class Phase(Step, tag=True):
    """Play waits for the seat on turn in one of the six phases."""

    name: str


class PhaseOver(Step, tag=True):
    """A phase is over: what belongs to its end, then the next."""

    name: str


class EndTurn(Step, tag=True):
    """The turn passes on."""


class TakeCard(Step, tag=True):
    """A random card leaves a hand: to `seat`, or to the discards (SS-TRD-03, SS-PCY-01)."""

    seat: Seat
    of: Seat
    keep: bool


class BlockInterval(Waiting, tag=True):
    """A move is declared into a space where others are (SS-DIP-03)."""

    seat: Seat
    to: str


class March(Step, tag=True):
    """A declared move is made: ships by kind, from where to where; `goal` is where a wormhole ends,
    `out` where one that is yet to be uncovered shall end.
    """

    seat: Seat
    fleets: int
    war: int
    frm: str
    to: str
    goal: str = ""
    out: str = ""


class RetreatInterval(Waiting, tag=True):
    """A moving fleet has entered a space where others have Fleets (SS-RET-01)."""

    seat: Seat
    at: str
    fleets: int
    war: int


class PursuitInterval(Waiting, tag=True):
    """A Fleet has retreated before the mover (SS-RET-02)."""

    seat: Seat
    at: str
    refuge: str = ""
    """The only refuge, of a position that was kept before several could be named."""
    fleets: int = 0
    war: int = 0
    refuges: list[tuple[Seat, str]] = []
    """Who has retreated, and where to."""


class DefendInterval(Waiting, tag=True):
    """An opposing fleet is at or next to a Homeworld, or movement ends (SS-DEF-02); `at` is "" at
    the end.
    """

    seat: Seat
    at: str = ""


class SabotageInterval(Waiting, tag=True):
    """A phase in which the active seat acted is reported (SS-PBM-04); as far as it has come where
    the latest deed would win (SS-VIC-05). `deed`: of the turn's, from 1, one of another seat that
    is answered at once, made as `mover`'s fleet came to `at` (SS-SAB-03); 0: the phase is reported.
    """

    phase: str
    wins: Seat = ""
    deed: int = 0
    mover: Seat = ""
    at: str = ""


class WorldsWon(Step, tag=True):
    """The window of a deed that would win is over (SS-VIC-05)."""

    seat: Seat


class DealInterval(Waiting, tag=True):
    """A bargainer has asked for time."""

    seats: list[Seat]


class Battles(Step, tag=True):
    """The Battle phase begins (SS-BAT-02)."""


class Commitment(Waiting, tag=True):
    """Wishes and cards are sealed for these contested spaces (SS-BAT-08): by seat the spaces to
    which it wants battle, and its cards by space.
    """

    spaces: list[str]
    wants: Annotated[dict[Seat, list[str]], Hidden("what others sealed", owner="key")] = {}
    sealed: Annotated[
        dict[Seat, dict[str, dict[str, int]]], Hidden("what others sealed", owner="key")
    ] = {}
    spies: list[Seat] = []
    """Who has paid a spy meanwhile, perhaps with a card that is sealed (SS-SPY-03)."""


AnyStep = (
    PlacingOrder | ShuffleDeck | ShufflePile | LayMap | Placing | OpenHomeworlds | OpenOne
    | DealHands | RollAbility | ChooseAbility | BeginTurn | Draw | Production | Phase | PhaseOver
    | EndTurn | TakeCard | BlockInterval | March | RetreatInterval | PursuitInterval
    | DefendInterval | SabotageInterval | WorldsWon | DealInterval | Battles | Commitment | Ended
)  # fmt: skip
