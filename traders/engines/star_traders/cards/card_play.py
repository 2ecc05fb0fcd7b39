"""Playing a card, whichever it is: from the hand, through the interval of a Calamity, to its effect
and the discard pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Offered, OrderHandler, Shape, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.star_traders.cards import CARDS
from traders.engines.star_traders.cards.card import Play, is_ones_turn
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import luck_cards
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position import turn_stages
from traders.engines.star_traders.position.agenda_steps import (
    CalamityInterval,
    DieInterval,
    LostInterval,
    Misfortune,
    Played,
    QuarantineInterval,
    Resolved,
    SeatsTurn,
    ZapInterval,
)
from traders.engines.star_traders.position.delivery_and_petition_steps import (
    DealInterval,
    PetitionInterval,
)
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.personality_steps import RaidInterval
from traders.engines.star_traders.position.state import Position

TIMES = (
    SeatsTurn, QuarantineInterval, ZapInterval, LostInterval, DieInterval, CalamityInterval,
    PetitionInterval, RaidInterval, DealInterval,
)  # fmt: skip
"""Where cards may be played: not while a rule puts a choice or an auction to seats."""
SAID_OF = {"trader": ("on",), "world": ("at",), "die": ("on", "way")}
"""What may be said of a card, by what it is aimed at; beside that, what is the card's own."""
NAMED = {"on": "Trader named", "at": "world named", "way": "up or down", "taking": "cargo named"}


def check(state: Position, seat: Seat, order: Play) -> None:
    """At a time that its own text permits (ST-LUCK-03)."""
    if order.stands_for and order.stands_for not in (
        order.card,
        *personality_rules.stands_in(state, state.traders[seat], order.card),
    ):
        raise Refusal(
            f"{order.card} does not stand in for {order.stands_for}.",
            "ST-NEWPERSON-14",
            "ST-LUCK-03",
        )
    card = CARDS[order.stands_for or order.card]
    if card.own and not is_ones_turn(state, seat):
        raise Refusal(f"{order.card} is played in your own turn.", *card.own, "ST-LUCK-03")
    card.check(state, seat, order)
    _must_take(state, order)


def _must_take(state: Position, order: Play) -> None:
    """Refuse what is said of a card that its text knows nothing of (ST-LUCK-03): a Gotcha takes no
    cargo, a Quarantine lies on a world and so on nobody (ST-CARD-27, ST-CARD-30).
    """
    printed = order.stands_for or order.card
    takes = (*SAID_OF.get(state.book.cards[printed].target, ()), *CARDS[printed].takes)
    for part, what in NAMED.items() if state.options.revision > 1 else ():
        if getattr(order, part) and part not in takes:
            raise Refusal(
                f"{printed} is played with no {what}.",
                "ST-LUCK-03",
                *state.book.cards[printed].rules[:1],
            )


def _held(state: Position, seat: Seat, order: Play) -> None:
    """(ST-LUCK-03)"""
    luck_cards.must_hold(state, seat, order.card)


def pointless(state: Position, seat: Seat, order: Play) -> bool:
    """Whether it would do nothing now; asked of a gathered card when it is due (PR-PRIORITY-03)."""
    return CARDS[order.stands_for or order.card].pointless(state, seat, order)


def carry_out(state: Position, seat: Seat, order: Play, told: Told) -> Steps:
    """The card leaves the hand, and is the turn's Action if it is one (ST-TURN-22). A Calamity on
    another may be avoided first (ST-CALAMITY-02); one on oneself may not (ST-CALAMITY-09); any
    other card takes effect at once.
    """
    card = CARDS[order.stands_for or order.card]
    luck_cards.leaves(state.traders[seat], order.card, drawn=not card.action)
    play = meant(state, seat, order)
    if card.action:
        play.stage = state.turn.stage
        turn_stages.ends_turn(state)
    told.append(_played(state, play))
    state.note("plays", seat, world=order.at, thing=order.card, on=play.on)
    if state.book.cards[play.printed].calamity and play.on != seat:
        return [CalamityInterval(play), Misfortune(play)]
    return strike(state, Misfortune(play), told)


def meant(state: Position, seat: Seat, order: Play) -> Played:
    """The card as it is played, on whom it can only mean where nobody is named."""
    card = CARDS[order.stands_for or order.card]
    return Played(
        order.card,
        seat,
        order.on or card.implied(state, seat),
        order.at,
        order.taking or order.way,
        order.stands_for or order.card,
    )


def _played(state: Position, play: Played) -> Event:
    turned = play.choice if play.choice in ("up", "down") else ""
    return tell(
        "plays-on-itself" if play.on == play.by else "plays",
        "ST-LUCK-03",
        seat=play.by,
        card=play.card,
        standing=play.printed if play.printed != play.card else "",
        on=play.on,
        world=place(state, play.at) if play.at else "",
        turned=turned,
        asking="" if turned else play.choice,
    )


def strike(state: Position, step: Misfortune, told: Told) -> Steps:
    """What the card says happens (ST-CALAMITY-02); then it is discarded, unless it stays on the
    table (ST-LUCK-14, ST-LUCK-12).
    """
    play = step.play
    steps = list(CARDS[play.printed].effect(state, play, told) or ())
    if not state.book.cards[play.printed].on_table:
        if CARDS[play.printed].at_once:
            state.luck_discard.append(play.card)
        else:
            steps.append(Resolved(play.card))
    return steps


def resolved(state: Position, step: Resolved, told: Told) -> None:
    """(ST-LUCK-14)"""
    state.luck_discard.append(step.card)


def _plays(state: Position, seat: Seat) -> Sequence[Offered]:
    """What each card of the hand may do, also in place of another (ST-NEWPERSON-14)."""
    trader, found = state.traders[seat], list[Offered]()
    if not trader.hand:
        return found
    ones_turn = is_ones_turn(state, seat)
    for card in dict.fromkeys(trader.hand):
        if ones_turn or not CARDS[card].own:
            found += CARDS[card].menu(state, seat, card)
        for other in personality_rules.stands_in(state, trader, card):
            for entry in CARDS[other].menu(state, seat, card):
                thing, meant = cast("tuple[Play | Shape, tuple[str, str]]", entry)
                words = (f"as {other}: {meant[0]}", "ST-NEWPERSON-14")
                found.append((_standing(thing, other), words))
    return found


def _standing(thing: Play | Shape, other: str) -> Play | Shape:
    """The same in place of another card."""
    if isinstance(thing, Play):
        return msgspec.structs.replace(thing, stands_for=other)
    ends = tuple(msgspec.structs.replace(end, stands_for=other) for end in thing.ends)
    return Shape(f"{thing.pattern} as {other.lower()}", thing.blanks, ends)


def _leaves_hand(state: Position, seat: Seat, order: Play) -> None:
    luck_cards.spoken_for(state, seat, order.card)


PLAY = OrderHandler(
    Play,
    forms=(
        "play <card> [on <on:seat>] [at <at:world>] [<way:up|down>] [taking <taking:cargo>] [as "
        "<stands_for:card>] [throw <throw:n>]",
    ),
    when=When.ANY,
    help="Play a Trader's Luck card that you hold, at a time that its text permits.",
    example="play zap down",
    said=("use", "cast", "throw"),
    implied=True,
    rule="ST-LUCK-03",
    notes={"play": "`status` tells what each does"},
    at=TIMES,
    untimely=("ST-LUCK-03",),
    held=_held,
    check=check,
    menu=_plays,
    spends=_leaves_hand,
    deed=stays(carry_out),
)


STEPS = (
    StepHandler(Misfortune, does=strike),
    StepHandler(Resolved, does=resolved),
)
