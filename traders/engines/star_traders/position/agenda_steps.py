"""The steps of turns, jumps, cards and set-up: data alone. What each does stands in the
module of its rule.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from traders.engines.kernel.positions.hidden import Hidden
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Waiting
from traders.engines.kernel.steps.ended import Ended

Use = Literal["jump", "world", "petition", "jackpot", "raid"]
"""What a die is thrown for: a jump attempt, a digit of a world's number, or the three others."""

DeckName = Literal["luck", "contract"]
Stage = Literal["setup", "movement", "action", "draw", "closing"]


class Die(msgspec.Struct):
    """The roll now in question: as it fell, as it stands after Zaps, and the throw's number."""

    use: Use
    seat: Seat
    face: int
    value: int
    throw: int


class Played(msgspec.Struct):
    """A card as it was played: off the hand, not yet resolved. `choice` says what its player asked
    for (a cargo).
    """

    card: str
    by: Seat
    on: Seat = ""
    at: int = 0
    choice: str = ""
    printed: str = ""
    """The card whose effect it has, where another stands in for it; else the same as `card`."""
    stage: Stage | None = None
    """Where it is the turn's Action: the stage in which it was announced (ST-TURN-22)."""


# --- set-up (ST-SETUP-27) -------------------------------------------------------------------------


class PickFirst(Step):
    """Chance names the first player (ST-SETUP-09)."""


class AllotStar(Step):
    """The first of these seats gets its starting world, by lot among those left (ST-SETUP-16)."""

    seats: list[Seat]
    left: list[int]


class PlaceFirst(Step):
    """Ship and first station on the starting world (ST-SETUP-17)."""

    seat: Seat
    world: int


class DealHands(Step):
    """Two cards to each, in turn order (ST-SETUP-19)."""


class DealContracts(Step):
    """The first Current Contracts (ST-SETUP-21)."""


# --- turns (ST-TURN) ------------------------------------------------------------------------------


class BeginTurn(Step):
    """The turn comes to a seat: its Quarantines end, a lost turn is passed over."""

    seat: Seat


class SeatsTurn(Step):
    """Play waits for the seat on turn until its turn is over."""

    seat: Seat


class EnterClosing(Step):
    """The draw has been made: what is left of the turn."""


class EndTurn(Step):
    """The turn is declared over; what waits for its end comes."""


class NextTurn(Step):
    """The turn passes to the next seat."""


# --- jumps (ST-TIMING-01) -------------------------------------------------------------------------


class QuarantineInterval(Waiting):
    """Step 2."""


class CheckDeparture(Step):
    """The end of step 2: whether the jump is aborted."""


class EnterHyperspace(Step):
    """Step 3."""


class ZapInterval(Waiting):
    """Step 4, and the interval after each die of a world's number (ST-TIMING-36)."""


class ReadDigit(Step):
    """The die that lies there is the next digit of a world's number."""


class MoveShip(Step):
    """Step 5."""


class MoveLost(Step):
    """The ship that is lost is moved to the world that the dice name (ST-CARD-48)."""


class LostInterval(Waiting):
    """Step 6."""


class LeaveHyperspace(Step):
    """Step 7."""


# --- dice and decks -------------------------------------------------------------------------------


class Throw(Step):
    """A die is thrown by a seat."""

    use: Use
    seat: Seat


class DieInterval(Waiting):
    """The interval after any die but those of jumps and world numbers (ST-CARD-54)."""


class Shuffle(Step):
    """A deck that is exhausted is made anew from its discards (ST-LUCK-08, ST-DELIVER-09); in
    set-up, from the cards in it.
    """

    deck: DeckName


class DrawCards(Step):
    """A seat draws so many cards more; `drawn` are those drawn already, seen together with the
    rest.
    """

    seat: Seat
    count: int
    drawn: Annotated[list[str], Hidden("another's hand", owner="seat")] = []


class Jubilee(Step):
    """Emperor Proclaims Jubilee has come to a seat's hand (ST-CARD-14)."""

    seat: Seat


# --- cards ----------------------------------------------------------------------------------------


class CalamityInterval(Waiting):
    """A Calamity has been played and may be avoided (ST-CALAMITY-03)."""

    play: Played


class Misfortune(Step):
    """The Calamity strikes (ST-CALAMITY-02)."""

    play: Played


class Resolved(Step):
    """A played card goes to the discard pile (ST-LUCK-14)."""

    card: str


class LoseStation(Waiting):
    """The victim says which station is removed (ST-CARD-58)."""

    seat: Seat


class LoseCargo(Waiting):
    """The victim says which cargo is lost (ST-CARD-60)."""

    seat: Seat


class TakeCargo(Waiting):
    """The pirate says which cargo is taken (ST-CARD-19)."""

    seat: Seat
    victim: Seat


class ShedCargo(Waiting):
    """A hold over its limit: what is over is abandoned (ST-CARGO-12)."""

    seat: Seat


class ShedCards(Waiting):
    """A hand over its limit: what is over is discarded (ST-LUCK-05)."""

    seat: Seat


AnyStep = (
    PickFirst | AllotStar | PlaceFirst | DealHands | DealContracts | BeginTurn | SeatsTurn
    | EnterClosing | EndTurn | NextTurn | Ended | QuarantineInterval | CheckDeparture
    | EnterHyperspace | ZapInterval | ReadDigit | MoveShip | MoveLost | LostInterval
    | LeaveHyperspace | Throw | DieInterval | Shuffle | DrawCards | Jubilee | CalamityInterval
    | Misfortune | Resolved | LoseStation | LoseCargo | TakeCargo | ShedCargo | ShedCards
)  # fmt: skip
