"""A sensible bot: weighs everything that is offered and gives the best of it, from its view alone.

`bot` answers with one order; asked again in the same interval after a reaction of its own it may
name the same reaction, so the host adds `pass` to what it sends in an interval. It should be given
another seed each time it is asked.

`bot_words` are what it says at its turn's beginning beside its moves: standing orders for the cards
that it holds, and now and then a stop. A stop is set by the seed alone, never by the hand, so that
it proves nothing; and it is dropped at the next turn. What the hand could do stands in standing
orders, which nobody sees and for which nobody waits.

`bargain` and `accepts` are its deals, at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from traders.bots.star_traders import (
    auction,
    choices,
    deal_answers,
    deal_offers,
    reactions,
    turn,
)
from traders.bots.star_traders.goals import Mind
from traders.bots.star_traders.master import bargains
from traders.bots.star_traders.master import reactions as master_reactions
from traders.bots.star_traders.master import standing_orders as master_words
from traders.bots.star_traders.master import turn as master_turn
from traders.bots.star_traders.master.goals import Master
from traders.bots.star_traders.offered_moves import Move, moves
from traders.engines.kernel.contract import Choice, Interval, Offer, Pending, View
from traders.engines.kernel.level import Level

__all__ = ["accepts", "bargain", "best", "bot", "bot_words", "mind_of"]

STOPS = ("quarantine", "zap", "lost", "calamity", "die", "petition")
OFTEN = 1 / 14
"""How often a turn begins with a stop."""


def bot(view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level) -> str:
    """The next order of the view's seat; in an interval `pass` where nothing is worth more."""
    return best(mind_of(view, seed, level), pending, offers)


def best(mind: Mind, pending: Pending, offers: Sequence[Offer]) -> str:
    """The next order of a bot that sees this."""
    found = list(moves(offers, mind.hand))
    if isinstance(pending, Choice):
        return choices.chosen(mind, pending, found)
    if isinstance(pending, Interval) and pending.question and pending.name == "auction":
        return auction.bid(mind, offers)
    if isinstance(pending, Interval):
        weigh = master_reactions.worth if isinstance(mind, Master) else reactions.worth
        return _best(mind, found, weigh, "pass")
    if isinstance(mind, Master):
        return _best(mind, found, master_turn.worth, "end")
    return _best(mind, found, turn.worth, "end")


def mind_of(view: View, seed: int, level: Level) -> Mind:
    """What a bot of this level makes of the view."""
    return Master(view, seed) if level == Level.MASTER else Mind(view, seed)


def accepts(view: View, deal: dict[str, Any], seed: int, level: Level) -> bool:
    """Whether an offer that was made to the bot, as its view has it, pays."""
    return deal_answers.accepts(mind_of(view, seed, level), deal)


def bargain(view: View, seed: int, level: Level) -> str:
    """An offer as an order, "" for none."""
    mind = mind_of(view, seed, level)
    return bargains.bargain(mind) if isinstance(mind, Master) else deal_offers.bargain(mind)


def _best(mind: Mind, found: list[Move], worth: object, otherwise: str) -> str:
    """The order worth most, if it is worth anything; the seed decides between equals."""
    assert callable(worth)
    weighed = [
        (good, mind.lot(move.order), move.order)
        for move in found
        if (good := worth(mind, move)) > 0
    ]
    return max(weighed, default=(0.0, 0.0, otherwise))[2]


def bot_words(view: View, seed: int, level: Level) -> tuple[str, ...]:
    """Stops and standing orders, as orders, that the seat sends before its first move of a turn."""
    mind = mind_of(view, seed, level)
    if isinstance(mind, Master):
        return master_words.said(mind)
    return ("forget all", *(f"no stop at {name}" for name in STOPS), *_stop(mind), *_standing(mind))


def _stop(mind: Mind) -> Iterator[str]:
    """One stop on one rival, by the seed alone: the same whatever the hand holds."""
    if mind.leader is None or mind.lot("stop") >= OFTEN:
        return
    name = STOPS[int(mind.lot("which") * 3)]
    yield f"stop at {name} when {mind.leader['seat']} jumps"


def _standing(mind: Mind) -> Iterator[str]:
    """What the cards of the hand should do by themselves; the condition is one that all can see."""
    hand = set(mind.hand)
    if "Avoid Calamity" in hand:
        yield "when attacked: avoid"
    elif "Avoid Calamity" in mind.own["stands_in"].get("Piracy", ()):
        yield "when attacked: avoid with piracy"
    if mind.cheapest and mind.keep(mind.cheapest) <= (100.0 if mind.me["mission"] else 3.0):
        yield f"when my jump fails: reroll with {mind.cheapest.lower()}"
    if mind.trapped and "Avoid Calamity" in hand and mind.me["mission"]:
        yield f"when {mind.seat} jumps from {mind.here.lower()}: avoid"
    for rival in mind.rivals:
        if not rival["mission"]:
            continue
        goal = mind.mission_goal(rival)
        if "You Are Lost" in hand:
            yield (
                f"when {rival['seat']} jumps to {goal.lower()}: play you are lost on "
                f"{rival['seat']}"
            )
        if "Quarantine" in hand and rival["at"] and rival["at"] != mind.here:
            yield (
                f"when {rival['seat']} jumps from {rival['at'].lower()}: play quarantine at "
                f"{rival['at'].lower()}"
            )
        for card in ("Zap", "Superzap"):
            if card in hand:
                yield f"when {rival['seat']} jumps to {goal.lower()}: play {card.lower()} down"
