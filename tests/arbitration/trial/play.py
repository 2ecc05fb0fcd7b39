"""A game of bots with people's mailboxes, at some moment of its course: played through the door, by
letters, deadlines and wishes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests import seated
from traders.bots.registry import bots
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.post import delivery, delivery_reports
from traders.domain.timeline import due_work_sweep
from traders.engines.kernel.contract.contract import Interval, Over, Pending
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine
from traders.models import Cadence, Deadline, Game, Letter, LetterStatus, Player, ReportKind, Seat

MONDAY = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SEATS = ("red", "blue", "green")
SYSTEMS = ("star-traders", "traders-luck", "imperial-trader", "stratastar")
TIMINGS = ("stops", "table", "sealed")
LONGEST = 40
"""Entries that a game has at most before somebody claims."""


@dataclass
class Table:
    """One game under way in told time, and the dice that decide what its players do."""

    game: Game
    dice: Random
    said: set[tuple[str, int, str]] = field(default_factory=set)

    @property
    def rules(self) -> Any:
        return engine(self.game.system)

    @property
    def state(self) -> Any:
        self.game.refresh_from_db()
        return self.rules.decode(bytes(self.game.position or b""))

    def orders(self, seat: str, text: str, moment: str = "") -> list[tuple[str, str]]:
        """A letter of the seat's is taken; what became of each line."""
        return [
            (line.answer, line.words)
            for line in door.orders(self.game.pk, seat, text, moment=moment).lines
        ]

    def pass_time(self, minutes: int) -> None:
        """Time goes on, and what falls due by the way falls due at its own second."""
        end = clock.now() + timedelta(minutes=minutes)
        while (row := self._due(end)) is not None:
            clock.set_to(max(clock.now(), row.due + clock.SECOND))  # type: ignore[operator]
            assert not due_work_sweep.sweep().failed, "a deadline could not be carried out"
        clock.set_to(max(end, clock.now()))

    def _due(self, end: datetime) -> Deadline | None:
        return (
            Deadline.objects.filter(game=self.game, done_at=None, due__lt=end)
            .order_by("due")
            .first()
        )

    def some_post_goes(self) -> None:
        """Some letters are sent, some are made and not sent yet, the others wait; now and then one
        is held up or comes back.
        """
        made: list[int] = []
        taken: list[int] = []
        for letter in list(
            Letter.objects.filter(game=self.game, status=LetterStatus.WRITTEN).order_by("pk")
        ):
            fate = self.dice.random()
            if fate < 0.2:
                continue
            made.append(letter.pk)
            if fate < 0.4:
                continue
            taken.append(letter.pk)
            if fate > 0.95:
                _go(made, taken)
                made, taken = [], []
                letter.refresh_from_db()
                if letter.status == LetterStatus.SENT:
                    kind = self.dice.choice([ReportKind.BOUNCED, ReportKind.DEFERRED])
                    delivery_reports.record(
                        letter, kind, at=clock.now(), source="office", event=str(letter.pk)
                    )
        _go(made, taken)

    def step(self) -> bool:
        """Somebody does something; False where the game is over."""
        state = self.state
        pending = self.rules.pending(state)
        if isinstance(pending, Over):
            return False
        self.pass_time(self.dice.choice([0, 1, 3, 20, 90]))
        self.some_post_goes()
        if self.dice.random() < 0.25:
            self._wish()
        state = self.state
        pending = self.rules.pending(state)
        if isinstance(pending, Over):
            return False
        asked = [
            seat
            for seat in _asked(pending)
            if (self.game.slug, getattr(pending, "key", 0), seat) not in self.said
        ]
        if isinstance(pending, Interval) and (not asked or self.dice.random() < 0.15):
            self.pass_time(60 * 13)
            return True
        seat = self.dice.choice(asked or list(_asked(pending)))
        order = bots(self.rules.name).bot(
            self.rules.view(state, seat),
            pending,
            self.rules.offers(state, seat),
            self.dice.randint(0, 9_999),
        )
        if isinstance(pending, Interval):
            self.said.add((self.game.slug, pending.key, seat))
            order = order if order == "pass" else f"{order}\npass"
        self.orders(seat, order)
        return True

    def _wish(self) -> None:
        """A stop, a standing order, a hold, press: whatever a seat may say at any time."""
        seat = self.dice.choice(SEATS)
        state = self.state
        name = self.dice.choice(sorted(self.rules.interval_names()) or ["nothing"])
        view, seed = self.rules.view(state, seat), self.dice.randint(0, 99)
        own = bots(self.rules.name).bot_words(view, seed)
        self.orders(
            seat,
            self.dice.choice(
                [f"stop at {name}", "hold", "pass until my turn", "pass", "undo", *own]
            ),
        )


def game_under_way(system: str, seed: int) -> Table:
    """A game of that system at some moment."""
    dice = Random(f"{system} {seed}")
    settings = {
        "timing": dice.choice(TIMINGS),
        "gather": dice.choice(["interval", "interval", "arrival"]),
        "turn_time": dice.choice(["72h", "72h", "5h"]),
        "interval_floor": dice.choice(["0h", "0h", "1h"]),
    }
    clock.set_to(MONDAY)
    game = door.create(system, SEATS, {}, settings, title=f"Trial {seed}")
    for colour in SEATS:
        player = Player.objects.create_user(
            f"{colour}@example.org", display_name=f"Player of {colour}"
        )
        Player.objects.filter(pk=player.pk).update(cadence=dice.choice(list(Cadence)))
        Seat.objects.filter(game=game, colour=colour).update(player=player)
    seated.begin(game.pk, stops=dice.random() < 0.5)
    table = Table(game, dice)
    entries = dice.randint(6, LONGEST)
    while table.step():
        table.game.refresh_from_db()
        if table.game.number >= entries:
            break
    return table


def _go(made: list[int], taken: list[int]) -> None:
    """One batch of the post: these letters are made, and of them those are taken by the mail
    server.
    """
    delivery.prepare(made)
    Letter.objects.filter(pk__in=taken, status=LetterStatus.PREPARED).update(
        status=LetterStatus.SENT, accepted=clock.now()
    )


def _asked(pending: Pending) -> tuple[str, ...]:
    return getattr(pending, "seats", ()) or (getattr(pending, "seat", ""),)


__all__ = ["MONDAY", "SEATS", "SYSTEMS", "Refusal", "Table", "game_under_way"]
