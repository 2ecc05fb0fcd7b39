"""The two ratings (BH-RAT): never below 0."""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.traders_luck.bounty_hunters.tables import tables
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position.state import Position


def attacked_honest(state: Position, seat: Seat, told: Told) -> None:
    """An attack on a ship that is no pirate: 1 Piracy point more, 1 Bounty Hunter point less if
    there is one (BH-RAT-02, BH-ATK-08).
    """
    hunter = state.hunters[seat]
    hunter.piracy += 1
    hunter.bounty = max(0, hunter.bounty - 1)  # (BH-RAT-01)
    points: dict[str, Any] = {"piracy": hunter.piracy, "bounty": hunter.bounty}
    told.append(tell("piracy-point", "BH-RAT-02", seat=seat, **points))


def less_piracy(state: Position, seat: Seat) -> None:
    """1 Piracy point less, if there is one (BH-RAT-03, BH-ATK-03)."""
    state.hunters[seat].piracy = max(0, state.hunters[seat].piracy - 1)


def detained(state: Position, seat: Seat, told: Told) -> None:
    """A pirate player loses two days for each Piracy point, but none beyond the agreed limit, and
    the whole cargo (BH-CMB-06, BH-REG-04).
    """
    hunter, trader = state.hunters[seat], state.traders[seat]
    days = min(
        tables().amounts.days_for_each_piracy * hunter.piracy, state.options.days - trader.days
    )
    trader.days += days
    hunter.detained += days
    trader.cargo = []
    told.append(tell("detained", "BH-CMB-06", seat=seat, days=days))
    # of the seat on turn it is told as the turn ends
    if state.finished(seat) and seat != state.turn.seat:
        told.append(tell("days-spent", "TL-END-04", seat=seat))
    if state.options.clear_piracy_on_detention:
        hunter.piracy = 0
