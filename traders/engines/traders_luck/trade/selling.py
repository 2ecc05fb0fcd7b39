"""Selling, legally and otherwise (TL-SEL, TL-ILL, TL-FBS)."""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import count, listed
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position import day_spending, planet_market
from traders.engines.traders_luck.position.agenda_steps import Part, PoliceRoll, Trading
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.position.state import Lot, Position, Trader
from traders.engines.traders_luck.tables import tables

CAUGHT = "police"


class Sell(Order, frozen=True):
    """`sell illegal 2 robots and 1 food`; all of it where nothing is named."""

    goods: tuple[tuple[str, int], ...] = ()
    illegal: bool = False


def sale(state: Position, trader: Trader, order: Sell) -> list[Part]:
    """What is offered for sale: what was named, else the entire cargo that came from elsewhere
    (TL-SEL-02).
    """
    if order.goods:
        return [Part(good, n) for good, n in order.goods]
    lots = planet_market.from_elsewhere(state, trader)
    return [
        Part(good, sum(lot.n for lot in lots if lot.good == good))
        for good in dict.fromkeys(lot.good for lot in lots)
    ]


def _check(state: Position, seat: Seat, order: Sell) -> None:
    trader = state.traders[seat]
    parts = sale(state, trader, order)
    _must_be_aboard(state, trader, parts)
    illegal = [part.good for part in parts if not planet_market.legal(state.here, part.good)]
    if illegal and not order.illegal:
        raise Refusal(
            f"Illegal here: {listed(illegal)}. To sell before the police die write: sell illegal",
            "TL-ILL-01",
        )
    if order.illegal and not illegal:
        raise Refusal(
            "Nothing of it is illegal here: write sell.",
            "TL-ILL-01",
            "TL-ROL-06",
            "TL-SEL-04",
            instead=["sell"],
        )
    day_spending.must_fit(state, seat, tables().trade.sell_days, "A sale")


def _must_be_due(state: Position, seat: Seat) -> None:
    """One sale a turn (TL-SEL-06), before the purchase (TL-SEL-05), of cargo that is there
    (TL-SEL-01).
    """
    expansions_in_play.must_let_trade(state, seat)
    turn, trader = state.turn, state.traders[seat]
    if turn.sold:
        raise Refusal("You have sold in this turn already.", "TL-SEL-06", "TL-SEL-01")
    if turn.bought:
        raise Refusal(
            "A sale comes before the purchase, and what was bought here is not sold here.",
            "TL-SEL-05",
            "TL-SEL-03",
        )
    if turn.expanded and state.options.revision == 1:
        raise Refusal("The bay is enlarged after any sale.", "TL-ECB-05", "TL-SEL-05")
    if not trader.cargo:
        raise Refusal("You have no cargo to sell.", "TL-SEL-01")


def _must_be_aboard(state: Position, trader: Trader, parts: list[Part]) -> None:
    """Nothing that was got here (TL-SEL-03, BH-STO-05); of the rest all or nothing (TL-SEL-02)
    unless trade is free (TL-FBS-03).
    """
    for part in parts:
        aboard = sum(lot.n for lot in trader.cargo if lot.good == part.good)
        if part.n > aboard:
            raise Refusal(
                f"You have {units(aboard, part.good) if aboard else f'no {part.good}'} aboard.",
                "TL-SEL-01",
                "TL-FBS-03",
            )
        if part.n > sum(lot.n for lot in planet_market.from_elsewhere(state, trader, part.good)):
            raise Refusal(
                f"Cargo got on this planet is not sold here ({part.good}).",
                "TL-SEL-03",
                "BH-STO-05",
            )
    if not parts:
        raise Refusal("Cargo got on this planet is not sold here.", "TL-SEL-03", "BH-STO-05")
    whole = sum(lot.n for lot in planet_market.from_elsewhere(state, trader))
    if not state.options.free_trading and sum(part.n for part in parts) != whole:
        raise Refusal(
            "A sale is of the entire cargo from elsewhere: write sell.",
            "TL-SEL-02",
            "TL-FBS-03",
            instead=["sell"],
        )


def _sell(state: Position, seat: Seat, order: Sell, step: Trading, told: Told) -> Steps:
    """One day, whatever the sale holds and whether it succeeds (TL-SEL-01, TL-FBS-04, TL-ILL-04);
    where any of it is illegal the police die is thrown first, once (TL-ILL-01, TL-ILL-08).
    """
    parts = sale(state, state.traders[seat], order)
    day_spending.spend(state, seat, tables().trade.sell_days)
    state.turn.sold = True
    if order.illegal:
        told.append(
            tell("illegal-offer", "TL-ILL-01", seat=seat, goods=planet_market.by_good(parts))
        )
        if any(one.surely_caught(state) for one in expansions_in_play.in_play(state.options)):
            return [*settle(state, seat, parts, caught=True, told=told), step]
        return [PoliceRoll(seat, parts), step]
    return [*settle(state, seat, parts, caught=False, told=told), step]


