"""What a card's own module says of it, and what several of them ask alike. How any card is played
stands in `card_play.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from traders.engines.kernel.contract.contract import Blank
from traders.engines.kernel.orders.order_handler import Menu, Order, Shape
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import named
from traders.engines.star_traders.edition import Edition
from traders.engines.star_traders.position.agenda_steps import Played, SeatsTurn
from traders.engines.star_traders.position.state import Position


class Play(Order, frozen=True):
    """`play <card> [on <seat>] [at <world>] [up|down] [taking <cargo>] [as <card>]`

    `throw`: for a card played on a die, the number of the throw that it is meant for, given by
    `read` from the position and written `(throw 12)` behind the order; 0 is the throw that lies
    there when the card is played (PR-PRIORITY-03).
    """

    card: str
    on: Seat = ""
    at: int = 0
    way: Literal["", "up", "down"] = ""
    taking: str = ""
    stands_for: str = ""
    throw: int = 0


def never_pointless(state: Position, seat: Seat, order: Play) -> bool:
    """A card that always does something."""
    return False


def nobody(state: Position, seat: Seat) -> Seat:
    """A card whose target must be said, or that has none."""
    return ""


def no_threat(state: Position, play: Played) -> str:
    """A card that is not aimed at anybody."""
    return ""


class Card(NamedTuple):
    """One kind of card.

    `check` refuses a play that its text does not permit now (ST-LUCK-03); `effect` is what it does,
    for a Calamity once it was not avoided; `menu`: what may be offered to a seat that holds it, or
    another card that stands in for it (the last argument), each with what it does; `pointless`:
    whether, gathered in an interval, it would do nothing any more and so goes home (PR-
    PRIORITY-03). `implied`: its target where only one is possible and none was said. `at_once`: it
    is discarded as it is played, whatever becomes of what it began. `action`: to play it is the
    turn's Action and ends Movement. `threat`: what a Calamity does to its victim who does not avoid
    it, `takes 2 Prestige`.
    """

    check: Callable[[Position, Seat, Play], None]
    effect: Callable[[Position, Played, Told], Steps | None]
    menu: Callable[[Position, Seat, str], Menu]
    pointless: Callable[[Position, Seat, Play], bool] = never_pointless
    implied: Callable[[Position, Seat], Seat] = nobody
    at_once: bool = False
    action: bool = False
    threat: Callable[[Position, Played], str] = no_threat
    own: tuple[str, ...] = ()
    """The rules by which it is played in one's own turn alone."""
    takes: tuple[str, ...] = ()
    """What may be said of it beside whom or what it is aimed at, as `Play` calls it."""


def must_name_trader(state: Position, seat: Seat, order: Play) -> None:
    """Refuse a card on a Trader that names none of this game; oneself may be named
    (ST-CALAMITY-01).
    """
    if not order.on:
        orders = [f"play {order.card.lower()} on {other}" for other in state.playing()]
        raise Refusal(f"Say on whom {order.card} is played.", kind="ambiguous", instead=orders)
    if not state.plays(order.on):
        raise Refusal(
            f"{named(order.on)} is not in this game.", "ST-LUCK-03", instead=state.playing()
        )


def is_ones_turn(state: Position, seat: Seat) -> bool:
    """Whether what is played in one's own turn may be played now."""
    return state.turn.seat == seat and state.turn.stage != "setup"


def must_be_free(state: Position, seat: Seat, order: Play, *rules: str) -> None:
    """Refuse what takes a turn's own place (an attempt, the Action) while something else is under
    way.
    """
    if not isinstance(state.agenda[-1], SeatsTurn):
        raise Refusal(
            f"{order.card} waits until what is under way is over.",
            *rules,
            "ST-TURN-14",
            "ST-LUCK-03",
        )


@lru_cache(maxsize=64)
def at_world(card: str, book: Edition, but: int = 0) -> Shape:
    """The card at any world but this one."""
    worlds = [world for world in book.printed.worlds if world.number != but]
    names = tuple([world.name.lower() for world in worlds])
    ends = Play(card, at=worlds[0].number), Play(card, at=worlds[-1].number)
    return Shape(f"play {card.lower()} at {{world}}", (Blank("world", things=names),), ends)


def others(state: Position, seat: Seat) -> list[Seat]:
    """All other seats in the game."""
    return [other for other in state.playing() if other != seat]


def on_each(seats: Iterable[Seat], card: str, words: str, rule: str) -> Menu:
    """The card on each of these seats; `words` with `{}` for the seat."""
    return [(Play(card, other), (words.format(named(other)), rule)) for other in seats]
