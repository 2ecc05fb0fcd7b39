"""Seats that have their turns one after another round a table: what a position of such a game
keeps of them, and what becomes of play where one drops out. Names no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from traders.engines.kernel.contract.contract import Event, Turn
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Procedures, Step, put
from traders.engines.kernel.steps.ended import ended
from traders.engines.kernel.telling.teller import Teller


class SeatsInTurn(msgspec.Struct, kw_only=True):
    """The part of a position that such games share; each adds its `agenda`, with its steps."""

    agenda: list[Any]
    seats: list[Seat]
    """Those still in the game."""
    turn: Seat = ""
    """Whose turn it is; the first of the seats where nothing is said."""
    number: int = 1
    """Which turn of the game it is."""
    revision: int = 1
    keys: int = 0

    def __post_init__(self) -> None:
        self.turn = self.turn or self.seats[0]

    def in_order(self) -> list[Seat]:
        """The seats, from the one on turn round the table."""
        at = self.seats.index(self.turn)
        return self.seats[at:] + self.seats[:at]

    def pass_turn(self) -> None:
        """The turn goes to the next seat."""
        self.turn, self.number = self.in_order()[1], self.number + 1


S = TypeVar("S", bound=SeatsInTurn)


def in_turn(stage: str, rule: str, silence: str) -> Callable[[SeatsInTurn, Step], Turn]:
    """Play waits for an order of the seat on turn; `silence`: what is ordered for it at last."""
    return lambda state, step: Turn((state.turn,), stage, rule, state.number, silence)


class SkippedSeats(Generic[S]):
    """Who drops out is skipped, and the last one left wins, by `rule`. `turn`: the step with which
    a seat's turn begins; `tell`: what tells of it.
    """

    def __init__(
        self, procedures: Procedures[S], turn: Callable[[], Step], tell: Teller, rule: str
    ) -> None:
        self._procedures, self._turn, self._tell, self._rule = procedures, turn, tell, rule

    def leave(self, state: S, seat: Seat) -> list[Event]:
        """The seat drops out for good; what all are told."""
        told = [self._tell("drops-out", self._rule, seat=seat)]
        if seat == state.turn:
            state.pass_turn()
            state.agenda[:] = [self._turn()]
        state.seats.remove(seat)
        if len(state.seats) == 1:
            event = self._tell("last-left", self._rule, seat=state.turn)
            put(state, ended(state, state.seats, event, "default", told))
        self._procedures.run(state, told)
        return told
