"""Steps of the agenda: what play comes to, in data."""

from __future__ import annotations

import msgspec

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step
from traders.engines.kernel.steps.ended import Ended


class Part(msgspec.Struct, frozen=True):
    """So many units of a good, in a sale or a purchase; "" for a ware that is no good."""

    good: str
    n: int


class PickFirst(Step, tag=True):
    """Chance decides who takes the first turn (TL-ORD-01)."""

    stage = "setup"
    rules = ("TL-ORD-08",)


class BeginTurn(Step, tag=True):
    """The turn comes to a seat."""

    seat: Seat


class Travelling(Step, tag=True):
    """Play waits for the trip of the seat on turn."""

    stage = "travel"
    first = "First comes the trip: travel or follow."
    rules = ("TL-TRV-02", "TL-ORD-08")

    seat: Seat


class ThrowDie(Step, tag=True):
    """A die on the planet is thrown: its place among all of them, from 0."""

    stage = "roll"
    rules = ("TL-ORD-08",)

    place: int


class Rolling(Step, tag=True):
    """Play waits for the seat on turn to keep dice or to settle, while any may be thrown again."""

    stage = "roll"
    first = "First come the dice: keep some or settle."
    rules = ("TL-ORD-08", "TL-ROL-04")

    seat: Seat


class Landing(Step, tag=True):
    """The dice lie as they are: what comes before trade, then trade."""

    seat: Seat


class Trading(Step, tag=True):
    """Play waits for sale, purchase and the end of the turn."""

    stage = "trade"
    first = "The trip is made and the dice lie as they are: what remains is trade."
    rules = ("TL-ORD-08",)

    seat: Seat


class PoliceRoll(Step, tag=True):
    """The police die decides an illegal sale."""

    stage = "trade"
    rules = ("TL-ORD-08",)

    seat: Seat
    sale: list[Part]


class EndTurn(Step, tag=True):
    """The turn is over."""

    finish: bool = False


AnyStep = (
    PickFirst | BeginTurn | Travelling | ThrowDie | Rolling | Landing | Trading | PoliceRoll
    | EndTurn | Ended
)  # fmt: skip
