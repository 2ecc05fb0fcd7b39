"""What holds in every position: ledgers within their bounds, dice that lie, cargo within the bay."""

from __future__ import annotations

from collections.abc import Iterator

from traders.engines.traders_luck.state import Position, Trader
from traders.engines.traders_luck.tables import tables


def flaws(state: Position) -> list[str]:
    """What is wrong with a position, in words; nothing where play was sound."""
    return [flaw for trader in state.traders.values() for flaw in _trader(trader)]


def _trader(trader: Trader) -> Iterator[str]:
    """Nobody owes (TL-MON-03); no more is carried than the bay holds (TL-CAR-01); only goods that there are, in whole units."""
    if trader.credits < 0:
        yield f"{trader.seat} owes {-trader.credits} credits"
    if trader.aboard > trader.bay:
        yield f"{trader.seat} carries {trader.aboard} units in a bay of {trader.bay}"
    for lot in trader.cargo:
        if lot.n <= 0 or lot.good not in tables().goods():
            yield f"{trader.seat} carries {lot.n} units of {lot.good}"
