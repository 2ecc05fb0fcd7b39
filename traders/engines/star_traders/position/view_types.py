"""The parts of a view: what a seat may know of the table, by name. Worlds and contracts are written
by their names.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from traders.engines.kernel.seats import Seat


class CargoSeen(TypedDict):
    """A cargo aboard; `marked`: the contract that its marker lies on, or ""."""

    cargo: str
    owner: Seat
    marked: str


Ends = TypedDict("Ends", {"from": str, "to": str})
"""The worlds between which something goes."""


class RollSeen(TypedDict):
    """What must fall on a line of a colour, to a world with an own station too; 0: no other."""

    regular: int
    station: int


class PersonalitiesSeen(TypedDict):
    """What Personalities and Imperial stations add to a Trader."""

    personality: list[str]
    talents: list[str]
    chain: list[str]
    rolls: dict[str, RollSeen]
    safe: list[str]


class TraderSeen(PersonalitiesSeen):
    """What everybody knows of a Trader (ST-SETUP-08)."""

    seat: Seat
    out: bool
    at: str
    prestige: int
    bonus: int
    petition: bool
    engines: int
    jumps_left: int
    hand_size: int
    cargo: list[CargoSeen]
    stations: list[str]
    imperial: list[str]
    envoy: str
    stressed: bool
    mission: Ends | None
    skip: int
    answered: list[int]
    permits: list[Seat]
    permits_at: dict[str, list[Seat]]
    barred_at: dict[str, list[Seat]]


class PrintedContract(Ends):
    """What is printed on a contract; `average` is expected where a die decides (ST-MISSION-04).
    To a seat the view adds its `way`, in words.
    """

    contract: str
    cargo: str
    stellors: int
    prestige: int
    station: int
    special: str
    special_at: str
    average: int
    way: NotRequired[str]


class ContractSeen(PrintedContract):
    """A Current Contract: `markers` has a seat for each cargo that is marked on it."""

    space: int
    doubled: bool
    markers: list[Seat]


class CompletedSeen(Ends):
    """A Completed Contract in its place apart (ST-SETUP-24)."""

    number: int
    contract: str
    cargo: str
    markers: list[Seat]
    rights: list[Seat]


class JumpSeen(Ends):
    """The jump under way (ST-TIMING-01)."""

    seat: Seat
    kind: str
    needs: int
    hyperspace: bool
    moved: bool
    lost: bool
    digits: list[int]
    bonus: int


class LastJumpSeen(Ends):
    """The jump before; `failed`: the ship stayed."""

    seat: Seat
    failed: bool


class CalamitySeen(TypedDict):
    """A Calamity that may be avoided now (ST-CALAMITY-03)."""

    card: str
    by: Seat
    on: Seat
    at: str


class DieSeen(TypedDict):
    """A die that fell, and what it counts now."""

    use: str
    seat: Seat
    face: int
    value: int


class CardSeen(TypedDict):
    """A card in the own hand, with what it does."""

    name: str
    effect: str
    figure: int
    calamity: bool
    when: str
    reconstructed: bool


class TalentsSeen(TypedDict):
    """What one's Personalities let one know and do."""

    ahead: list[str]
    stands_in: dict[str, list[str]]
    hand_limit: int
    builds_engines_anywhere: bool


class OwnSeen(TalentsSeen):
    """The seat's own hand and money (ST-MONEY-03, ST-LUCK-02)."""

    stellors: int
    hand: list[CardSeen]
    engine_price: int
    station_price: int