def chance(state: Position, step: PoliceRoll) -> Chance:
    """A fresh roll, whatever the die showed on arrival (TL-ILL-01, BH-REG-05)."""
    faces = expansions_in_play.faces("police")
    return Chance("die", len(faces), "the police die of an illegal sale", "TL-ILL-01", faces=faces)


def thrown(state: Position, step: PoliceRoll, outcome: int, told: Told) -> Steps:
    """The police, or none (TL-ILL-02, TL-ILL-03); trade goes on, so that one may still buy
    (TL-ILL-05).
    """
    state.throws += 1
    caught = expansions_in_play.faces("police")[outcome - 1] == CAUGHT
    told.append(tell("police-die", "TL-ILL-01", reveals=True, caught=caught))
    return settle(state, step.seat, step.sale, caught=caught, told=told)


def settle(
    state: Position, seat: Seat, parts: list[Part], *, caught: bool, told: Told
) -> list[Step]:
    """Legal goods are paid at the planet's price (TL-SEL-04), illegal ones at twice what they cost
    (TL-ILL-02) or confiscated, then with all that is illegal here and aboard, offered or not
    (TL-ILL-03, TL-FBS-06).
    """
    trader, here = state.traders[seat], state.here
    for part in parts:
        legal = planet_market.legal(here, part.good)
        if caught and not legal:
            continue
        lots = planet_market.take_out(trader, _first(state, trader, part.good, legal=legal), part.n)
        paid = sum(
            lot.n * (planet_market.price(here, part.good) if legal else planet_market.twice(lot))
            for lot in lots
        )
        trader.credits += paid
        state.turn.income += paid
        goods, sold = planet_market.by_good(lots), _lots(lots)
        told.append(tell("sale", "TL-FBS-05", seat=seat, goods=goods, lots=sold, paid=paid))
    if caught:
        lost = [lot for lot in trader.cargo if not planet_market.legal(here, lot.good)]
        trader.cargo = [lot for lot in trader.cargo if planet_market.legal(here, lot.good)]
        told.append(tell("confiscated", "TL-ILL-03", seat=seat, goods=planet_market.by_good(lost)))
        for one in expansions_in_play.in_play(state.options):
            one.caught(state, seat, told)
    return []


def _first(state: Position, trader: Trader, good: str, *, legal: bool) -> list[Lot]:
    """Of part of a kind the oldest lots go first in a legal sale, the dearest in an illegal one
    (TL-FBS-03).
    """
    lots = planet_market.from_elsewhere(state, trader, good)
    return lots if legal else sorted(lots, key=lambda lot: -lot.paid)


def _lots(lots: list[Lot]) -> list[dict[str, str | int]]:
    """Which lots were sold or lessened (TL-FBS-05)."""
    return [{"name": lot.good, "n": lot.n, "price": lot.paid} for lot in lots]


def _sales(state: Position, seat: Seat) -> Iterable[Sell]:
    """All of it; with free trading some of one kind too (TL-FBS-03): of several kinds it is said in
    one order.
    """
    yield from (Sell(), Sell(illegal=True))
    if state.options.free_trading:
        for good in state.traders[seat].kinds():
            yield from (Sell(((good, 1),), illegal) for illegal in (False, True))


def _means(state: Position, seat: Seat, order: Sell) -> Meaning:
    trader, spent = state.traders[seat], count(tables().trade.sell_days, "day")
    if order.goods:
        ((good, _),) = order.goods
        most = sum([lot.n for lot in planet_market.from_elsewhere(state, trader, good)])
        return f"some of your {units(most, good)}; more kinds with `and`", "TL-FBS-03"
    parts = sale(state, trader, order)
    what = listed([units(part.n, part.good) for part in parts])
    if order.illegal:
        return f"{what}, {spent}; the police die falls first", "TL-ILL-01"
    worth = sum([part.n * planet_market.price(state.here, part.good) for part in parts])
    return f"{what} for {count(worth, 'credit')} and {spent}"


SELL = OrderHandler(
    Sell,
    forms=(
        "sell",
        ("sell illegal", {"illegal": True}),
        "sell <goods>",
        ("sell illegal <goods>", {"illegal": True}),
    ),
    help="Spend time to sell your cargo; say `illegal` if any of it is illegal on this planet.",
    counts=("goods",),
    said=("sell everything", "sell all", "sell lot", "sell cargo", "sell up", "flog", "flog lot"),
    rule="TL-SEL-01",
    at=(Trading,),
    must=_must_be_due,
    check=_check,
    menu=_sales,
    means=_means,
    deed=_sell,
)

STEPS = (StepHandler(PoliceRoll, waits=chance, takes=thrown),)
