"""The open deadlines of one game, read once, changed together and written back at the end:
what `deadlines` works on.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cache, cached_property, partial

from traders.domain.calendar.playing_hours import PlayingHours
from traders.domain.deadlines.clock_state import DeadlineState, HoursOf
from traders.domain.deadlines.seat_hours import hours_of
from traders.domain.settings import game_settings
from traders.models import RUN_ON, Absence, Deadline, DeadlineKind, Game, Prepared, Seat, together

REMINDED = {DeadlineKind.TURN, DeadlineKind.INTERVAL, DeadlineKind.CHOICE}
"""What a reminder is sent of at half time."""


OPEN = Prepared(
    Deadline, lambda game: Deadline.objects.filter(done_at=None, game=game).order_by("pk")
)
"""The open deadlines of a game."""


def passed(
    game_id: int, moment: datetime, before: int = 0, rows: Iterable[Deadline] | None = None
) -> Deadline | None:
    """The first of the game's open deadlines that passed before `moment`, whole seconds; of those
    that pass at that moment also the rows with ids lower than `before`.

    While the clocks stand still only those pass that run on: what else is due waits until they run
    again (PR-CLAIM-03). `rows`: the open ones, where they are known.
    """
    found = [
        row
        for row in (OPEN.rows(game_id) if rows is None else rows)
        if row.due is not None and (row.due, row.pk) < (moment, before)
    ]
    if (
        any(row.kind not in RUN_ON for row in found)
        and Game.objects.filter(pk=game_id, frozen=True).exists()
    ):
        found = [row for row in found if row.kind in RUN_ON]
    return min(found, key=lambda row: (row.due, row.pk), default=None)


_ABSENCES = Prepared(
    Absence, lambda game: Absence.objects.filter(play_on=False, seat__game=game).order_by()
)


class Clocks:
    """The clocks of one game at `now`. Made with the game's row locked, in the transaction in which
    it is saved.
    """

    def __init__(self, game: Game, now: datetime, seats: Iterable[Seat] | None = None) -> None:
        self.game = game
        self.now = now
        self._given_seats = seats
        self.rows: list[Deadline]
        self.absences: list[Absence]
        self.rows, self.absences = together((OPEN, game.pk), (_ABSENCES, game.pk))
        self._terms: dict[int, DeadlineState] = {}
        self._hours = cache(self._hours_of)
        self._new: list[Deadline] = []
        self._touched: list[Deadline] = []
        self._finished: list[Deadline] = []
        self.changed_seats: set[str] = set()

    @cached_property
    def settings(self) -> game_settings.GameSettings:
        return game_settings.of(self.game)

    @cached_property
    def seats(self) -> dict[str, Seat]:
        found = (
            self._given_seats
            if self._given_seats is not None
            else self.game.seats.select_related("player")
        )
        return {seat.colour: seat for seat in found}

    def hours_for(self, row: Deadline) -> HoursOf:
        """The playing hours of each seat that a row waits for."""
        terms = self.terms(row)
        if terms.step.startswith("referee"):
            return lambda colour: PlayingHours()  # times of rulings are no playing hours
        opened = terms.opened if row.kind in (DeadlineKind.INTERVAL, DeadlineKind.FLOOR) else None
        return partial(self._hours, opened)

    def _hours_of(self, opened: datetime | None, colour: str) -> PlayingHours:
        """A seat's playing hours; of an interval that `opened` then."""
        if colour in self.seats:
            return hours_of(self.seats[colour], self.settings, self.absences, opened=opened)
        holidays, country = self.settings.holidays
        return PlayingHours(weekends=self.settings.weekends, holidays=holidays, country=country)

    # --- rows -------------------------------------------------------------------------------------

    def terms(self, row: Deadline) -> DeadlineState:
        found = self._terms.get(id(row))
        if found is None:
            found = self._terms[id(row)] = DeadlineState.read(row.data)
        return found

    def of_kind(self, kind: DeadlineKind) -> list[Deadline]:
        return [row for row in self.rows if row.kind == kind]

    def find(self, kind: DeadlineKind, key: str, seat: str | None = None) -> Deadline | None:
        return next(
            (
                row
                for row in self.rows
                if row.kind == kind and row.key == key and seat in (None, row.seat)
            ),
            None,
        )

    def open(self, kind: DeadlineKind, key: str, seat: str, terms: DeadlineState) -> Deadline:
        """A new deadline; its due time is worked out when all is saved."""
        row = Deadline(game=self.game, kind=kind, key=key, seat=seat, set_at=self.now)
        self._terms[id(row)] = terms
        self.rows.append(row)
        self._new.append(row)
        return row

    def touch(self, row: Deadline) -> None:
        """The row's terms have changed."""
        if row not in self._touched and row.pk:
            self._touched.append(row)

    def finish(self, row: Deadline) -> None:
        """What the row waited for is over; the row stays, marked."""
        if row not in self.rows:
            return
        self.rows.remove(row)
        if row in self._new:
            self._new.remove(row)
        else:
            row.done_at = self.now
            self._finished.append(row)
        reminder = self._reminder(row)
        if reminder is not None:
            self.finish(reminder)

    # --- writing back -----------------------------------------------------------------------------

    def save(self) -> None:
        """Work out what changed and write it: one statement for all that is new, one for what is
        over, one for what moved.
        """
        for row in [*self._new, *self._touched]:
            if row in self.rows:
                self._reckon(row)
        for row in self._finished:
            if id(row) in self._terms:
                row.data = self._terms[id(row)].write()
        moved = [row for row in self._touched if row in self.rows]
        Deadline.objects.write(self._finished, ["done_at", "data"])
        Deadline.objects.bulk_create(self._new)
        Deadline.objects.write(moved, ["due", "data", "moves"])
        seats = [self.seats[colour] for colour in self.changed_seats]
        Seat.objects.write(seats, ["bank", "purse", "offered"])
        self._new, self._touched, self._finished = [], [], []
        self.changed_seats = set()

    def _reckon(self, row: Deadline) -> None:
        terms = self.terms(row)
        if row.kind in (DeadlineKind.REMINDER, *RUN_ON):
            row.data = terms.write()
            return
        due = terms.due(self.hours_for(row))
        # what failed stays set back
        row.due = max(due, row.due) if due and row.due and row.failures else due
        if row.kind in REMINDED:
            told = row.due.isoformat() if row.due else None
            if not row.moves or row.moves[-1][1] != told:
                row.moves.append([self.now.isoformat(), told])
            terms.tell(self._told(row, terms), self.now)
            self._remind(row, terms)
        row.data = terms.write()

    def _told(self, row: Deadline, terms: DeadlineState) -> datetime | None:
        """When players are told from now on that the row falls due; None while it stands still."""
        if terms.frozen is not None or terms.paused:
            return None
        if row.due and not terms.held_up and not terms.given:
            return row.due
        return terms.shown(self.now, self.hours_for(row))

    def _reminder(self, row: Deadline) -> Deadline | None:
        return (
            self.find(DeadlineKind.REMINDER, f"{row.kind}:{row.key}", row.seat)
            if row.kind in REMINDED
            else None
        )

    def _remind(self, row: Deadline, terms: DeadlineState) -> None:
        """Keep the row's reminder at half time."""
        reminder = self._reminder(row)
        half = (
            terms.half(self.hours_for(row))
            if row.due and not terms.step.startswith(("bank", "grace", "referee"))
            else None
        )
        if reminder is None:
            if row not in self._new or not half:
                return
            reminder = self.open(
                DeadlineKind.REMINDER,
                f"{row.kind}:{row.key}",
                row.seat,
                DeadlineState(opened=self.now),
            )
            reminder.data = self.terms(reminder).write()
            reminder.due = half
        elif reminder.due != half:
            reminder.due = half
            self.touch(reminder)
