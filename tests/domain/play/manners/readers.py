"""Readers of manners for a seat of each game, and the orders that it may give."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache

from traders.domain.play.manners.absence_sentences import Absences
from traders.domain.play.manners.literal_order_check import Sight
from traders.domain.play.manners.order_reader import Reader
from traders.engines.kernel.contract.contract import Offer, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES, engine

MONDAY = date(2027, 3, 1)
COLOURS = ("red", "blue", "green")


@cache
def _beginning(system: str):
    rules = engine(system)
    seats = next(seats for seats in (COLOURS, COLOURS[:2]) if _can_be_set_up(system, seats))
    return rules.position(seats, {}, {})


def _can_be_set_up(system: str, seats: tuple[str, ...]) -> bool:
    try:
        engine(system).position(seats, {}, {})
    except Refusal:
        return False
    return True


def seat_on_turn(system: str) -> str:
    pending = engine(system).pending(_beginning(system))
    return pending.seats[0] if isinstance(pending, Turn) else "red"


def reader(system: str, *, question: str = "", mixes: bool = False) -> Reader:
    """A reader of the seat on turn in the game's plain position."""
    rules, state, seat = engine(system), _beginning(system), seat_on_turn(system)
    return Reader(
        Sight(rules, state, seat, {}, mixes=mixes),
        Absences(MONDAY),
        lambda: rules.offers(state, seat),
        question,
    )


def orders(system: str) -> list[str]:
    """Orders of a game that can be read in its plain position: of its menu, and the registry's
    examples.
    """
    rules, state, seat = engine(system), _beginning(system), seat_on_turn(system)
    offers: list[Offer] = list(rules.offers(state, seat))
    found = [one.order for one in offers if not one.blanks and "{" not in one.order]
    found += [row.example for row in rules.orders()]
    return [one for one in dict.fromkeys(found) if reader(system).sight.is_order(one)]


def everything() -> Iterator[tuple[str, str]]:
    """Each game with each of its orders."""
    for system in ENGINES:
        for order in orders(system):
            yield system, order
