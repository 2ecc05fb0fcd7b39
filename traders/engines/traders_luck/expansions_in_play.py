"""The expansions in play: who is asked at each of the points where one may add."""

from __future__ import annotations

from functools import cache, lru_cache

from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck.bounty_hunters.expansion_rules import BountyHunters
from traders.engines.traders_luck.position.state import Options, Position
from traders.engines.traders_luck.tables import tables

EXPANSIONS = (BountyHunters(),)


@lru_cache(maxsize=256)
def in_play(options: Options) -> tuple[BountyHunters, ...]:
    """The expansions that the players agreed on."""
    return tuple(one for one in EXPANSIONS if getattr(options, one.option))


def dice(state: Position) -> list[str]:
    """Kinds of the dice thrown with the goods dice, in the order in which they fall."""
    return [kind for one in in_play(state.options) for kind in one.dice()]


@cache
def faces(kind: str) -> tuple[str, ...]:
    """The faces of a kind of die (TL-SET-01, TL-SET-02)."""
    own = [found for one in EXPANSIONS if (found := one.faces(kind))]
    return own[0] if own else tables().faces(kind)


def silence(state: Position) -> str:
    """What silence does in place of a trip, as an order; "" where it is a trip."""
    return next((order for one in in_play(state.options) if (order := one.silence())), "")


def must_let_trade(state: Position, seat: Seat) -> None:
    """Refuse a seat that may not trade here at all."""
    for one in in_play(state.options):
        one.must_let_trade(state, seat)


def seller(state: Position, ware: str) -> BountyHunters | None:
    """The expansion in play that knows a ware which is no good."""
    for one in in_play(state.options):
        if ware in one.wares():
            return one
    return None
