"""Buying (TL-BUY, TL-FBS)."""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import count, listed
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position import day_spending, planet_market
from traders.engines.traders_luck.position.agenda_steps import Trading
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.position.state import Lot, Position
from traders.engines.traders_luck.tables import tables

MOST = 10
"""Of a ware no more are offered at once."""


class Buy(Order, frozen=True):
    """`buy 2 food and 1 missile discarding cargo`"""

    wares: tuple[tuple[str, int], ...]
    discarding: bool = False


def _goods(order: Buy) -> dict[str, int]:
    goods = tables().goods
    return {ware: n for ware, n in order.wares if ware in goods}


def cost(state: Position, order: Buy) -> int:
    """What a purchase costs at the planet's prices."""
    return sum([n * _price(state, ware) for ware, n in order.wares])


def _price(state: Position, ware: str) -> int:
    """What one costs here, the same for each unit (TL-PRC-05)."""
    seller = expansions_in_play.seller(state, ware)
    return seller.price(ware) if seller is not None else planet_market.price(state.here, ware)


def _must_be_had(state: Position, seat: Seat, order: Buy) -> None:
    """On offer here, room in the hold, and the money for it (TL-PRC-06, BH-EQP-04)."""
    goods = _goods(order)
    _must_be_sold_here(state, order, goods)
    _must_fit_aboard(state, seat, order, goods)
    paid, owned = cost(state, order), state.traders[seat].credits
    if paid > owned:
        text = f"That costs {count(paid, 'credit')}, and you have {owned}."
        rules = () if len(goods) == len(order.wares) else ("BH-EQP-04",)
        raise Refusal(text, "TL-PRC-06", *rules)


def _must_be_due(state: Position, seat: Seat) -> None:
    """One purchase a turn, where one may trade (TL-BUY-04)."""
    expansions_in_play.must_let_trade(state, seat)
    if state.turn.bought:
        raise Refusal("You have bought in this turn already.", "TL-BUY-04")
    day_spending.must_fit(state, seat, tables().trade.buy_days, "A purchase")


def _must_be_sold_here(state: Position, order: Buy, goods: dict[str, int]) -> None:
    """Of one kind (TL-BUY-02) unless trade is free (TL-FBS-02), up to the dice that show it
    (TL-BUY-03, TL-FOL-03).
    """
    for ware, _ in order.wares:
        if ware in goods:
            continue
        seller = expansions_in_play.seller(state, ware)
        refusal = (
            seller.not_sold_here(state.here, ware)
            if seller is not None
            else Refusal(f"There are no {ware} in this game.", "BH-EQP-01")
        )
        if refusal is not None:
            raise refusal
    if len(goods) > 1 and not state.options.free_trading:
        raise Refusal("A purchase is of one good only.", "TL-BUY-02", "TL-FBS-02")
    for good, n in goods.items():
        shown = planet_market.stock(state.here, good)
        if n > shown:
            rules = ["TL-BUY-03", *(["TL-FBS-02"] if state.options.free_trading else [])]
            rules += [] if shown else ["TL-ROL-06"]
            rules += ["TL-FOL-03"] if state.turn.followed else []
            raise Refusal(
                f"Only {units(shown, good)} can be had here."
                if shown
                else f"No die shows {good} here.",
                *rules,
            )


def _must_fit_aboard(state: Position, seat: Seat, order: Buy, goods: dict[str, int]) -> None:
    """The hold (TL-CAR-01, TL-ECB-01), and one kind in it (TL-CAR-02): old cargo of another kind
    goes only if that is said (TL-BUY-06).
    """
    trader = state.traders[seat]
    if not goods:
        return
    others = [kind for kind in trader.kinds() if kind not in goods]
    if others and not (state.options.free_trading or order.discarding):
        text = (
            f"You carry {listed(others)}. To throw that away for nothing, end the order with: "
            "discarding cargo"
        )
        raise Refusal(text, "TL-BUY-06", "TL-CAR-02")
    stays = sum(lot.n for lot in trader.cargo if lot.good in goods or not order.discarding)
    if stays + sum(goods.values()) > trader.bay:
        beside = ["TL-FBS-01"] if state.options.free_trading else ["TL-BUY-05"] if stays else []
        rules = [
            "TL-CAR-01",
            *beside,
            *(["TL-ECB-01"] if state.options.cargo_bay else ["TL-BUY-03"]),
        ]
        raise Refusal(
            f"Your hold takes {count(trader.bay, 'unit')}, and {stays} "
            f"{'is' if stays == 1 else 'are'} aboard.",
            *rules,
        )


