"""The steps of Personalities, raids, auctions and the Imperial status of stations: data alone."""

from __future__ import annotations

from typing import Annotated

from traders.engines.kernel.positions.hidden import Hidden
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Waiting

# --- set-up ---------------------------------------------------------------------------------------


class AllotPersonality(Step):
    """Chance names the Personality of the first of these seats, among those left (ST-SETUP-11)."""

    seats: list[Seat]
    left: list[str]


class TurnUpPersonality(Step):
    """Chance turns up a Personality to be bid for, among those left (ST-OPTION-06)."""

    left: list[str]


class PersonalityAuction(Waiting):
    """Sealed bids for the Personality turned up, of the seats without one (ST-OPTION-06,
    ST-OPTION-07).
    """

    name: str
    left: list[str]
    bids: Annotated[dict[Seat, int], Hidden("what others bid", owner="key")] = {}
    """What has been opened: 0 for no bid."""


class NextToTake(Step):
    """Seats take Personalities as the players agreed, one after another (ST-OPTION-08)."""


class TakePersonality(Waiting):
    """A seat takes one of those that are left (ST-OPTION-08)."""

    seat: Seat


class AllotStars(Step):
    """Who starts where: Capital, or an arm by lot (ST-SETUP-13 to 16)."""


class PlaceFurther(Waiting):
    """Stations beside the first, on worlds of free choice (ST-SETUP-18)."""

    seat: Seat
    count: int


# --- jumps of one's own ---------------------------------------------------------------------------


class TakePair(Waiting):
    """The jumper takes one of the worlds that three dice name (ST-NEWPERSON-03)."""

    seat: Seat


class TakeLine(Waiting):
    """The jumper takes a line on which the roll is enough, or stays (ST-NEWPERSON-07,
    ST-NEWPERSON-08).
    """

    seat: Seat


# --- raids ----------------------------------------------------------------------------------------


class RaidRolled(Step):
    """The raid's die stands (ST-NEWPERSON-16)."""

    by: Seat
    on: Seat


class RaidInterval(Waiting):
    """The die was high enough: the victim may still fend the raid off (ST-NEWPERSON-16)."""

    by: Seat
    on: Seat


class EngineDestroyed(Step):
    """The raid strikes (ST-NEWPERSON-16)."""

    on: Seat


# --- Imperial stations ----------------------------------------------------------------------------


class StationAuction(Waiting):
    """Sealed bids of all for a station (ST-IMPERIAL-22)."""

    world: int
    petitioner: Seat
    bids: Annotated[dict[Seat, int], Hidden("what others bid", owner="key")] = {}
    """What has been opened: 0 for no bid."""


AnyTalentStep = (
    AllotPersonality | TurnUpPersonality | PersonalityAuction | NextToTake | TakePersonality
    | AllotStars | PlaceFurther | TakePair | TakeLine | RaidRolled | RaidInterval | EngineDestroyed
    | StationAuction
)  # fmt: skip
