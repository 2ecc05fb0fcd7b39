"""Engines: buying one at a shipyard, and the repair of Stressed Engines."""

from __future__ import annotations

from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.kernel.words import count
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import money
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position import turn_stages
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Position


class BuyEngine(Order, frozen=True):
    """`engine`"""


def price(state: Position, seat: Seat) -> int:
    """That of the number which the ship would reach (ST-ENGINE-05 to 07)."""
    number = state.traders[seat].engines + 1
    return next(row.stellors for row in state.book.printed.engine_prices if row.engine == number)


def add(state: Position, seat: Seat, count: int, told: Told) -> None:
    """So many engines more; what is over the limit ceases to exist (ST-ENGINE-03, ST-ENGINE-10);
    all may see them (ST-SETUP-08).
    """
    trader = state.traders[seat]
    trader.engines = min(trader.engines + count, personality_rules.engine_limit(state, trader))
    told.append(tell("has-engines", "ST-ENGINE-02", seat=seat, engines=trader.engines))


def _check(state: Position, seat: Seat, order: BuyEngine) -> None:
    """(ST-TURN-05, ST-ENGINE-03, ST-ENGINE-08)"""
    turn_stages.must_have_action(state, "ST-ENGINE-13", "ST-TURN-05")
    trader = state.traders[seat]
    if trader.engines >= personality_rules.engine_limit(state, trader):
        raise Refusal(
            f"Your ship has {count(trader.engines, 'engine')}, and may have no more.",
            "ST-ENGINE-03",
        )
    if not personality_rules.adds_engines_at(state, trader, trader.at):
        yards = [place(state, world) for world in sorted(state.chart.shipyards)]
        raise Refusal(
            f"{place(state, trader.at)} is no shipyard.",
            "ST-ENGINE-08",
            "ST-ENGINE-09",
            instead=yards,
        )
    rule = "ST-ENGINE-06" if trader.engines + 1 >= 5 else "ST-ENGINE-05"
    money.must_have(state, seat, price(state, seat), "An engine", rule, "ST-ENGINE-07")


def _buy(state: Position, seat: Seat, order: BuyEngine, told: Told) -> None:
    """One engine, and that is the turn's Action (ST-ENGINE-13)."""
    cost = price(state, seat)
    turn_stages.use_action(state)
    told.append(tell("buys-engine", "ST-ENGINE-05", seat=seat))
    money.pay(state, seat, cost, told, "ST-ENGINE-07")
    add(state, seat, 1, told)


def _at_yard(state: Position, seat: Seat) -> tuple[BuyEngine, ...]:
    trader = state.traders[seat]
    yard = personality_rules.adds_engines_at(state, trader, trader.at)
    return (BuyEngine(),) if yard else ()


def _new_engine(state: Position, seat: Seat, order: BuyEngine) -> Meaning:
    number = state.traders[seat].engines + 1
    return f"buy engine {number} for {count(price(state, seat), 'Stellor')}", "ST-ENGINE-07"


SAID = (
    "buy engine", "get engine", "add engine", "purchase engine", "buy new engine",
    "buy more engine", "fit engine",
)  # fmt: skip
ENGINE = OrderHandler(
    BuyEngine,
    forms=("engine", "buy engine"),
    help="Buy an engine at a shipyard world; this is your Action.",
    said=SAID,
    stages=turn_stages.BEFORE_DRAW,
    rule="ST-ENGINE-08",
    check=_check,
    menu=_at_yard,
    means=_new_engine,
    deed=stays(_buy),
)


# --- repairs --------------------------------------------------------------------------------------


class Repair(Order, frozen=True):
    """`repair`"""


def _check_repair(state: Position, seat: Seat, order: Repair) -> None:
    """At any moment, in full (ST-CARD-57, ST-MONEY-08)."""
    trader = state.traders[seat]
    if not trader.stressed:
        raise Refusal("Your engines are not stressed.", "ST-CARD-57")
    money.must_have(
        state, seat, personality_rules.repair_price(state, trader), "The repair", "ST-CARD-57"
    )


def _repair(state: Position, seat: Seat, order: Repair, told: Told) -> None:
    """The card is discarded and all engines count again (ST-CARD-57)."""
    trader = state.traders[seat]
    state.luck_discard.append(trader.stressed_by or "Stressed Engines")
    trader.stressed, trader.stressed_by = False, ""
    told.append(tell("repairs", "ST-CARD-57", seat=seat))
    money.pay(state, seat, personality_rules.repair_price(state, trader), told, "ST-CARD-57")


def _cost(state: Position, seat: Seat, order: Repair) -> str:
    cost = personality_rules.repair_price(state, state.traders[seat])
    return f"pay {count(cost, 'Stellor')}, so that all your engines count again"


REPAIR = OrderHandler(
    Repair,
    forms=("repair",),
    when=When.ANY,
    help="Pay for the repair of your Stressed Engines, so that all your engines count again.",
    said=("fix",),
    rule="ST-CARD-57",
    at_once=True,
    check=_check_repair,
    menu=lambda state, seat: (Repair(),) if state.traders[seat].stressed else (),
    means=_cost,
    deed=stays(_repair),
)
