"""A card without a name in a deal: which one to give, its holder says when the deal is done. Where
the holder leaves before, the lot says it.

Not among `deals/`, which know the procedures that ask for it.
"""

from __future__ import annotations

from collections import Counter

from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.kernel.words import named
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import luck_cards
from traders.engines.star_traders.position.choice_and_answer import Asked, Choose, Choosing
from traders.engines.star_traders.position.delivery_and_petition_steps import CardByLot, GiveCard
from traders.engines.star_traders.position.state import Position


def choose(state: Position, step: GiveCard) -> Asked | None:
    """(ST-TRADE-01)"""
    cards = list(Counter(state.traders[step.seat].hand) - Counter(step.brought))
    if not cards:
        return None
    return Asked(
        step.seat,
        f"Which card do you give to {named(step.to)}?",
        [Choose(card) for card in cards],
        "ST-TRADE-01",
    )


def chosen(state: Position, step: GiveCard, seat: Seat, order: Choose, told: Told) -> None:
    """The card passes from hand to hand, seen by these two alone (ST-LUCK-02); what is given to who
    has dropped out since is discarded (ST-DROP-11, ST-DROP-03).
    """
    if state.traders[step.to].out:
        luck_cards.discard(state, seat, order.thing)
        told.append(tell("discards", "ST-DROP-11", seat=seat, card=order.thing))
        return
    luck_cards.passes(state, seat, step.to, order.thing)
    _brought(state, step.to, order.thing)
    told.append(
        tell.alone(seat, "gives-card", "ST-TRADE-01", reveals=True, whom=step.to, card=order.thing)
    )
    told.append(
        tell("gets-card", "ST-TRADE-01", to=(step.to,), reveals=True, seat=seat, card=order.thing)
    )


def _brought(state: Position, seat: Seat, card: str) -> None:
    """A deal has brought a seat this card, so that it is not what the seat gives for it."""
    for other in state.agenda:
        if isinstance(other, GiveCard) and other.seat == seat:
            other.brought.append(card)


# --- by lot ---------------------------------------------------------------------------------------


def left_behind(state: Position, seat: Seat) -> CardByLot | None:
    """What draws the cards that a seat which leaves had promised and not named yet, out of those
    that the deal did not bring (ST-TRADE-13); None where it owes nobody any. It takes the cards out
    of the hand. There is one for each promise: what is promised is named before anything else is
    done.
    """
    owed = [step for step in state.agenda if isinstance(step, GiveCard) and step.seat == seat]
    if state.options.revision == 1 or not owed or state.traders[owed[0].to].out:
        return None
    hand = state.traders[seat].hand
    cards = list((Counter(hand) - Counter(owed[0].brought)).elements())
    for card in cards:
        hand.remove(card)
    return CardByLot(seat, owed[0].to, len(owed), cards)


def lot_chance(state: Position, step: CardByLot) -> Chance | None:
    """One of the cards that are left; one alone is no throw (ST-TRADE-13)."""
    if len(step.cards) == 1 or state.traders[step.to].out:
        return None
    what = f"drawing the card that {named(step.seat)} promised"
    return Chance("pick", len(step.cards), what, "ST-TRADE-13", secret=True)


def lot_alone(state: Position, step: CardByLot, told: Told) -> Steps:
    """(ST-TRADE-13)"""
    return lot_drawn(state, step, 1, told)


def lot_drawn(state: Position, step: CardByLot, outcome: int, told: Told) -> Steps:
    """The card goes to who was promised it, seen by that seat alone (ST-LUCK-02), the rest of the
    hand to the discards (ST-DROP-03). Who has left too gets none.
    """
    if not state.traders[step.to].out:
        card = step.cards.pop(outcome - 1)
        state.traders[step.to].hand.append(card)
        _brought(state, step.to, card)
        told.append(tell("card-by-lot", "ST-TRADE-13", giver=step.seat, seat=step.to))
        told.append(tell.alone(step.to, "gets-by-lot", "ST-TRADE-13", reveals=True, card=card))
        step.count -= 1
        if step.count:
            return [step]
    state.luck_discard += step.cards
    return []


STEPS = (
    StepHandler(CardByLot, waits=lot_chance, closes=lot_alone, takes=lot_drawn),
    Choosing(GiveCard, asks=choose, answers=chosen),
)
