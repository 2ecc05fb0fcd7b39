"""Bots at the door: what they order next, and who is asked, found outside the measured time."""

from __future__ import annotations

from typing import Any

from traders.domain.play import door
from traders.domain.table.change_set import ChangeSet
from traders.engines.kernel.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.registry import engine
from traders.models import Game

SEATS = ("red", "blue", "green", "yellow")


class Table:
    """A game whose seats are bots; begun anew when it is over. `stops=False`: intervals are held
    open only where the rules say so.
    """

    def __init__(self, system: str = "star-traders", timing: str = "sealed") -> None:
        self.system, self.timing = system, timing
        self.engine: Any = engine(system)
        self.seed = 0
        self.passed: set[tuple[int, str]] = set()
        self.begin()

    def begin(self) -> None:
        self.game = door.create(self.system, SEATS, {}, {"timing": self.timing})
        self.after: Pending | None = door.begin(self.game.pk, stops=False).after

    def next_order(self) -> tuple[str, str]:
        """Seat and order."""
        if isinstance(self.after, Over) or self.after is None:
            self.begin()
        self.seed += 1
        position = Game.objects.values_list("position", flat=True).get(pk=self.game.pk)
        state = self.engine.decode(bytes(position or b""))
        seat = self._asked()
        assert self.after is not None
        return seat, self.engine.bot(
            self.engine.view(state, seat), self.after, self.engine.offers(state, seat), self.seed
        )

    def order(self, seat: str, text: str) -> ChangeSet:
        """Through the one door."""
        change_set = door.orders(self.game.pk, seat, text)
        if isinstance(self.after, Interval):
            self.passed.add((self.after.key, seat))
        self.after = change_set.after
        return change_set

    def _asked(self) -> str:
        match self.after:
            case Interval(key=key, seats=seats):
                return next((seat for seat in seats if (key, seat) not in self.passed), seats[0])
            case Choice(seat=seat):
                return seat
            case Turn(seats=seats):
                return seats[0]
        raise AssertionError(self.after)
