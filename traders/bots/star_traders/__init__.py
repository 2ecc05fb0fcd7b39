"""A bot that reckons in turns until it wins, from its view alone: one mind at every level, whose
player now and then gives an order without a thought.

`bot` answers with one order; asked again in the same interval after a reaction of its own it may
name the same reaction, so the host adds `pass` to what it sends in an interval. It should be given
another seed each time it is asked.

`bot_words` are what it says at its turn's beginning beside its moves: standing orders for the cards
that it holds, which nobody sees and for which nobody waits, and stops that it always has, so that
they prove nothing.

`bargain` and `accepts` are its deals, at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from traders.bots.star_traders import (
    auction_bids,
    choice_answers,
    deal_answers,
    order_worth,
    reaction_worth,
    standing_orders,
    station_deal_offers,
)
from traders.bots.star_traders.offered_moves import moves
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Choice, Interval, Offer, Pending, View

__all__ = ["PLAYER_STUMBLES", "accepts", "bargain", "best", "bot", "bot_words"]

PLAYER_STUMBLES = 1 / 9
"""How often a player gives any order."""


def bot(view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level) -> str:
    """The next order of the view's seat; in an interval `pass` where nothing is worth more."""
    return best(Mind(view, seed), pending, offers)


def best(mind: Mind, pending: Pending, offers: Sequence[Offer]) -> str:
    """The next order of a bot that sees this: the one worth most, if it is worth anything; the seed
    decides between equals.
    """
    found = list(moves(offers, mind.hand))
    if isinstance(pending, Choice):
        return choice_answers.chosen(mind, pending, found)
    if isinstance(pending, Interval) and pending.question and pending.name == "auction":
        return auction_bids.bid(mind, offers)
    reacts = isinstance(pending, Interval)
    worth = reaction_worth.worth if reacts else order_worth.worth
    weighed = [
        (good, mind.lot(move.order), move.order)
        for move in found
        if (good := worth(mind, move)) > 0
    ]
    return max(weighed, default=(0, 0, "pass" if reacts else "end"))[2]


def accepts(view: View, deal: dict[str, Any], seed: int, level: Level) -> bool:
    """Whether an offer that was made to the bot, as its view has it, pays."""
    return deal_answers.accepts(Mind(view, seed), deal)


def bargain(view: View, seed: int, level: Level) -> str:
    """An offer as an order, "" for none."""
    return station_deal_offers.bargain(Mind(view, seed))


def bot_words(view: View, seed: int, level: Level) -> tuple[str, ...]:
    """Stops and standing orders, as orders, that the seat sends before its first move of a turn."""
    return standing_orders.said(Mind(view, seed))
