"""Takeover: another's station on the world where one is becomes one's own."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.kernel.words import named
from traders.engines.star_traders.cards.card import Card, Play, must_be_free, on_each
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import stations
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position import turn_stages
from traders.engines.star_traders.position.agenda_steps import Played
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Position


def _check(state: Position, seat: Seat, order: Play) -> None:
    """In one's own turn, before the draw, with the Action unused, at another's station (ST-CARD-39,
    ST-CARD-40, ST-CARD-41, ST-CARD-44).
    """
    must_be_free(state, seat, order, "ST-CARD-40", "ST-CARD-39")
    if state.turn.stage in ("draw", "closing"):
        raise Refusal("The Action stage is over.", "ST-CARD-41", "ST-TURN-12", "ST-TURN-21")
    if _just_drawn(state, seat, order.card):
        raise Refusal(
            "A Takeover is not played in the turn in which it was drawn.",
            "ST-CARD-41",
            "ST-PAYOFF-13",
        )
    turn_stages.must_have_action(state, "ST-CARD-40")
    here = state.traders[seat].at
    station = state.stations.get(here)
    if (
        station is None
        or station.owner == seat
        or order.on not in ("", station.owner)
        or order.at not in (0, here)
    ):
        whose = f" of {named(order.on)}'s" if order.on else " of another Trader's"
        raise Refusal(f"There is no station{whose} on {place(state, here)}.", "ST-CARD-39")
    safe = personality_rules.is_safe(state, here)
    if safe:
        raise Refusal(f"The station on {place(state, here)} cannot be taken.", "ST-CARD-44", safe)


def _just_drawn(state: Position, seat: Seat, card: str) -> bool:
    """Whether all that the hand holds of it were drawn now, at Telzey (ST-CARD-41, ST-PAYOFF-13); a
    card that stands in follows the same rule (ST-NEWPERSON-14).
    """
    if card != "Takeover" and state.options.revision == 1:
        return False
    trader = state.traders[seat]
    return card in trader.drawn and trader.drawn.count(card) == trader.hand.count(card)


def _effect(state: Position, play: Played, told: Told) -> None:
    """The station changes hands without Prestige (ST-CARD-43). Movement was over and the Action
    used when the card was played, also where there is nothing to take over any more (ST-CARD-40,
    ST-TURN-22).
    """
    here = state.traders[play.by].at
    station = state.stations.get(here)
    if station is None or station.owner != play.on or personality_rules.is_safe(state, here):
        told.append(tell("nothing-to-take", "ST-CARD-39"))
        return
    stations.hand_over(state, here, play.by)
    told.append(tell("takeover", "ST-CARD-39", seat=play.by, world=place(state, here)))


def victim(state: Position, seat: Seat) -> Seat:
    """Whose station a Takeover here would take, or ""."""
    station = state.stations.get(state.traders[seat].at)
    return station.owner if station is not None and station.owner != seat else ""


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    owner, here = victim(state, seat), state.traders[seat].at
    words = (
        f"{{}}'s station on {place(state, here)} becomes yours; your Movement is over and your "
        "Action used"
    )
    return on_each([owner] if owner else [], card, words, "ST-CARD-39")


def _threat(state: Position, play: Played) -> str:
    return f"takes the station on {place(state, state.traders[play.by].at)}"


TAKEOVER = Card(
    _check,
    _effect,
    _menu,
    implied=victim,
    action=True,
    threat=_threat,
    own=("ST-CARD-39",),
    takes=("at",),
)
