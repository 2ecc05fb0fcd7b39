"""Avoid Calamity: against a Calamity as it is played, and against an older Quarantine in step 2 of
a jump.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Told, strike
from traders.engines.kernel.words import named
from traders.engines.star_traders.cards.card import Card, Play
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import luck_cards
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position import turn_stages
from traders.engines.star_traders.position.agenda_steps import (
    CalamityInterval,
    Misfortune,
    Played,
    QuarantineInterval,
)
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.personality_steps import EngineDestroyed, RaidInterval
from traders.engines.star_traders.position.state import Position, Quarantine

AVOID = "Avoid Calamity"
PIRACY = "Piracy"


class Avoid(Order, frozen=True):
    """`avoid [with <card>]`"""

    card: str = ""


Answered = CalamityInterval | RaidInterval | QuarantineInterval
"""Where something may be avoided."""


def _unanswered(state: Position, seat: Seat, top: Step) -> list[Quarantine]:
    """Quarantines of the world that the jumper is leaving, in step 2, that it has not answered yet,
    the oldest first (ST-TIMING-37).
    """
    jump = state.jump
    if jump is None or jump.seat != seat or not isinstance(top, QuarantineInterval):
        return []
    answered = state.traders[seat].answered
    return [q for q in state.quarantines if q.world == jump.origin and q.number not in answered]


def _may_cancel(play: Played, seat: Seat) -> bool:
    """The victim, or anybody for a Quarantine (ST-CALAMITY-03, ST-CALAMITY-07, ST-CARD-30)."""
    return not play.on or play.on == seat


def _serving(state: Position, seat: Seat) -> list[str]:
    """The cards that avoid what play stands at: Avoid Calamity, what stands in for it, and against
    a raid Piracy (ST-NEWPERSON-14, ST-NEWPERSON-16).
    """
    stand_ins = [
        card
        for card in dict.fromkeys(state.traders[seat].hand)
        if AVOID in personality_rules.stands_in(state, state.traders[seat], card)
    ]
    raided = [PIRACY] if isinstance(state.agenda[-1], RaidInterval) else []
    return list(dict.fromkeys((AVOID, *stand_ins, *raided)))


NONE = "There is no Calamity here that you could avoid."


def _none(state: Position, seat: Seat) -> NoReturn:
    rules = ("ST-CALAMITY-05", "ST-CALAMITY-06", "ST-LUCK-03", "ST-CARD-18", "ST-TIMING-37")
    raise Refusal(NONE, *rules)


def _check(state: Position, seat: Seat, order: Avoid) -> None:
    """(ST-CALAMITY-03, ST-CALAMITY-05 to 07, ST-CARD-31)"""
    card = order.card or AVOID
    if card not in _serving(state, seat):
        raise Refusal(f"{card} does not avoid a Calamity.", "ST-CALAMITY-03", "ST-NEWPERSON-14")
    top = state.agenda[-1]
    if isinstance(top, CalamityInterval):
        if not _may_cancel(top.play, seat):
            raise Refusal(
                f"Only {named(top.play.on)}, on whom it was played, may avoid it.", "ST-CALAMITY-07"
            )
    elif isinstance(top, RaidInterval):
        if top.on != seat:
            raise Refusal(
                f"Only {named(top.on)}, who is raided, may fend it off.",
                "ST-NEWPERSON-16",
                "ST-CALAMITY-07",
            )
    elif not _unanswered(state, seat, top):
        raise Refusal(NONE, "ST-CARD-31", "ST-CALAMITY-05")
    luck_cards.must_hold(state, seat, card, "ST-CALAMITY-03")


def _avoid(state: Position, seat: Seat, order: Avoid, top: Answered, told: Told) -> list[Step]:
    """A Calamity is void and both cards are discarded (ST-CALAMITY-03); a Quarantine that lies
    there stays, for others too (ST-CARD-32), and one Avoid Calamity answers one of them until a
    jump succeeds (ST-CARD-33, ST-CARD-35).
    """
    card = order.card or AVOID
    if isinstance(top, CalamityInterval):
        told.append(tell("avoids", "ST-CALAMITY-03", seat=seat, card=card, avoided=top.play.card))
        strike(state, Misfortune)
        state.luck_discard.append(top.play.card)
        if top.play.stage:
            turn_stages.give_back(state, top.play.stage)  # (ST-CARD-42)
    elif isinstance(top, RaidInterval):
        told.append(tell("fends-off", "ST-NEWPERSON-16", seat=seat, card=card))
        strike(state, EngineDestroyed)
    else:
        quarantine = _unanswered(state, seat, top)[0]
        state.traders[seat].answered.append(quarantine.number)
        world = place(state, quarantine.world)
        told.append(tell("answers-quarantine", "ST-CARD-31", seat=seat, card=card, world=world))
    trader = state.traders[seat]
    luck_cards.discard(state, seat, card)
    state.note("plays", seat, thing=card)
    if card == AVOID or AVOID in personality_rules.stands_in(state, trader, card):
        personality_rules.calamity_avoided(state, trader, told)
    return [top] if isinstance(top, QuarantineInterval) else []


def _ways(state: Position, seat: Seat) -> Iterator[Avoid]:
    hand = state.traders[seat].hand
    for card in _serving(state, seat) if hand else ():
        if card in hand:
            yield Avoid("" if card == AVOID else card)


def _means(state: Position, seat: Seat, order: Avoid) -> Meaning:
    top, card = state.agenda[-1], order.card or AVOID
    if isinstance(top, CalamityInterval):
        return f"play {card}: {top.play.card} has no effect", "ST-CALAMITY-03"
    if isinstance(top, RaidInterval):
        return f"play {card}: you keep your engine", "ST-NEWPERSON-16"
    return f"play {card}, to leave in spite of one Quarantine", "ST-CARD-31"


AVOIDING = OrderHandler(
    Avoid,
    forms=("avoid [with <card>]",),
    when=When.WINDOW,
    help="Play Avoid Calamity against a Calamity, or to leave a Quarantined world during a jump.",
    example="avoid",
    rule="ST-CALAMITY-03",
    at=(CalamityInterval, RaidInterval, QuarantineInterval),
    untimely=_none,
    check=_check,
    menu=_ways,
    means=_means,
    spends=lambda state, seat, order: luck_cards.spoken_for(state, seat, order.card or AVOID),
    deed=_avoid,
)


def _check_play(state: Position, seat: Seat, order: Play) -> None:
    """`play avoid calamity` is read as `avoid`; as a card it is never played by itself."""
    raise Refusal("Say avoid.", "ST-CALAMITY-05", instead=["avoid"])


def _no_effect(state: Position, play: Played, told: Told) -> None:
    raise ValueError("Avoid Calamity is carried out by the order `avoid`")


AVOID_CARD = Card(_check_play, _no_effect, lambda state, seat, card: ())
