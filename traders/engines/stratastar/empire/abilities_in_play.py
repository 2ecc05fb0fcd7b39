"""Which abilities are in play for whom, and what they cost (SS-OPT-02)."""

from __future__ import annotations

from functools import cache, lru_cache

from traders.engines.kernel.seats import Seat
from traders.engines.stratastar.position.state import Options, Position
from traders.engines.stratastar.tables import ability, tables


def has(state: Position, seat: Seat, code: str) -> bool:
    """Whether an ability is in play for a seat: agreed for all, or its own (SS-OPT-02)."""
    return code in in_play(state.options) or code in state.empires[seat].abilities


@lru_cache(maxsize=256)
def in_play(options: Options) -> tuple[str, ...]:
    """The abilities that were agreed for all (SS-OPT-02)."""
    return tuple(
        one.code
        for one in tables().ability
        if getattr(options, one.code, False) is True or one.code in options.abilities
    )


def of_seat(state: Position, seat: Seat) -> frozenset[str]:
    """All abilities that a seat has."""
    return _all(state.options, tuple(state.empires[seat].abilities))


@lru_cache(maxsize=1_024)
def _all(options: Options, own: tuple[str, ...]) -> frozenset[str]:
    return frozenset((*in_play(options), *own))


@cache
def price_of(code: str) -> tuple[str, int]:
    """The cost of an ability that is paid in one kind."""
    (found,) = ability(code).cost.items()
    return found
