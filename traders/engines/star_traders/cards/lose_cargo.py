"""Lose a Cargo: the victim removes one of its own choice, without penalty."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import named
from traders.engines.star_traders.cards.card import Card, Play, must_name_trader, on_each, others
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_hold
from traders.engines.star_traders.position.agenda_steps import LoseCargo, Played
from traders.engines.star_traders.position.choice_and_answer import Asked, Choose, Choosing
from traders.engines.star_traders.position.state import Position


def _check(state: Position, seat: Seat, order: Play) -> None:
    """At any time, on a Trader who carries cargo (ST-CARD-60)."""
    must_name_trader(state, seat, order)
    if not state.traders[order.on].hold:
        raise Refusal(f"{named(order.on)} carries no cargo.", "ST-CARD-60")


def _effect(state: Position, play: Played, told: Told) -> Steps:
    """(ST-CARD-60)"""
    kinds = cargo_hold.kinds(state.traders[play.on])
    if len(kinds) > 1:
        return [LoseCargo(play.on)]
    if kinds:
        _lose(state, play.on, kinds[0], told)
    return []


def choice(state: Position, step: LoseCargo) -> Asked | None:
    """The victim's choice; Imperial Cargo may be the one (ST-CARD-60)."""
    orders = [Choose(name) for name in cargo_hold.kinds(state.traders[step.seat])]
    if not orders:
        return None
    return Asked(step.seat, "Which of your cargoes is lost?", orders, "ST-CARD-60")


def chosen(state: Position, step: LoseCargo, seat: Seat, order: Choose, told: Told) -> None:
    """(ST-CARD-60)"""
    _lose(state, seat, order.thing, told)


def _lose(state: Position, seat: Seat, name: str, told: Told) -> None:
    """It is no abandonment: nothing is paid, no right is lost (ST-CARD-60)."""
    cargo_hold.take_out(state.traders[seat], name)
    told.append(tell("loses-cargo", "ST-CARD-60", seat=seat, cargo=name))
    cargo_hold.sweep(state, told)


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    targets = [other for other in others(state, seat) if state.traders[other].hold]
    return on_each(targets, card, "{} must remove a cargo", "ST-CARD-60")


def _threat(state: Position, play: Played) -> str:
    kinds = cargo_hold.kinds(state.traders[play.on])
    return f"takes {kinds[0] if len(kinds) == 1 else f'one of {len(kinds)} cargoes'}"


LOSE_CARGO = Card(_check, _effect, _menu, threat=_threat)


STEPS = (Choosing(LoseCargo, asks=choice, answers=chosen),)
