"""What holds in every position: each order card lies in one place, once; nobody owes; cargo is of orders held; limits hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from traders.engines.imperial_trader.state import Captain, Frontier, Position
from traders.engines.imperial_trader.steps import Discarding
from traders.engines.imperial_trader.tables import tables


def flaws(state: Position) -> list[str]:
    """What is wrong with a position, in words; nothing where play was sound."""
    choosing = isinstance(state.agenda[-1], Discarding)
    return [*_cards(state), *(flaw for captain in state.captains.values() for flaw in _captain(state, captain, choosing))]


def _cards(state: Position) -> Iterator[str]:
    """The chart's order cards, with those that settled worlds brought, each in the deck or in one hand (IT-ORD-01, IT-SHF-11)."""
    brought = [order for one in tables().frontier if Frontier(one.name, settled=True) in state.frontier for order in one.orders]
    printed = Counter((*state.chart.orders, *brought))
    lying = Counter(state.deck)
    for captain in state.captains.values():
        lying.update(captain.orders)
    if lying != printed:
        yield f"orders: {dict(lying - printed)} too many, {dict(printed - lying)} too few"


def _captain(state: Position, captain: Captain, choosing: bool) -> Iterator[str]:
    """Money, the limit of orders (IT-DEA-04), cargo of orders held (IT-CAR-01) or loads without a card (IT-SHF-11)."""
    if captain.credits < 0:
        yield f"{captain.seat} owes {-captain.credits} credits"
    if captain.held > state.options.order_limit and not choosing:
        yield f"{captain.seat} holds {captain.held} orders"
    for cargo in captain.cargo:
        if cargo not in captain.orders and cargo not in captain.loads:
            yield f"{captain.seat} carries {cargo}, for which it holds no order"
