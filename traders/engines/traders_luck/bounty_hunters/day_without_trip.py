"""Silence before the trip: a day passes without one (TL-PBM-05)."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Order, OrderHandler, unoffered
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position import day_spending
from traders.engines.traders_luck.position.agenda_steps import EndTurn, Travelling
from traders.engines.traders_luck.position.state import Position

STAYS = "A day passes without a trip"
"""As the history keeps it. No player's line reads so, since those come in small letters: every turn
includes a trip (TL-TRV-02).
"""
DAYS = 1


class Stay(Order, frozen=True):
    """What silence does before the trip."""


def _must_have_a_day(state: Position, seat: Seat) -> None:
    day_spending.must_fit(state, seat, DAYS, "Staying", "TL-PBM-05")


def _stay(state: Position, seat: Seat, order: Stay, step: Travelling, told: Told) -> Steps:
    """No dice, no trade, nobody may attack; the planet that can be followed stays the one before
    (TL-PBM-05).
    """
    day_spending.spend(state, seat, DAYS)
    told.append(tell("stays", "TL-PBM-05", seat=seat, days=DAYS))
    return [EndTurn()]


STAY = OrderHandler(
    Stay,
    at=(Travelling,),
    untimely=("TL-TRV-02",),
    must=_must_have_a_day,
    menu=unoffered,
    deed=_stay,
)
