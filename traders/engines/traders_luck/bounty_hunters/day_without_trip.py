"""Silence before the trip: a day passes without one (TL-PBM-05)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck import days, turn_stages
from traders.engines.traders_luck.bounty_hunters.order_types import Stay
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.order_handler import OrderHandler
from traders.engines.traders_luck.state import Position
from traders.engines.traders_luck.steps import EndTurn, Travelling

STAYS = "A day passes without a trip"
"""As the history keeps it. No player's line reads so, since those come in small letters: every turn
includes a trip (TL-TRV-02).
"""
DAYS = 1


def _check(state: Position, seat: Seat, order: Stay) -> None:
    turn_stages.must_be_at(state, Travelling, "TL-TRV-02")
    days.must_fit(state, seat, DAYS, "Staying", "TL-PBM-05")


def _stay(state: Position, seat: Seat, order: Stay, step: Travelling, told: Told) -> Sequence[Step]:
    """No dice, no trade, nobody may attack; the planet that can be followed stays the one before
    (TL-PBM-05).
    """
    days.spend(state, seat, DAYS)
    told.append(tell("stays", "TL-PBM-05", seat=seat, days=DAYS))
    return [EndTurn()]


def _offers(state: Position, seat: Seat) -> Iterable[Offer]:
    """It is nobody's choice."""
    return ()


STAY = OrderHandler("turn", _check, _stay, _offers)
