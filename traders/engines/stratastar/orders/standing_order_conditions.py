"""What standing orders, stops and plans may wait for: `<seat> enters <space>`. All lies open."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from traders.engines.kernel.grammar.conditions import Condition, Conditions
from traders.engines.kernel.grammar.order_parts import Seats
from traders.engines.kernel.grammar.orders import Form, Grammar
from traders.engines.kernel.seats import COLOURS, NO_NAMES, Seat, SeatNames
from traders.engines.stratastar.orders.order_language import kinds
from traders.engines.stratastar.position.state import Position
from traders.engines.stratastar.position.steps import (
    BlockInterval,
    DefendInterval,
    PursuitInterval,
    RetreatInterval,
    SabotageInterval,
)

ME = "me"


class Enters(msgspec.Struct, frozen=True):
    """A seat's fleet moves into the space, from the declaration until all that it causes is over
    (SS-PBM-02).
    """

    seat: Seat
    at: str


FORMS = (Form(Enters, "<seat> enters <at:space>"), Form(Enters, "<seat> enter <at:space>"))


@lru_cache(maxsize=1)
def language() -> Conditions:
    """The conditions. `me` stays `me`: whose it is, is known when it is looked at."""
    seats = Seats({one: one for one in (*COLOURS, ME)} | {"i": ME})
    return Conditions(Grammar(FORMS, kinds() | {"seat": seats}, of="condition"))


def atoms() -> Grammar:
    """What conditions may look at."""
    return language().atoms


@lru_cache(maxsize=1024)
def read(text: str) -> Condition:
    """The condition in a text; `Refusal` of kind unreadable or ambiguous."""
    return language().read(text)


def canonical(state: Position, text: str, names: SeatNames = NO_NAMES) -> str:
    """The condition written back in its canonical form; `Refusal` where it cannot be read."""
    return language().write(language().read(text, names))


def meets(state: Position, seat: Seat, text: str) -> str:
    """The name of the occasion on which the condition holds now, the same as long as it is the same
    move; "" if it does not hold.
    """
    return read(text).occasion(lambda atom: _enters(state, seat, atom))


def _enters(state: Position, me: Seat, atom: Enters) -> str:
    """The move under way, so that a standing reaction answers its intervals (SS-PBM-02)."""
    who = me if atom.seat == ME else atom.seat
    for step in reversed(state.agenda):
        match step:
            case (
                BlockInterval(seat=mover, to=at)
                | RetreatInterval(seat=mover, at=at)
                | DefendInterval(seat=mover, at=at)
                | PursuitInterval(seat=mover, at=at)
                | SabotageInterval(mover=mover, at=at)
            ):
                if mover == who and at == atom.at:
                    return f"march {state.marches}"
    return ""
