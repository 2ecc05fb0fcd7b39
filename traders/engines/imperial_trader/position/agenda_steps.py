"""Steps of the agenda: what play comes to, in data."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from traders.engines.kernel.positions.hidden import Hidden
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Waiting
from traders.engines.kernel.steps.ended import Ended


class ImperialStep(Step, tag=True):
    """A step of the game."""

    stage = "actions"
    rules: ClassVar[tuple[str, ...]] = ("IT-TRN-04",)


class Shuffle(ImperialStep, tag=True):
    """The deck is shuffled."""


class Placement(Waiting, tag=True):
    """All seal their starting planets; `sealed` holds them only while answers are being opened."""

    stage = "setup"
    first = "First all ships are placed: start at a planet."
    rules = ("IT-SET-01", "IT-SET-02")

    sealed: Annotated[dict[Seat, str], Hidden("what others sealed", owner="key")] = {}


class Ordering(Waiting, tag=True):
    """All order the round at once; `sealed` holds what they ordered only while the answers are
    being opened.
    """

    stage = "orders"
    first = (
        "The ships have started, and all order the round at once: in one line, "
        "round: <order>; <order>."
    )
    rules = ("IT-PBM-03",)
    instead = ("round: end", "round: deal; end")

    sealed: Annotated[dict[Seat, list[str]], Hidden("what others sealed", owner="key")] = {}


class Carrying(ImperialStep, tag=True):
    """The next of the orders that a seat gave for the round is carried out."""

    seat: Seat


class PickPort(ImperialStep, tag=True):
    """A silent seat's port is drawn."""

    stage = "setup"

    seat: Seat


class FirstHands(ImperialStep, tag=True):
    """Everybody is dealt an order."""


class FirstDie(ImperialStep, tag=True):
    """Those who may go first throw, one after another."""

    stage = "setup"

    among: list[Seat]
    thrown: list[int] = []


class BeginTurn(ImperialStep, tag=True):
    """The turn comes to a seat."""

    seat: Seat


class Acting(ImperialStep, tag=True):
    """Play waits for the seat on turn to act or to end."""

    first = "Your ship has started, and the turn is yours alone: one order a line."
    rules = ("IT-SET-01", "IT-DMG-03")

    seat: Seat


class CourseByDie(msgspec.Struct):
    """Planets to fly to one after another, `most` spaces if that is not 0, where the die shows
    `least` or more.
    """

    planets: list[str]
    most: int = 0
    least: int = 1


class FlyDie(ImperialStep, tag=True):
    """The Fly die decides which of the courses a ship flies, and how far it comes."""

    seat: Seat
    courses: list[CourseByDie]


class OffloadDie(ImperialStep, tag=True):
    """The die that decides whether cargo is unloaded."""

    seat: Seat
    cargo: str


class SaveDie(ImperialStep, tag=True):
    """An upgrade's die may save a ship from damage."""

    seat: Seat
    upgrade: str


class DamageDie(ImperialStep, tag=True):
    """How many damage points are lost."""

    seat: Seat


class Wrecked(ImperialStep, tag=True):
    """Play waits for the planet where a destroyed ship's owner starts again."""

    stage = "wreck"
    first = "Your ship is destroyed: first start at a planet."
    rules = ("IT-DMG-03",)

    seat: Seat


class Discarding(ImperialStep, tag=True):
    """Play waits for the card that goes, one being too many."""

    stage = "discard"
    first = "You hold a card too many: first discard one."
    rules = ("IT-DEA-02", "IT-DEA-03")

    seat: Seat


class EndTurn(ImperialStep, tag=True):
    """The turn is over."""


class EndRound(ImperialStep, tag=True):
    """The round is over."""


class EventDie(ImperialStep, tag=True):
    """The event of a round is thrown."""


class PickPlanet(ImperialStep, tag=True):
    """The open planet that an event strikes is drawn."""

    event: Literal["war", "fall"]


class WarDie(ImperialStep, tag=True):
    """How long a war lasts."""

    planet: str


class TakerDie(ImperialStep, tag=True):
    """Who took a fallen world."""

    planet: str


class NextRound(ImperialStep, tag=True):
    """A new round begins, or the game is over."""


AnyStep = (
    Shuffle | Placement | Ordering | Carrying | PickPort | FirstHands | FirstDie | BeginTurn
    | Acting | FlyDie | OffloadDie | SaveDie | DamageDie | Wrecked | Discarding | EndTurn | EndRound
    | EventDie | PickPlanet | WarDie | TakerDie | NextRound | Ended
)  # fmt: skip
