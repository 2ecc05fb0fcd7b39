"""Prestige: between 0 and 30, open to all (ST-SETUP-08), never for sale (ST-PRESTIGE-04)."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.position.state import Position


def gain(state: Position, seat: Seat, prestige: int, told: Told, rule: str) -> int:
    """Up to the ceiling, open to all (ST-PRESTIGE-02, ST-PRESTIGE-08, ST-SETUP-08); returns what
    was gained.
    """
    trader = state.traders[seat]
    gained = min(prestige, state.book.limits["prestige_max"] - trader.prestige)
    if prestige > 0:
        trader.prestige += gained
        told.append(_told(state, seat, "gains-prestige", gained, rule))
    return max(gained, 0)


def lose(state: Position, seat: Seat, prestige: int, told: Told, rule: str) -> int:
    """Down to the floor (ST-PRESTIGE-03, ST-PRESTIGE-07, ST-PRESTIGE-09); returns what was lost."""
    trader = state.traders[seat]
    lost = min(prestige, trader.prestige - state.book.limits["prestige_min"])
    if prestige > 0:
        trader.prestige -= lost
        told.append(_told(state, seat, "loses-prestige", lost, rule))
    return lost


def spend(state: Position, seat: Seat, prestige: int, told: Told, rule: str) -> None:
    """Pay with it; call it only where it is there (ST-PRESTIGE-03, ST-PRESTIGE-10)."""
    if prestige > 0:
        state.traders[seat].prestige -= prestige
        told.append(_told(state, seat, "pays-prestige", prestige, rule))


def _told(state: Position, seat: Seat, kind: str, change: int, rule: str) -> Event:
    held = state.traders[seat].prestige
    if not change:
        return tell("stays-at-prestige", rule, seat=seat, held=held)
    return tell(kind, rule, seat=seat, prestige=change, held=held)


def must_have(state: Position, seat: Seat, prestige: int, *rules: str) -> None:
    """Refuse to spend what is not there (ST-PRESTIGE-10)."""
    held = state.traders[seat].prestige
    if held < prestige:
        raise Refusal(
            f"That takes {prestige} Prestige and you have {held}.", *rules, "ST-PRESTIGE-10"
        )
