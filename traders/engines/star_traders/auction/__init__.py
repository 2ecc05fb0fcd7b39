"""Auctions by sealed bids: one bid each, opened together; the highest wins, equal ones in the order
of the table (ST-IMPERIAL-22).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.kernel.agenda import Step, StepHandler, Told
from traders.engines.kernel.contract import Blank, Interval, Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders import money
from traders.engines.star_traders.auction import lots
from traders.engines.star_traders.auction.lots import Auction
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.order_handler import OrderHandler
from traders.engines.star_traders.order_types import Bid
from traders.engines.star_traders.personality_steps import PersonalityAuction, StationAuction
from traders.engines.star_traders.state import Position


def under_way(state: Position) -> Auction | None:
    """The auction that play stands at, if it is one."""
    step = state.agenda[-1]
    return step if isinstance(step, (StationAuction, PersonalityAuction)) else None


def bidding(state: Position, step: Auction) -> Interval | None:
    """A question to every seat that may bid; it is closed when all have answered, or at its
    deadline.
    """
    seats = [seat for seat in lots.bidders(state, step) if seat not in step.bids]
    if not seats:
        return None
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


def opened(state: Position, step: Auction, told: Told) -> Sequence[Step]:
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


def _check(state: Position, seat: Seat, order: Bid) -> None:
    """(ST-IMPERIAL-22, ST-OPTION-07)"""
    step = under_way(state)
    if step is None:
        raise Refusal("There is no auction.", "ST-IMPERIAL-22")
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
            f"You have {state.traders[seat].stellors} Stellors.",
            rule,
            "ST-IMPERIAL-22",
            "ST-MONEY-08",
            "ST-TRADE-09",
        )


def _bid(state: Position, seat: Seat, order: Bid, told: Told) -> Sequence[Step]:
    """A bid is opened; with the last of them the auction is over."""
    step = under_way(state)
    assert step is not None
    rule = lots.lot(state, step)[1]
    if order.stellors:
        told.append(tell("bids", rule, seat=seat, stellors=order.stellors))
    else:
        told.append(tell("no-bid", rule, seat=seat))
    step.bids[seat] = order.stellors
    if any(other not in step.bids for other in lots.bidders(state, step)):
        return []
    state.agenda.pop()
    return opened(state, step, told)


def _offers(state: Position, seat: Seat) -> Iterable[Offer]:
    step = under_way(state)
    if step is None or seat not in lots.bidders(state, step) or seat in step.bids:
        return
    what, rule = lots.lot(state, step)
    least, held = state.book.prices["auction_min_bid"], state.traders[seat].stellors
    if held >= least:
        yield Offer(
            "bid {n}",
            f"a sealed bid for {what}",
            rule,
            reaction=True,
            blanks=(Blank("n", low=least, high=held),),
        )
    yield Offer("no bid", "make no bid", rule, reaction=True)


BID = OrderHandler("card", _check, _bid, _offers)


STEPS = (
    StepHandler(PersonalityAuction, waits=bidding, closes=opened),
    StepHandler(StationAuction, waits=bidding, closes=opened),
)
