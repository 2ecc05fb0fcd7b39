"""Trader's Luck: hands and their limit, drawing, the exchange, the reshuffle, the discard pile; and
Emperor Proclaims Jubilee, which is played as it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import listed
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import money
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.agenda_steps import (
    DrawCards,
    EnterClosing,
    Jubilee,
    ShedCards,
    Shuffle,
)
from traders.engines.star_traders.position.choice_and_answer import Asked, Choosing, answer
from traders.engines.star_traders.position.state import JUBILEE, Position, Trader


def must_hold(state: Position, seat: Seat, card: str, *rules: str) -> None:
    """Refuse a card that is not in the hand."""
    hand = state.traders[seat].hand
    if card not in hand:
        held = f" You hold {listed(hand)}." if hand else ""
        raise Refusal(f"You do not hold {card}.{held}", *rules, "ST-LUCK-03")


def leaves(trader: Trader, card: str, *, drawn: bool = True) -> bool:
    """One card of this name leaves the hand; returns whether it is one that was drawn this turn. Of
    cards alike that one goes which was, or, where `drawn` is false, one which was not (ST-CARD-41).
    """
    marked, held = trader.drawn.count(card), trader.hand.count(card)
    trader.hand.remove(card)
    if not marked or (marked < held and not drawn):
        return False
    trader.drawn.remove(card)
    return True


def passes(state: Position, giver: Seat, receiver: Seat, card: str) -> None:
    """From hand to hand. Of cards alike the seat on turn keeps, or gets, one that was not drawn
    this turn: both would choose so.
    """
    marked = leaves(state.traders[giver], card, drawn=giver == state.turn.seat)
    state.traders[receiver].hand.append(card)
    state.traders[receiver].drawn += [card] if marked else []


def discard(state: Position, seat: Seat, card: str) -> None:
    """From the hand to the discard pile."""
    leaves(state.traders[seat], card)
    state.luck_discard.append(card)


def spoken_for(state: Position, seat: Seat, card: str) -> None:
    """A card of the hand is in a reaction that waits."""
    if card in state.traders[seat].hand:
        state.traders[seat].hand.remove(card)


# --- drawing --------------------------------------------------------------------------------------


def draw_stage(state: Position, seat: Seat) -> list[Step]:
    """The draw that the Draw stage makes (ST-TURN-08, ST-LUCK-06)."""
    state.turn.stage = "draw"
    count = personality_rules.draws(state, state.traders[seat])
    return [DrawCards(seat, count)] if count else []


def draw(state: Position, step: DrawCards, told: Told) -> Steps:
    """Draw so many cards; a deck that runs out is made anew from the discards, and where there are
    none no more is drawn (ST-LUCK-08).
    """
    while step.count and state.luck_deck:
        step.drawn.append(state.luck_deck.pop(0))
        step.count -= 1
    if step.count and state.luck_discard:
        return [Shuffle("luck"), step]
    return _drawn(state, step, told)


def _drawn(state: Position, step: DrawCards, told: Told) -> Steps:
    """The cards come to the hand, seen by its holder alone (ST-LUCK-02)."""
    seat, cards = step.seat, step.drawn
    if not cards:
        told.append(tell("none-to-draw", "ST-LUCK-08"))
        return []
    kept = [card for card in cards if card != JUBILEE]
    state.traders[seat].hand.extend(kept)
    state.traders[seat].drawn.extend(kept)
    jubilees = cards.count(JUBILEE)
    told.append(tell.alone(seat, "draws-own", "ST-LUCK-06", reveals=True, cards=list(cards)))
    if len(cards) > jubilees:
        told.append(tell.others(seat, "draws", "ST-LUCK-06", n=len(cards) - jubilees))
    return [Jubilee(seat)] * jubilees


def shuffle_chance(state: Position, step: Shuffle) -> Chance | None:
    """The discards are shuffled (ST-LUCK-08, ST-DELIVER-09); in set-up, the deck (ST-SETUP-19,
    ST-SETUP-21).
    """
    cards = _pile(state, step)
    rule = "ST-LUCK-08" if step.deck == "luck" else "ST-DELIVER-09"
    return (
        Chance("shuffle", len(cards), f"shuffling the {_deck_name(step)}", rule, secret=True)
        if cards
        else None
    )


def shuffled(state: Position, step: Shuffle, outcome: list[int], told: Told) -> None:
    """The deck in its new order; the discard pile is empty."""
    pile = _pile(state, step)
    cards = [pile[place - 1] for place in outcome]
    if step.deck == "luck":
        state.luck_deck, state.luck_discard = cards, []
    else:
        state.contract_deck, state.contract_discard = cards, []
    rule = "ST-LUCK-08" if step.deck == "luck" else "ST-DELIVER-09"
    told.append(tell("shuffled", rule, deck=_deck_name(step)))


def _pile(state: Position, step: Shuffle) -> list[str]:
    if step.deck == "luck":
        return state.luck_deck + state.luck_discard
    return state.contract_deck + state.contract_discard


def _deck_name(step: Shuffle) -> str:
    return "Trader's Luck deck" if step.deck == "luck" else "Contract deck"


# --- Emperor Proclaims Jubilee --------------------------------------------------------------------


def jubilee(state: Position, step: Jubilee, told: Told) -> None:
    """Played as soon as it is drawn, not replaced, not to be avoided: all pay for their stations
    (ST-CARD-14 to 18).
    """
    state.luck_discard.append(JUBILEE)
    told.append(tell("jubilee", "ST-CARD-14", reveals=True, seat=step.seat, card=JUBILEE))
    state.note("plays", step.seat, thing=JUBILEE)
    for seat in state.round_from(step.seat):
        owed = (
            personality_rules.taxed(state, state.traders[seat])
            * state.book.prices["jubilee_tax_per_station"]
        )
        money.pay(state, seat, min(owed, money.free(state, seat)), told, "ST-CARD-16")


# --- the order `draw` -----------------------------------------------------------------------------


class Draw(Order, frozen=True):
    """`draw [discarding <card>…]`"""

    discarding: tuple[str, ...] = ()


class Keep(Order, frozen=True):
    """`keep <card> [and <card>]`: ahead of the draw; read as `draw discarding` the rest of the
    hand.
    """

    cards: tuple[str, ...]


NOT_LOU = ("Only Lucky Lou throws cards away ahead of the draw.", "ST-PERSON-11")


def kept(state: Position, seat: Seat, order: Keep) -> Draw:
    """The draw ahead of which all cards but these are discarded (ST-PERSON-11)."""
    if not personality_rules.keeps_cards(state, state.traders[seat]):
        raise Refusal(*NOT_LOU)
    rest = list(state.traders[seat].hand)
    for card in order.cards:
        if card not in rest:
            raise Refusal(
                f"You do not hold {card}.", "ST-PERSON-11", "ST-LUCK-03", instead=tuple(rest)
            )
        rest.remove(card)
    return Draw(tuple(rest))


def _check_draw(state: Position, seat: Seat, order: Draw) -> None:
    """(ST-TURN-08, ST-LUCK-06, ST-LUCK-07)"""
    if state.turn.stage == "closing":
        raise Refusal("The Draw stage is over.", "ST-TURN-01", "ST-LUCK-06")
    trader = state.traders[seat]
    for card in order.discarding:
        if order.discarding.count(card) > trader.hand.count(card):
            raise Refusal(f"You do not hold {card}.", "ST-LUCK-07", instead=tuple(trader.hand))
    barred = (
        personality_rules.bars_exchange(state, trader, len(order.discarding))
        if order.discarding
        else ""
    )
    if barred:
        words = (
            "You must keep one card or two."
            if personality_rules.keeps_cards(state, trader)
            else "A card is discarded ahead of the draw only from a full hand, and only one."
        )
        raise Refusal(words, barred, "ST-TURN-08")
    if not order.discarding and not personality_rules.draws(state, trader):
        rules = ("ST-LUCK-07", "ST-LUCK-06", "ST-LUCK-04", "ST-TURN-08")
        exchanges = [f"draw discarding {card.lower()}" for card in trader.hand]
        raise Refusal(
            "Your hand is full: discard a card to draw another.", *rules, instead=exchanges
        )


def _draw(state: Position, seat: Seat, order: Draw, told: Told) -> Steps:
    """Discard first if that is wished, then draw; Movement and Action are over (ST-TURN-01)."""
    for card in order.discarding:
        discard(state, seat, card)
        told.append(tell("discards", "ST-LUCK-07", seat=seat, card=card))
    return [*draw_stage(state, seat), EnterClosing()]


def _draws(state: Position, seat: Seat) -> Iterator[Draw]:
    trader = state.traders[seat]
    if personality_rules.draws(state, trader):
        yield Draw()
    several = personality_rules.keeps_cards(state, trader)
    for count in range(1, len(trader.hand)) if several else (1,):
        if not personality_rules.bars_exchange(state, trader, count):
            sets = [tuple(sorted(cards)) for cards in combinations(trader.hand, count)]
            yield from map(Draw, dict.fromkeys(sets))


def _means(state: Position, seat: Seat, order: Draw) -> Meaning:
    then, thrown = "you then neither jump nor act", order.discarding
    if not thrown:
        return f"draw a card; {then}", "ST-LUCK-06"
    new = "another card" if len(thrown) == 1 else "others"
    return f"exchange {listed([*thrown])} for {new}; {then}", "ST-LUCK-07"


DRAW = OrderHandler(
    Draw,
    forms=("draw [discarding <discarding:cards>]",),
    help="Draw a Trader's Luck card; with a full hand you discard one first.",
    example="draw discarding gotcha",
    said=("take card", "pick card", "pick up card", "take new card", "get card", "pull card"),
    rule="ST-TURN-08",
    notes={"draw": "for a new one; you then neither jump nor act"},
    check=_check_draw,
    menu=_draws,
    means=_means,
    deed=stays(_draw),
)
KEEP = answer(
    Keep,
    "keep <cards>",
    when=When.TURN,
    help="As Lucky Lou, keep only the cards that you name, then draw.",
    example="keep piracy",
    rule="ST-PERSON-11",
)


# --- a hand over its limit ------------------------------------------------------------------------


class Discard(Order, frozen=True):
    """`discard <card> [and <card>…]`"""

    cards: tuple[str, ...]


def shed(state: Position, step: ShedCards) -> Asked | None:
    """What is over the limit is discarded, of the holder's choice (ST-LUCK-05)."""
    trader = state.traders[step.seat]
    over = len(trader.hand) - personality_rules.hand_limit(state, trader)
    if over <= 0:
        return None
    sets = dict.fromkeys(
        tuple(sorted(cards))
        for size in range(over, 0, -1)
        for cards in combinations(trader.hand, size)
    )
    question = f"Your hand is over its limit by {over}: what is discarded?"
    return Asked(step.seat, question, [Discard(cards) for cards in sets], "ST-LUCK-05")


def shed_answered(
    state: Position, step: ShedCards, seat: Seat, order: Discard, told: Told
) -> Steps:
    """(ST-LUCK-05)"""
    for card in order.cards:
        discard(state, seat, card)
        told.append(tell("discards", "ST-LUCK-05", seat=seat, card=card))
    return [ShedCards(seat)]


DISCARD = answer(
    Discard,
    "discard <cards>",
    help="Discard the cards that are over your hand limit.",
    example="discard gotcha",
    said=("throw away", "get rid", "lose"),
    rule="ST-LUCK-05",
)

STEPS = (
    StepHandler(DrawCards, does=draw),
    StepHandler(Jubilee, does=jubilee),
    StepHandler(Shuffle, waits=shuffle_chance, takes=shuffled),
    Choosing(ShedCards, asks=shed, answers=shed_answered),
)
