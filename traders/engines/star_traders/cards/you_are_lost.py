"""You Are Lost: right after a successful jump the ship goes somewhere else."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import named
from traders.engines.star_traders.cards.card import Card, Play, on_each
from traders.engines.star_traders.jump import dice
from traders.engines.star_traders.position.agenda_steps import LostInterval, MoveLost, Played
from traders.engines.star_traders.position.state import Position


def jumper(state: Position, seat: Seat = "") -> Seat:
    """The seat whose ship may be lost now, or "": step 6 is open (ST-TIMING-20, ST-TIMING-21)."""
    return (
        state.jump.seat
        if state.jump is not None and isinstance(state.agenda[-1], LostInterval)
        else ""
    )


def _check(state: Position, seat: Seat, order: Play) -> None:
    """In step 6 of any successful jump, and again after another (ST-CARD-45, ST-CARD-46,
    ST-CARD-47).
    """
    if not jumper(state):
        raise Refusal(
            "You Are Lost is played right after a successful jump, before the ship leaves "
            "hyperspace.",
            "ST-CARD-45",
            "ST-TIMING-21",
            "ST-LUCK-03",
        )
    if order.on not in ("", jumper(state)):
        raise Refusal(
            f"It is {named(jumper(state))} who has just jumped.",
            "ST-CARD-45",
            "ST-LUCK-03",
            instead=[f"play you are lost on {jumper(state)}"],
        )


def _effect(state: Position, play: Played, told: Told) -> Steps:
    """Two dice, first the arm, then the world (ST-CARD-48)."""
    assert state.jump is not None
    state.jump.digits = []
    return [*dice.two_dice(state.jump.seat), MoveLost()]


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    words = "two dice name the world where the ship comes out"
    return on_each([jumper(state)] if jumper(state) else [], card, words, "ST-CARD-48")


def _threat(state: Position, play: Played) -> str:
    return "takes the ship to a world that two dice name"


LOST = Card(_check, _effect, _menu, implied=jumper, threat=_threat)
