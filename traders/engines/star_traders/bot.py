"""A sensible Trader of wood: weighs everything that is offered and gives the best of it, from its view alone.

`bot` answers with one order; asked again in the same interval after a reaction of its own it may name the same reaction, so the host adds
`pass` to what it sends in an interval. It should be given another seed each time it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.contract import Choice, Interval, Offer, Pending, View
from traders.engines.star_traders import bot_auction, bot_choices, bot_deals, bot_reactions, bot_turn
from traders.engines.star_traders.bot_mind import Mind
from traders.engines.star_traders.bot_orders import Move, moves


def bot(view: View, pending: Pending, offers: Sequence[Offer], seed: int) -> str:
    """The next order of the view's seat; in an interval `pass` where nothing is worth more."""
    mind = Mind(view, seed)
    found = list(moves(offers, mind.hand))
    if isinstance(pending, Choice):
        return bot_choices.chosen(mind, pending, found)
    bargain = bot_deals.answer(mind, offers)
    if bargain:
        return bargain
    if isinstance(pending, Interval) and pending.question and pending.name == "auction":
        return bot_auction.bid(mind, offers)
    if isinstance(pending, Interval):
        return _best(mind, found, bot_reactions.worth, "pass")
    return _best(mind, found, bot_turn.worth, "end")


def _best(mind: Mind, found: list[Move], worth: object, otherwise: str) -> str:
    """The order worth most, if it is worth anything; the seed decides between equals."""
    assert callable(worth)
    weighed = [(worth(mind, move), mind.lot(move.order), move.order) for move in found]
    best = max(weighed, default=(0.0, 0.0, otherwise))
    return best[2] if best[0] > 0 else otherwise
