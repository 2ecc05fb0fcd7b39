"""Steps of the agenda: what play comes to, in data."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from traders.engines.kernel.agenda import Step, Waiting
from traders.engines.kernel.ended import Ended
from traders.engines.kernel.hidden import Hidden
from traders.engines.kernel.seats import Seat


class Shuffle(Step, tag=True):
    """The deck is shuffled."""


class Placement(Waiting, tag=True):
    """All seal their starting planets; `sealed` holds them only while answers are being opened."""

    sealed: Annotated[dict[Seat, str], Hidden("what others sealed", owner="key")] = {}


class Ordering(Waiting, tag=True):
    """All order the round at once; `sealed` holds what they ordered only while the answers are
    being opened.
    """

    sealed: Annotated[dict[Seat, list[str]], Hidden("what others sealed", owner="key")] = {}


class Carrying(Step, tag=True):
    """The next of the orders that a seat gave for the round is carried out."""

    seat: Seat


class PickPort(Step, tag=True):
    """A silent seat's port is drawn."""

    seat: Seat


class FirstHands(Step, tag=True):
    """Everybody is dealt an order."""


class FirstDie(Step, tag=True):
    """Those who may go first throw, one after another."""

    among: list[Seat]
    thrown: list[int] = []


class BeginTurn(Step, tag=True):
    """The turn comes to a seat."""

    seat: Seat


class Acting(Step, tag=True):
    """Play waits for the seat on turn to act or to end."""

    seat: Seat


class CourseByDie(msgspec.Struct):
    """Planets to fly to one after another, `most` spaces if that is not 0, where the die shows
    `least` or more.
    """

    planets: list[str]
    most: int = 0
    least: int = 1


class FlyDie(Step, tag=True):
    """The Fly die decides which of the courses a ship flies, and how far it comes."""

    seat: Seat
    courses: list[CourseByDie]


class OffloadDie(Step, tag=True):
    """The die that decides whether cargo is unloaded."""

    seat: Seat
    cargo: str


class SaveDie(Step, tag=True):
    """An upgrade's die may save a ship from damage."""

    seat: Seat
    upgrade: str


class DamageDie(Step, tag=True):
    """How many damage points are lost."""

    seat: Seat


class Wrecked(Step, tag=True):
    """Play waits for the planet where a destroyed ship's owner starts again."""

    seat: Seat


class Discarding(Step, tag=True):
    """Play waits for the card that goes, one being too many."""

    seat: Seat


class EndTurn(Step, tag=True):
    """The turn is over."""


class EndRound(Step, tag=True):
    """The round is over."""


class EventDie(Step, tag=True):
    """The event of a round is thrown."""


class PickPlanet(Step, tag=True):
    """The open planet that an event strikes is drawn."""

    event: Literal["war", "fall"]


class WarDie(Step, tag=True):
    """How long a war lasts."""

    planet: str


class TakerDie(Step, tag=True):
    """Who took a fallen world."""

    planet: str


class NextRound(Step, tag=True):
    """A new round begins, or the game is over."""


AnyStep = (
    Shuffle | Placement | Ordering | Carrying | PickPort | FirstHands | FirstDie | BeginTurn
    | Acting | FlyDie | OffloadDie | SaveDie | DamageDie | Wrecked | Discarding | EndTurn | EndRound
    | EventDie | PickPlanet | WarDie | TakerDie | NextRound | Ended
)  # fmt: skip
