"""Auctions by sealed bids: one bid each, opened together; the highest wins, equal ones in the order
of the table (ST-IMPERIAL-22).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from traders.engines.kernel.contract.contract import Blank, Interval
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Offered, Order, OrderHandler, Shape
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.kernel.words import count
from traders.engines.star_traders.auction import lots
from traders.engines.star_traders.auction.lots import Auction
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import money
from traders.engines.star_traders.position.personality_steps import (
    PersonalityAuction,
    StationAuction,
)
from traders.engines.star_traders.position.state import Position


def under_way(state: Position) -> Auction | None:
    """The auction that play stands at, if it is one."""
    step = state.agenda[-1]
    return step if isinstance(step, (StationAuction, PersonalityAuction)) else None


def bidding(state: Position, step: Auction) -> Interval:
    """A question to every seat that may bid; it is closed when all have answered, or at its
    deadline.
    """
    seats = [seat for seat in lots.bidders(state, step) if seat not in step.bids]
    what, rule = lots.lot(state, step)
    return Interval(
        step.key,
        "auction",
        f"{what} is auctioned by sealed bids.",
        tuple(seats),
        rule,
        silence="no bid",
        question=True,
    )


def opened(state: Position, step: Auction, told: Told) -> Steps:
    """The bids are compared (ST-IMPERIAL-22): the highest of them, of equal ones the first round
    the table, if it can still be paid.
    """
    offered = [
        seat
        for seat in lots.bidders(state, step)
        if (bid := step.bids.get(seat)) and money.can_pay(state, seat, bid)
    ]
    winner = max(offered, key=lambda seat: step.bids[seat], default="")
    what, rule = lots.lot(state, step)
    if winner:
        price = step.bids[winner]
        told.append(tell("buys", rule, seat=winner, what=what, stellors=price))
        money.pay(state, winner, price, told, rule)
    else:
        told.append(tell("nobody-bids", rule, what=what))
    return lots.goes_to(state, step, winner, told)


# --- the orders `bid` and `no bid` ----------------------------------------------------------------


class Bid(Order, frozen=True):
    """`bid <n>` · `no bid`: 0."""

    stellors: int = 0


NONE = ("There is no auction.", "ST-IMPERIAL-22")


def _no_auction(state: Position, seat: Seat) -> NoReturn:
    raise Refusal(*NONE)


def _check(state: Position, seat: Seat, order: Bid) -> None:
    """(ST-IMPERIAL-22, ST-OPTION-07)"""
    step = under_way(state)
    assert step is not None
    _, rule = lots.lot(state, step)
    if seat not in lots.bidders(state, step):
        raise Refusal("You have bought already: each buys only one.", "ST-OPTION-07", rule)
    if seat in step.bids:
        raise Refusal("Your bid lies open.", rule)
    least = state.book.prices["auction_min_bid"]
    if 0 < order.stellors < least:
        raise Refusal(f"The lowest bid is {least}.", rule, "ST-IMPERIAL-22", instead=["no bid"])
    if not money.can_pay(state, seat, order.stellors):
        raise Refusal(
            f"You have {count(state.traders[seat].stellors, 'Stellor')}.",
            rule,
            "ST-IMPERIAL-22",
            "ST-MONEY-08",
            "ST-TRADE-09",
        )


def _bid(state: Position, seat: Seat, order: Bid, step: Auction, told: Told) -> Steps:
    """A bid is opened; with the last of them the auction is over."""
    rule = lots.lot(state, step)[1]
    if order.stellors:
        told.append(tell("bids", rule, seat=seat, stellors=order.stellors))
    else:
        told.append(tell("no-bid", rule, seat=seat))
    step.bids[seat] = order.stellors
    if any(other not in step.bids for other in lots.bidders(state, step)):
        return [step]
    return opened(state, step, told)


def _bids(state: Position, seat: Seat) -> Iterator[Offered]:
    step = under_way(state)
    assert step is not None
    what, rule = lots.lot(state, step)
    least, most = state.book.prices["auction_min_bid"], money.free(state, seat)
    if most >= least:
        blanks = (Blank("n", low=least, high=most),)
        yield Shape("bid {n}", blanks, (Bid(least), Bid(most))), (f"a sealed bid for {what}", rule)
    yield Bid(), ("make no bid", rule)


BID = OrderHandler(
    Bid,
    forms=(("no bid", {"stellors": 0}), "bid <stellors:n>"),
    prefix="bid",
    when=When.ASKED,
    help="Make one sealed bid in Stellors in an auction, or say that you make no bid.",
    example="bid 9",
    counts=("stellors",),
    rule="ST-IMPERIAL-22",
    at=(PersonalityAuction, StationAuction),
    untimely=_no_auction,
    check=_check,
    menu=_bids,
    deed=_bid,
)


STEPS = (
    StepHandler(PersonalityAuction, waits=bidding, closes=opened),
    StepHandler(StationAuction, waits=bidding, closes=opened),
)
