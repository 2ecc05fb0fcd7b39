"""*What if*: lines tried on a copy of a game as its seat sees it, what it cannot see dealt by lot,
the other seats played by bots. Nothing is stored, sent or counted: the copy is made anew from the
position and the lot each time, and is gone when play goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from traders.bots.registry import bot
from traders.domain.history import recording_and_replay
from traders.domain.history.dice import SeededDice
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.change_set import Line
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import Patience
from traders.engines.kernel.contract.contract import Choice, Engine, Interval, Over, Pending, Turn
from traders.engines.kernel.contract.waits import awaited
from traders.engines.kernel.positions.determinization import deal_by_lot
from traders.engines.kernel.refusal import Refusal, Unknown
from traders.engines.kernel.seats import Seat
from traders.engines.registry import engine as engine_of
from traders.models import Game

MOST_ANSWERS = 200
"""What the other seats may say in all before it is enough."""


@dataclass
class Trial:
    """One copy. `seat`: whose it is; `lot`: the number from which all of its chance follows."""

    engine: Engine[object, object]
    table: Table
    seat: Seat
    lot: int
    said: list[Line] = field(default_factory=list)
    """What became of the seat's lines."""
    answers: int = 0

    @property
    def pending(self) -> Pending:
        return self.table.pending()

    @property
    def happened(self) -> list[str]:
        """What the seat would be told, in sentences."""
        events = [event for move in self.table.moves for event in move.events]
        return [event.text for event in events if event.heard_by(self.seat)]

    def go_on(self) -> None:
        """Let the others play until the seat is waited for. In a reaction window it passes: what it
        tries are its turns.
        """
        while self.answers < MOST_ANSWERS and self._answered(self.pending):
            self.answers += 1

    def _answered(self, pending: Pending) -> bool:
        """Have one seat answer what play waits for; false where that is the seat itself."""
        match pending:
            case Over():
                return False
            case Interval(question=False, key=key):
                waiting = self.table.waiting()
                if not waiting:
                    return game_progression.fall_due(self.table, key)
                self._window(waiting[0], pending)
            case Turn() | Choice() | Interval():
                others = [one for one in awaited(pending) if one != self.seat]
                others = [one for one in others if one in self.table.waiting()]
                if not others:
                    return False
                self._bot(others[0], pending)
        return True

    def _window(self, seat: Seat, window: Interval) -> None:
        if seat != self.seat:
            self._bot(seat, window)
        if self.pending == window and seat in self.table.waiting():
            Speech(self.table, seat).speak("pass")

    def _bot(self, seat: Seat, pending: Pending) -> None:
        view, menu = self.engine.view(self.table.state, seat), self.table.menu(seat)
        orders = bot(self.engine.name)(view, pending, menu, self.lot * 1_000 + self.answers)
        told = Speech(self.table, seat).speak(orders)
        silence = getattr(pending, "silence", "")
        if silence and any(line.answer == "refused" for line in told):
            Speech(self.table, seat).speak(silence)


def tried(game: Game, seat: Seat, lot: int, lines: Sequence[str]) -> Trial:
    """The copy after these lines. Raises `Refusal` where there is none: outside of the seat's own
    turn, or while something lies sealed.
    """
    engine = engine_of(game.system)
    state = recording_and_replay.position_now(game)
    pending = engine.pending(state)
    if not isinstance(pending, Turn) or seat not in pending.seats:
        raise Refusal("You can try lines in your own turn.", "PR-RECEIPT-08", kind="stale")
    known = engine.view(state, seat)
    try:
        deal_by_lot(state, seat, Random(lot))
    except Unknown as unknown:
        raise _not_now() from unknown
    if engine.view(state, seat) != known:
        raise _not_now()
    chance = SeededDice(sha256(b"what if %d" % lot).digest())
    table = Table(
        engine, state, chance=chance.throw, timing="table", patience=Patience(people=frozenset())
    )
    trial = Trial(engine, table, seat, lot)
    for line in lines:
        trial.said += Speech(table, seat).speak(line)
        trial.go_on()
    return trial


def _not_now() -> Refusal:
    return Refusal(
        "Nothing can be tried now: something lies sealed, or you were shown what others hold.",
        "PR-RECEIPT-08",
        kind="stale",
    )
