"""What bears on the open interval (PR-INTERVAL-10): each order that is offered is tried on a copy,
and what the interval is about is looked at before and after. A card that may be played at any time
bears on it where it changes that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from traders.engines.kernel.contract.bearing_on_interval import Bearing
from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.orders.order_handler import Order
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told, put
from traders.engines.star_traders.cards import card_play, die_result_in_words
from traders.engines.star_traders.cards.card import Play
from traders.engines.star_traders.court import imperial_station_petition, petition
from traders.engines.star_traders.jump import jump
from traders.engines.star_traders.play.order_language import ORDERS
from traders.engines.star_traders.play.order_play import PLAY
from traders.engines.star_traders.position.agenda_steps import (
    CalamityInterval,
    DieInterval,
    LoseCargo,
    LoseStation,
    LostInterval,
    Misfortune,
    QuarantineInterval,
    Throw,
    ZapInterval,
)
from traders.engines.star_traders.position.delivery_and_petition_steps import (
    PetitionHeard,
    PetitionInterval,
)
from traders.engines.star_traders.position.display_names import world_name
from traders.engines.star_traders.position.personality_steps import EngineDestroyed, RaidInterval
from traders.engines.star_traders.position.state import Position
from traders.engines.star_traders.turn import reaction_intervals

Copy = Callable[[Position], Position]


def bearing(state: Position, seat: Seat, copy: Copy) -> Bearing:
    """The most that the seat could do about what the open interval is about; its victim is always
    asked, since a deal may help (ST-CALAMITY-10).
    """
    top = state.agenda[-1]
    if isinstance(top, RaidInterval) or (isinstance(top, CalamityInterval) and top.play.on):
        return Bearing.DECIDES
    found, now = Bearing.NOTHING, _at_stake(state)
    for order in _orders(state, seat, PLAY.offers(state, seat)):
        found = max(found, _of_order(state, copy(state), seat, order, now))
        if found == Bearing.DECIDES:
            break
    return found


def _orders(state: Position, seat: Seat, offers: Iterable[Offer]) -> Iterable[Order]:
    """What is offered, with the world that a ship is leaving where a world is free to be named."""
    here = world_name(state, state.jump.origin).lower() if state.jump is not None else ""
    for offer in offers:
        if not offer.blanks or here:
            yield ORDERS.read(state, seat, offer.order.replace("{world}", here))


def _of_order(state: Position, after: Position, seat: Seat, order: Order, now: object) -> Bearing:
    """What the order would do; `after` is a copy on which it is tried."""
    steps = _tried(after, seat, order)
    own = seat == _doer(state)
    if _leaves_it_open(state, steps):
        # thrown again, or lost: one's own deed only where it does not stand well
        return Bearing.TOUCHES if own and _stands_well(state) else Bearing.DECIDES
    then = _at_stake(after)
    if then == now:
        return Bearing.TOUCHES if _touched(after) != _touched(state) else Bearing.NOTHING
    return Bearing.TOUCHES if own and _stands_well(state) else Bearing.DECIDES


def _tried(state: Position, seat: Seat, order: Order) -> Steps:
    """Carry the order out, a card as if nobody avoided it; the steps that it brings."""
    told: Told = []
    if isinstance(order, Play):
        return card_play.strike(state, Misfortune(card_play.meant(state, seat, order)), told)
    steps = ORDERS.handler(order).deed(state, seat, order, state.agenda.pop(), told) or ()
    put(state, steps)
    return steps


def _doer(state: Position) -> Seat:
    """Whose deed the interval is about."""
    if state.die is not None and not isinstance(state.agenda[-1], CalamityInterval):
        return state.die.seat
    return state.turn.seat


def _stands_well(state: Position) -> bool:
    """Whether the deed under way succeeds as things stand, for who did it."""
    top = state.agenda[-1]
    if isinstance(top, PetitionInterval):
        return False  # its die is still to fall
    return not isinstance(top, (ZapInterval, DieInterval)) or (
        state.die is not None and state.die.use == "jump" and not jump.fails(state)
    )


def _leaves_it_open(state: Position, steps: Steps) -> bool:
    """Whether dice, or its victim, are to say what becomes of what the interval is about."""
    under_way = state.jump
    if any(isinstance(step, Throw) for step in steps):
        return True
    if under_way is None:
        return False
    owner = state.stations[under_way.to].owner if under_way.to in state.stations else ""
    return any(
        (
            isinstance(step, LoseCargo)
            and step.seat == under_way.seat
            and reaction_intervals.wins(state) != reaction_intervals.NONE
        )
        or (
            isinstance(step, LoseStation)
            and step.seat == owner
            and under_way.kind == "station"
            and isinstance(state.agenda[-1], QuarantineInterval)
        )
        for step in steps
    )


def _at_stake(state: Position) -> Any:
    """What the interval is about, to be compared."""
    wins = reaction_intervals.wins(state)
    match state.agenda[-1]:
        case QuarantineInterval():
            return jump.departure(state), wins
        case ZapInterval() | DieInterval() if state.die is not None:
            # a digit of a world's number is what the die shows
            return die_result_in_words.result(state, state.die.value) or state.die.value, wins
        case LostInterval():
            return wins
        case PetitionInterval():
            return _petition(state)
    return any(isinstance(step, (Misfortune, EngineDestroyed)) for step in state.agenda)


def _touched(state: Position) -> Any:
    """What cards play on there, whatever comes of it: the die, a petitioner's Prestige."""
    petitions = isinstance(state.agenda[-1], PetitionInterval)
    petitions = petitions or (state.die is not None and state.die.use == "petition")
    return (
        state.die.value if state.die is not None else 0,
        state.traders[state.turn.seat].prestige if petitions else 0,
    )


def _petition(state: Position) -> Any:
    """Whether the petition will be heard, and what the petitioner's Prestige adds to its die; for a
    station all of it counts, since it is a part of the price.
    """
    heard = next(step for step in reversed(state.agenda) if isinstance(step, PetitionHeard))
    trader = state.traders[heard.seat]
    if heard.at:
        return imperial_station_petition.petitions_for(state, heard.seat, heard.at), trader.prestige
    return petition.enough(state, heard.seat), state.book.zone(trader.prestige).bonus
