"""The parts of a view: what lies open of an empire."""

from __future__ import annotations

from typing import TypedDict

from traders.engines.kernel.seats import Seat


class EmpireSeen(TypedDict):
    """Ships and colonies by their spaces, the worlds among these, and the size of the hand."""

    seat: Seat
    out: bool
    homeworld: str
    fleets: dict[str, int]
    warfleets: dict[str, int]
    colonies: dict[str, int]
    stargates: list[str]
    worlds: int
    abilities: list[str]
    cards: int
    hand_limit: int
    support: int
    treaties: list[Seat]
