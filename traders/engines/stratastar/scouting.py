"""Scouting a space without going there, and the order of battles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.stratastar import galaxy, hands
from traders.engines.stratastar.display_names import place
from traders.engines.stratastar.movement_phase import MOVEMENT, uncover
from traders.engines.stratastar.order_handler import OrderHandler, fits
from traders.engines.stratastar.order_types import BattleOrder, Explore
from traders.engines.stratastar.state import Position
from traders.engines.stratastar.steps import Phase


def _check_explore(state: Position, seat: Seat, order: Explore) -> None:
    """A unit scouts a neighbouring unknown space (SS-XPL-03)."""
    if not state.options.exploration:
        raise Refusal("All spaces are known: exploration is an option.", "SS-OPT-02", "SS-XPL-03")
    if galaxy.chit(state, order.at) != galaxy.UNKNOWN:
        raise Refusal(f"{place(order.at)} is known.", "SS-XPL-03")
    if not any(galaxy.units(state.empires[seat], space) for space in galaxy.beside(order.at)):
        raise Refusal(f"None of your units is next to {place(order.at)}.", "SS-XPL-03")
    hands.payment(state, seat, "trade", 1, order.using, "SS-XPL-03")


def _explore(
    state: Position, seat: Seat, order: Explore, step: Phase, told: Told
) -> Sequence[Step]:
    hands.pay(state, seat, "trade", 1, order.using, told, "SS-XPL-03")
    uncover(state, order.at, told)
    return [step]


def _offer_explore(state: Position, seat: Seat) -> Iterable[Offer]:
    for space in galaxy.spaces() if state.options.exploration else ():
        if fits(_check_explore, state, seat, Explore(space)):
            yield Offer(f"explore {space}", f"uncover {place(space)} for 1 trade", "SS-XPL-03")


def _check_battles(state: Position, seat: Seat, order: BattleOrder) -> None:
    if len(set(order.spaces)) != len(order.spaces):
        raise Refusal("A space is named once: there is one battle in it at most.", "SS-BAT-18")


def _battles(
    state: Position, seat: Seat, order: BattleOrder, step: Phase, told: Told
) -> Sequence[Step]:
    """The order in which battles are fought (SS-BAT-18)."""
    state.turn.battles = list(order.spaces)
    return [step]


EXPLORE = OrderHandler("turn", _check_explore, _explore, _offer_explore, MOVEMENT, action=True)


BATTLES = OrderHandler("turn", _check_battles, _battles, lambda state, seat: (), MOVEMENT)
