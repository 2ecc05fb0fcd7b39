"""Imperial Envoy: a passenger who bars loading, delivering and Actions until set down."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.kernel.words import named
from traders.engines.star_traders.cards.card import Card, Play, must_name_trader, on_each, others
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.jump import jump
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.agenda_steps import Played
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Position


def barred(state: Position, victim: Seat) -> tuple[str, tuple[str, ...]]:
    """Why a Trader can be given no Envoy, with the rules; empty where one can."""
    trader = state.traders[victim]
    if trader.envoy:
        return f"{named(victim)} has an Envoy already.", ("ST-CARD-06",)
    if trader.mission:
        return f"{named(victim)} is on an Imperial Mission.", ("ST-MISSION-11",)
    rule = personality_rules.takes_envoys(state, trader)
    return (f"{named(victim)} takes no Envoy.", (rule,)) if rule else ("", ())


def _check(state: Position, seat: Seat, order: Play) -> None:
    """At any time, on a Trader without an Envoy or a mission (ST-CARD-04, ST-CARD-06,
    ST-MISSION-11).
    """
    must_name_trader(state, seat, order)
    why, rules = barred(state, order.on)
    if why:
        raise Refusal(why, *rules, "ST-CARD-04")


def _effect(state: Position, play: Played, told: Told) -> None:
    """The card lies before the Trader until the destination is reached (ST-CARD-05); who is there
    already is rid of it (ST-CARD-13).
    """
    trader = state.traders[play.on]
    destination = state.book.cards[play.printed].destination
    if barred(state, play.on)[0] or jump.whereabouts(state, play.on) == destination:
        state.luck_discard.append(play.card)
        told.append(tell("envoy-discarded", "ST-CARD-13", card=play.card))
        return
    trader.envoy = play.printed
    told.append(tell("envoy", "ST-CARD-04", seat=play.on, world=place(state, destination)))


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    words = "{} must carry the Envoy, and till then neither load, deliver nor act"
    return on_each(others(state, seat), card, words, "ST-CARD-04")


def _threat(state: Position, play: Played) -> str:
    goal = place(state, state.book.cards[play.printed].destination)
    return f"allows no loading, delivery or Action until the Envoy is at {goal}"


ENVOY = Card(_check, _effect, _menu, threat=_threat)
