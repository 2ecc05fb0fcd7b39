"""The Work action (IT-WRK) and its pay (IT-PAY). Loads without a card:
`settlers_and_alien_goods.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.position.agenda_steps import Acting, OffloadDie, Shuffle
from traders.engines.imperial_trader.position.state import Captain, Position
from traders.engines.imperial_trader.ship import damage, settlers_and_alien_goods
from traders.engines.imperial_trader.sub_sector import chart, sub_sector_state
from traders.engines.imperial_trader.sub_sector.chart_routes import lanes_between
from traders.engines.imperial_trader.tables import tables
from traders.engines.imperial_trader.turn import game_end_and_winner, turn_stages
from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.kernel.words import count


def pay(state: Position, captain: Captain, order: str) -> int:
    """Ten credits a lane by the shortest route, whatever way was flown (IT-PAY-01, IT-PAY-02,
    IT-ORD-02), and war pay (IT-SHF-08).
    """
    lanes = lanes_between(sub_sector_state.ways(state), *chart.parts(state.chart, order))
    return lanes * tables().game.pay_per_lane + _war_pay(captain, order)


def _war_pay(captain: Captain, order: str) -> int:
    """(IT-SHF-08)"""
    return tables().imperium.war_pay if order in captain.delayed else 0


def _more(state: Position, captain: Captain, order: str) -> dict[str, Any]:
    """What more is paid than the lanes bring, and the world that was closed on the way."""
    more = _war_pay(captain, order)
    return {"more": more, "closed": chart.parts(state.chart, order)[1] if more else ""}


# --- load -----------------------------------------------------------------------------------------


class Load(Order, frozen=True):
    """`load ore to port meridian`, `load settlers`, `load alien goods`"""

    cargo: str


def _held(state: Position, seat: Seat, order: Load | Offload) -> None:
    orders = state.captains[seat].orders
    if not settlers_and_alien_goods.is_load(order.cargo) and order.cargo not in orders:
        rules = ("IT-WRK-01",) if isinstance(order, Load) else ("IT-WRK-01", "IT-WRK-03")
        raise Refusal(f"You do not hold the order {order.cargo}.", *rules)


def _check_load(state: Position, seat: Seat, order: Load) -> None:
    captain = state.captains[seat]
    if settlers_and_alien_goods.is_load(order.cargo):
        settlers_and_alien_goods.check_load(state, captain, order.cargo)
        return
    if order.cargo in captain.cargo:
        raise Refusal(f"{order.cargo} is aboard already.", "IT-WRK-02")
    pickup = chart.parts(state.chart, order.cargo)[0]
    if captain.at.to or captain.at.planet != pickup:
        raise Refusal(f"{order.cargo} is picked up at {pickup}.", "IT-WRK-02")
    sub_sector_state.must_trade(state, captain, "Work", "IT-WRK-02")


def _load(state: Position, seat: Seat, order: Load, step: Acting, told: Told) -> Steps:
    """The cargo of one order comes aboard, no die thrown (IT-WRK-02, IT-WRK-06)."""
    captain = state.captains[seat]
    turn_stages.act(state, seat)
    cargo = settlers_and_alien_goods.full_name(captain, order.cargo)
    captain.cargo.append(cargo)
    if cargo in captain.orders and sub_sector_state.closed(
        state, chart.parts(state.chart, cargo)[1]
    ):
        captain.delayed.append(cargo)
    turn_stages.came_to(state, "loaded")
    told.append(tell("loads", "IT-WRK-02", seat=seat, cargo=cargo))
    return [step]


def _loads(state: Position, seat: Seat) -> Iterable[Load]:
    captain = state.captains[seat]
    for cargo in captain.orders:
        if chart.parts(state.chart, cargo)[0] == captain.at.planet:
            yield Load(cargo)
    if captain.licence:
        yield from map(Load, settlers_and_alien_goods.LOADS)


LOAD = OrderHandler(
    Load,
    forms=("load <cargo>",),
    help="Load the cargo of a buy order on its pick-up planet, or settlers or alien goods.",
    example="load ore to port meridian",
    said=("pick up", "take on", "collect", "take aboard", "fetch", "load up"),
    rule="IT-WRK-02",
    at=(Acting,),
    must=turn_stages.must_have_action,
    held=_held,
    check=_check_load,
    menu=_loads,
    means="no die is rolled",
    deed=_load,
)


# --- offload --------------------------------------------------------------------------------------


class Offload(Order, frozen=True):
    """`offload ore to port meridian`, `offload settlers`, `offload alien goods`"""

    cargo: str


def _check_offload(state: Position, seat: Seat, order: Offload) -> None:
    captain = state.captains[seat]
    if settlers_and_alien_goods.is_load(order.cargo):
        settlers_and_alien_goods.check_offload(state, captain, order.cargo)
        return
    if order.cargo not in captain.cargo:
        raise Refusal(f"{order.cargo} is not aboard.", "IT-WRK-03")
    goal = chart.parts(state.chart, order.cargo)[1]
    if captain.at.to or captain.at.planet != goal:
        raise Refusal(f"{order.cargo} is dropped off at {goal}.", "IT-WRK-03")
    sub_sector_state.must_trade(state, captain, "Work", "IT-WRK-03")


def _offload(state: Position, seat: Seat, order: Offload, step: Acting, told: Told) -> Steps:
    """An attempt to unload the cargo of one order: a die decides (IT-WRK-03, IT-WRK-06)."""
    turn_stages.act(state, seat)
    captain = state.captains[seat]
    cargo = settlers_and_alien_goods.aboard(captain, order.cargo)
    told.append(tell("offloads", "IT-WRK-03", seat=seat, cargo=cargo))
    return [OffloadDie(seat, cargo), step]


def chance(state: Position, step: OffloadDie) -> Chance:
    return Chance("die", tables().game.die, "the offloading die", "IT-WRK-03")


def thrown(state: Position, step: OffloadDie, outcome: int, told: Told) -> Steps:
    """Success on 2 to 6 (IT-WRK-03), for alien goods on 3 to 6 (IT-SHF-12). A dock accident is
    damage and a failed action (IT-WRK-04); the cargo stays aboard for another try (IT-WRK-05).
    Autoloaders speak of a 1 alone (IT-SHP-08).
    """
    captain = state.captains[step.seat]
    if outcome in settlers_and_alien_goods.fails_on(step.cargo):
        turn_stages.came_to(state)
        told.append(tell("accident", "IT-WRK-04", reveals=True, seat=step.seat, die=outcome))
        return damage.risk(
            state, step.seat, "autoloaders" if outcome in tables().game.accident_on else ""
        )
    turn_stages.came_to(state, "delivered")
    if settlers_and_alien_goods.is_load(step.cargo):
        earned, then = settlers_and_alien_goods.delivered(state, captain, step.cargo, told)
        more: dict[str, Any] = {"more": 0, "closed": ""}
    else:
        earned, then = pay(state, captain, step.cargo), [Shuffle()]
        more = _more(state, captain, step.cargo)
        captain.orders.remove(step.cargo)
        state.deck.append(step.cargo)  # it may be drawn again by anyone (IT-PAY-03, IT-DEA-05)
    captain.cargo.remove(step.cargo)
    captain.delayed = [cargo for cargo in captain.delayed if cargo != step.cargo]
    captain.credits += earned
    told.append(
        tell(
            "delivers",
            "IT-PAY-01",
            reveals=True,
            seat=step.seat,
            die=outcome,
            cargo=step.cargo,
            paid=earned,
            **more,
        )
    )
    return game_end_and_winner.goal(state, captain, told) or then


def _pays(state: Position, seat: Seat, order: Offload) -> str:
    captain, cargo = state.captains[seat], order.cargo
    worth = settlers_and_alien_goods.worth if settlers_and_alien_goods.is_load(cargo) else pay
    return f"for {count(worth(state, captain, cargo), 'credit')}, if the die lets you"


OFFLOAD = OrderHandler(
    Offload,
    forms=("offload <cargo>", "unload <cargo>"),
    help="Roll to unload cargo on its drop-off planet, and be paid for it.",
    example="offload grain to ferrum vale",
    said=("deliver", "drop off", "unload", "hand over"),
    rule="IT-WRK-03",
    at=(Acting,),
    must=turn_stages.must_have_action,
    held=_held,
    check=_check_offload,
    menu=lambda state, seat: map(Offload, state.captains[seat].cargo),
    means=_pays,
    deed=_offload,
)

STEPS = (StepHandler(OffloadDie, waits=chance, takes=thrown),)