def _buy(state: Position, seat: Seat, order: Buy, step: Trading, told: Told) -> Steps:
    """One day for all of it (TL-BUY-01, TL-FBS-04, BH-REG-02), paid at once (TL-PRC-06); each good
    is a lot of its own, beside what of its kind was aboard (TL-BUY-05, TL-CAR-03, TL-FBS-01).
    """
    trader, goods = state.traders[seat], _goods(order)
    paid = cost(state, order)
    day_spending.spend(state, seat, tables().trade.buy_days)
    state.turn.bought = True
    trader.credits -= paid
    state.turn.outlay += paid
    thrown = (
        [lot for lot in trader.cargo if lot.good not in goods] if order.discarding and goods else []
    )
    if thrown:  # for nothing (TL-BUY-06)
        trader.cargo = [lot for lot in trader.cargo if lot.good in goods]
        told.append(
            tell("thrown-away", "TL-BUY-06", seat=seat, goods=planet_market.by_good(thrown))
        )
    bought = [  # what, how many, at what price (TL-REC-01)
        {"name": ware, "n": n, "price": _price(state, ware)} for ware, n in order.wares
    ]
    told.append(tell("purchase", "TL-REC-01", seat=seat, goods=bought, paid=paid))
    for ware, n in order.wares:
        seller = expansions_in_play.seller(state, ware)
        if seller is not None:
            seller.take(state, seat, ware, n)
        else:
            trader.cargo.append(
                Lot(ware, n, planet_market.price(state.here, ware), state.here.number)
            )
    return [step]


def _purchases(state: Position, seat: Seat) -> Iterable[Buy]:
    """Of each ware as many as can be had, other cargo thrown away only where there is no other way;
    fewer, and several at once, are said alike.
    """
    free, shown = state.options.free_trading, state.here.goods
    goods = [good for good in tables().goods if good in shown]
    wares = [ware for one in expansions_in_play.in_play(state.options) for ware in one.wares()]
    for ware in (*goods, *wares):
        others = any(lot.good != ware for lot in state.traders[seat].cargo)
        for discarding in (False, True) if others and (free or ware in wares) else (others,):
            if most := _most(state, seat, ware, discarding=discarding):
                yield Buy(((ware, most),), discarding)
                break


def _most(state: Position, seat: Seat, ware: str, *, discarding: bool) -> int:
    """How many of a ware the purse, the dice and the hold allow."""
    trader = state.traders[seat]
    paid = min(MOST, trader.credits // (_price(state, ware) or 1))
    if ware not in tables().goods:
        return paid
    stays = sum([lot.n for lot in trader.cargo if lot.good == ware or not discarding])
    return max(0, min(paid, planet_market.stock(state.here, ware), trader.bay - stays))


def _means(state: Position, seat: Seat, order: Buy) -> str:
    spent = count(tables().trade.buy_days, "day")
    words = f"{count(cost(state, order), 'credit')} and {spent}"
    if not order.discarding:
        return words
    others = [lot for lot in state.traders[seat].cargo if lot.good not in dict(order.wares)]
    return f"{words}; your {planet_market.in_words(others)} go for nothing"


BUY = OrderHandler(
    Buy,
    forms=("buy <wares>", ("buy <wares> discarding cargo", {"discarding": True})),
    help="Spend time to buy goods, and with the expansion missiles or shields.",
    example="buy 3 robots",
    counts=("wares",),
    said=("purchase", "get", "take", "pick up"),
    rule="TL-BUY-01",
    at=(Trading,),
    must=_must_be_due,
    check=_must_be_had,
    menu=_purchases,
    means=_means,
    deed=_buy,
)
