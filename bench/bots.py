"""Bots at the door: what they order next, and who is asked, found outside the measured time."""

from __future__ import annotations

from typing import Any

from traders.bots.registry import bots
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.table.change_set import ChangeSet
from traders.engines.kernel.contract.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.registry import engine
from traders.models import Game, Player, Seat

SEATS = ("red", "blue", "green", "yellow")


def _player(seat: str) -> Player:
    """Who sits there, in all games."""
    address = f"{seat}@example.org"
    known = Player.objects.filter(email=address).first()
    return known or Player.objects.create_user(address, display_name=f"{seat.title()}s")


class Table:
    """A game whose seats are bots; begun anew when it is over. `stops=False`: intervals are held
    open only where the rules say so. `players`: people sit there, who are written to.
    """

    def __init__(
        self, system: str = "star-traders", timing: str = "sealed", *, players: bool = False
    ) -> None:
        self.system, self.timing = system, timing
        self.players = {seat: _player(seat) for seat in SEATS} if players else {}
        self.engine: Any = engine(system)
        self.seed = 0
        self.passed: set[tuple[int, str]] = set()
        self.begin()

    def begin(self) -> None:
        self.game = door.create(self.system, SEATS, {}, {"timing": self.timing})
        for seat in Seat.objects.filter(game=self.game, colour__in=self.players):
            seat.player = self.players[seat.colour]
            seat.save()
        leaving_and_taking_seats.give_to_bots(self.game, SEATS)
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
        if isinstance(self.after, Interval):
            self.passed.add((self.after.key, seat))
        return seat, bots(self.engine.name).bot(
            self.engine.view(state, seat), self.after, self.engine.offers(state, seat), self.seed
        )

    def order(self, seat: str, text: str) -> ChangeSet:
        """Through the one door."""
        change_set = door.orders(self.game.pk, seat, text)
        self.after = change_set.after
        return change_set

    def looked(self) -> None:
        """What is asked after an order that came by letter."""
        position = Game.objects.values_list("position", flat=True).get(pk=self.game.pk)
        self.after = self.engine.pending(self.engine.decode(bytes(position or b"")))

    def _asked(self) -> str:
        match self.after:
            case Interval(key=key, seats=seats):
                return next((seat for seat in seats if (key, seat) not in self.passed), seats[0])
            case Choice(seat=seat):
                return seat
            case Turn(seats=seats):
                return seats[0]
        raise AssertionError(self.after)
