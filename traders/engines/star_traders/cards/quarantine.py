"""Quarantine: no ship may leave a world until its player's next turn begins."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.star_traders.cards.card import Card, Play, at_world
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.position.agenda_steps import Played
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Position, Quarantine


def _check(state: Position, seat: Seat, order: Play) -> None:
    """At any time, on any world (ST-CARD-27)."""
    if not order.at:
        raise Refusal(
            "Say which world: play quarantine at <world>.", kind="ambiguous", instead=_near(state)
        )


def _near(state: Position) -> list[str]:
    ships = dict.fromkeys(state.traders[seat].at for seat in state.playing())
    return [
        f"play quarantine at {state.book.worlds[world].name.lower()}" for world in ships if world
    ]


def _effect(state: Position, play: Played, told: Told) -> None:
    """The card lies in front of its player, a marker on the world (ST-CARD-28); ships may still
    arrive (ST-CARD-37).
    """
    state.counted += 1
    state.quarantines.append(Quarantine(state.counted, play.at, play.by))
    told.append(tell("quarantine", "ST-CARD-27", world=place(state, play.at)))


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    words = "no ship may leave that world until your next turn begins"
    return [(at_world(card, state.book), (words, "ST-CARD-27"))]


QUARANTINE = Card(_check, _effect, _menu)
