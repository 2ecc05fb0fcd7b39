"""Lose a Station: the victim removes one of its own choice."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import count
from traders.engines.star_traders.cards.card import Card, Play, must_name_trader, on_each, others
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import stations
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.agenda_steps import LoseStation, Played
from traders.engines.star_traders.position.choice_and_answer import Asked, Choose, Choosing
from traders.engines.star_traders.position.display_names import place, world_name
from traders.engines.star_traders.position.state import Position


def losable(state: Position, seat: Seat) -> list[int]:
    """Stations that can be lost to it (ST-CARD-59)."""
    return [
        world
        for world in stations.owned(state, seat)
        if not personality_rules.is_safe(state, world)
    ]


def _effect(state: Position, play: Played, told: Told) -> Steps:
    """(ST-CARD-58)"""
    sites = losable(state, play.on)
    if len(sites) > 1:
        return [LoseStation(play.on)]
    if sites:
        _remove(state, sites[0], told)
    else:
        told.append(tell("no-station", "ST-CARD-59", seat=play.on))
    return []


def choice(state: Position, step: LoseStation) -> Asked | None:
    """The victim's choice (ST-CARD-58)."""
    orders = [Choose(world_name(state, world)) for world in losable(state, step.seat)]
    if not orders:
        return None
    safe = ("ST-CARD-59",) if len(orders) < len(stations.owned(state, step.seat)) else ()
    question = "Which of your stations is removed?"
    return Asked(step.seat, question, orders, "ST-CARD-58", also=safe)


def chosen(state: Position, step: LoseStation, seat: Seat, order: Choose, told: Told) -> None:
    """(ST-CARD-58)"""
    _remove(state, state.book.world_named[order.thing.casefold()].number, told)


def _remove(state: Position, world: int, told: Told) -> None:
    owner = stations.remove(state, world)
    told.append(tell("station-lost", "ST-CARD-58", seat=owner, world=place(state, world)))


def _pointless(state: Position, seat: Seat, order: Play) -> bool:
    return not losable(state, order.on)


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    targets = [other for other in others(state, seat) if losable(state, other)]
    return on_each(targets, card, "{} must remove a station", "ST-CARD-58")


def _threat(state: Position, play: Played) -> str:
    sites = losable(state, play.on)
    if len(sites) == 1:
        return f"removes the station on {place(state, sites[0])}"
    return f"removes one of {count(len(sites), 'station')}"


LOSE_STATION = Card(must_name_trader, _effect, _menu, _pointless, threat=_threat)


STEPS = (Choosing(LoseStation, asks=choice, answers=chosen),)
