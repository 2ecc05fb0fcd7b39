"""Telzey: the payoff, and a Trader's Luck card if it is wanted (ST-PAYOFF-13)."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Order
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.star_traders.delivery.payoff_reckoning import reckon
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import luck_cards
from traders.engines.star_traders.holdings.luck_cards import Draw
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.agenda_steps import DrawCards
from traders.engines.star_traders.position.choice_and_answer import Asked, Choose, Choosing
from traders.engines.star_traders.position.delivery_and_petition_steps import TelzeyCard
from traders.engines.star_traders.position.state import Position


def pays(state: Position, seat: Seat, contract: str, space: int, races: int, told: Told) -> Steps:
    """The normal amounts, then the card (ST-PAYOFF-13)."""
    reckon(state, seat, contract, space, races, told)
    return [TelzeyCard(seat)]


def choose(state: Position, step: TelzeyCard) -> Asked | None:
    """A card within the hand limit, one being discarded first where the hand is full (ST-LUCK-07);
    none where none is left.
    """
    if not state.luck_deck and not state.luck_discard:
        return None
    trader = state.traders[step.seat]
    draws = (
        [Draw()]
        if personality_rules.draws(state, trader)
        else [Draw((card,)) for card in dict.fromkeys(trader.hand)]
    )
    return Asked(
        step.seat,
        "At Telzey you may draw a Trader's Luck card.",
        [Choose("nothing"), *draws],
        "ST-PAYOFF-13",
        does=[(words, "ST-PAYOFF-13") for words in ("draw no card", *map(_words, draws))],
    )


def _words(draw: Draw) -> str:
    thrown = "".join(f"throw {card} away, and " for card in draw.discarding)
    return f"{thrown}draw a card"


def chosen(state: Position, step: TelzeyCard, seat: Seat, order: Order, told: Told) -> Steps:
    """(ST-PAYOFF-13)"""
    if not isinstance(order, Draw):
        return []
    for card in order.discarding:
        luck_cards.discard(state, seat, card)
        told.append(tell("discards", "ST-LUCK-07", seat=seat, card=card))
    return [DrawCards(seat, 1)]


STEPS = (Choosing(TelzeyCard, asks=choose, answers=chosen),)
