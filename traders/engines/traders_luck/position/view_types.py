"""The parts of a view: what is seen of ledgers and of the planet that the turn has reached."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from traders.engines.kernel.seats import Seat


class LotSeen(TypedDict):
    """A lot aboard; `here`: it was got on the planet where the turn has led (TL-SEL-03)."""

    good: str
    n: int
    words: str
    paid: int
    here: bool


class TraderSeen(TypedDict):
    """A ledger (TL-REC-03): `credits` where they may be known, `bay_price` where the bay can grow,
    the rest beside days and cargo where Bounty Hunters & Pirates are played.
    """

    seat: Seat
    out: bool
    days: int
    left: int
    finished: bool
    bay: int
    aboard: int
    cargo: list[LotSeen]
    credits: NotRequired[int]
    bay_price: NotRequired[int]
    piracy: NotRequired[int]
    bounty: NotRequired[int]
    missiles: NotRequired[int]
    shields: NotRequired[int]
    detained: NotRequired[int]


class DieSeen(TypedDict):
    """A die on the planet: what it shows, and whether it was set aside."""

    kind: str
    face: str
    kept: bool


class OfferSeen(TypedDict):
    """A good on the planet's market: how many dice show it, and its price (TL-PRC-01)."""

    good: str
    shown: int
    price: int
    legal: bool


class PlanetSeen(TypedDict):
    """The planet where the turn has led, if it was `reached`, else the one that can be followed."""

    size: str
    by: Seat
    reached: bool
    dice: list[DieSeen]
    market: list[OfferSeen]
