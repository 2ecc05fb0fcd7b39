"""The clocks of one game: its open deadlines, read once, changed together and written back at the
end; and what stands in each one's `data`: the clocks of the seats that play waits for, and what has
happened to them.

A deadline's due time is worked out from its state and its seats' playing hours, whenever one of
them changes; it is never moved by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import cache, cached_property, partial
from typing import Any

import msgspec

from traders.domain.calendar.playing_hours import ALWAYS, NOTHING, PlayingHours, seconds
from traders.domain.deadlines.seat_clock import SeatClock, hours_of
from traders.domain.settings import game_settings
from traders.models import RUN_ON, Absence, Deadline, DeadlineKind, Game, Prepared, Seat, together
from traders.models.deadlines import OF_PLAY

HoursOf = Callable[[str], PlayingHours]
More = Callable[[str], timedelta]
"""Of a seat, by its colour: its playing hours; time that its clock has besides."""
OF_WINDOWS = (DeadlineKind.INTERVAL, DeadlineKind.FLOOR, DeadlineKind.PASS)
"""What keeps its deadline where an absence is announced after it opened."""

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


class DeadlineState(msgspec.Struct, omit_defaults=True):
    """What a deadline hangs on. Who asked for time, who has answered and whose notice was held up
    stays here, unseen (PR-INTERVAL-05).
    """

    opened: datetime
    clocks: dict[str, SeatClock] = {}
    whole: int = 0
    """The whole time given, in seconds of playing time: half of it is the time for a reminder."""
    round: int = 1
    step: str = ""
    """A turn's: `turn`, `bank` (time in hand), `grace`, then `substitute`, `referee` or `referee
    reminded` while play waits for one of them. Of a round that all order at once `bank` and
    `grace`.
    """
    given: datetime | None = None
    """When a turn's own time was over, time in hand and grace left out; known once they run."""
    accepted: bool = False
    """The letter that opened the turn was accepted for delivery, and its clock counts from then
    (PR-TURN-01).
    """
    mailless: list[str] = []
    """Seats whose clock has stood still for a dead mailbox already (PR-MAIL-04)."""
    in_turn: bool = False
    """A question in the place of turns: it has the time of a turn, and silence in it counts."""
    on_turn: list[str] = []
    held: list[str] = []
    """Seats that asked for time (PR-INTERVAL-07)."""
    moved: bool = False
    """The deadline has moved by the holding time, once."""
    answered: dict[str, datetime] = {}
    """Seats that have passed or answered, and when."""
    used: dict[str, int] = {}
    """Seconds of playing time that these had used by then (PR-INTERVAL-09)."""
    saved: dict[str, int] = {}
    """Of a round that all order at once: what a seat that has answered left over, in seconds, and
    when the round is over what of it went into time in hand (PR-TURN-05).
    """
    knew: list[str] = []
    """Seats that have shown that they knew of it (PR-MAIL-01)."""
    unasked: dict[str, datetime | None] = {}
    """Seats not asked: when the server passes; None: never; `opened`: it had passed already."""
    held_up: dict[str, datetime] = {}
    """Seats whose notice was reported as not delivered yet, since when."""
    late: dict[str, int] = {}
    """Seconds that notices gone astray have given each seat (PR-MAIL-01)."""
    outages: list[int] = []
    """Outages for which it has moved already, so that none moves it twice (PR-MAIL-03)."""
    paused: bool = False
    """A turn's clock runs, but while the seat on turn alone is asked in an interval it falls due at
    no time.
    """
    backed_out: bool = False
    """Play backed up while the turn ran: if it does not come again, the bank gets nothing."""
    frozen: list[str] | None = None
    """Seats whose clocks a freeze stopped (PR-CLAIM-03)."""
    bank: int = 0
    """What a turn that is over put into the seat's time in hand, in seconds: taken out again where
    play backs up into it.
    """
    told: datetime | None = None
    """When players were told last that it falls due, also while its clock stands still."""
    untold: bool = False
    """Its clock stands still, so that nobody can say when it falls due."""
    tellings: int = 0
    """How often what players are told of it has changed."""
    told_at: datetime | None = None
    """When that changed last."""

    @classmethod
    def read(cls, data: Any) -> DeadlineState:
        return msgspec.convert(data, cls)

    def write(self) -> dict[str, Any]:
        written: dict[str, Any] = msgspec.to_builtins(self)
        return written

    # --- due times --------------------------------------------------------------------------------

    def due(self, hours: HoursOf) -> datetime | None:
        """When it falls due: the latest of its seats' deadlines (PR-TURN-07); None while a clock of
        them stands still.
        """
        if self.paused:
            return None
        if self.held_up:
            return self.bound(hours)
        return self.plain_due(hours)

    def _run(self) -> bool:
        """Whether there are clocks, and all of them run."""
        return bool(self.clocks) and all(clock.since for clock in self.clocks.values())

    def plain_due(self, hours: HoursOf, more: More | None = None) -> datetime | None:
        """The same, held-up notices left aside: when the last seat has had what its clock has left,
        and so much more; None while a clock stands still.
        """
        own = self.clocks.items()
        dues = (one.due(hours(seat), more(seat) if more else NOTHING) for seat, one in own)
        return max(filter(None, dues)) if self._run() else None

    def bound(self, hours: HoursOf) -> datetime | None:
        """The farthest that undelivered notices can move it (PR-MAIL-01)."""
        return self.plain_due(hours, self.grace_of_mail)

    def grace_of_mail(self, seat: str) -> timedelta:
        """What notices that go astray can give the seat yet, of two interval times in all."""
        return timedelta(seconds=2 * self.whole - self.late.get(seat, 0))

    def half_gone(self, seat: str, now: datetime, hours: HoursOf) -> bool:
        """Whether the seat has less than half of its whole time left."""
        return self.clocks[seat].unused(now, hours(seat)) < self.whole_time / 2

    def half(self, hours: HoursOf) -> datetime | None:
        """When half of the whole time has passed for those for whom it is later; None while a clock
        stands still.
        """
        return self.plain_due(hours, lambda seat: -self.whole_time / 2)

    def shown(self, now: datetime, hours: HoursOf) -> datetime | None:
        """When players are told that it falls due; None while nobody can say: a clock stands still,
        or half of the interval has passed and a notice is still on its way.
        """
        if self.given and (self.step == "substitute" or self._run()):
            return self.given
        if any(self.half_gone(seat, now, hours) for seat in self.held_up):
            return None
        return self.plain_due(hours)

    def tell(self, shown: datetime | None, now: datetime) -> None:
        """Note what players are told now: when it falls due, or that nobody can say. What moves it
        unseen, such as a notice that is held up, leaves no trace here.
        """
        if shown != (None if self.untold else self.told):
            self.told, self.untold = shown or self.told, shown is None
            self.tellings, self.told_at = self.tellings + 1, now

    @property
    def whole_time(self) -> timedelta:
        return timedelta(seconds=self.whole)

    # --- all clocks together ----------------------------------------------------------------------

    def stop(self, now: datetime, hours: HoursOf) -> bool:
        """All clocks stand still from now on; whether one of them ran."""
        ran = any(clock.since for clock in self.clocks.values())
        for seat, clock in self.clocks.items():
            clock.stop(now, hours(seat))
        return ran

    def more(self, length: timedelta) -> None:
        """Give every seat so much more."""
        for clock in self.clocks.values():
            clock.more(length)
        self.whole += seconds(length)

    def remaining(self, seat: str, now: datetime, hours: HoursOf) -> timedelta:
        """What the seat's clock has left now."""
        return max(NOTHING, self.clocks[seat].unused(now, hours(seat)))

    def give_back(self, begin: datetime, end: datetime, hours: HoursOf) -> None:
        """Give each clock that ran the hours of play that it lost from `begin` to `end`
        (PR-MAIL-03); one that had run out before lost none.
        """
        for seat, clock in self.clocks.items():
            due = clock.due(hours(seat))
            if clock.since and due and due >= begin:
                clock.more(hours(seat).between(max(begin, clock.since), end))


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
            return lambda colour: ALWAYS  # times of rulings are no playing hours
        return partial(self._hours, terms.opened, row.kind in OF_WINDOWS and not terms.in_turn)

    def _hours_of(self, since: datetime, of_window: bool, colour: str) -> PlayingHours:
        """A seat's playing hours for what opened then."""
        if colour in self.seats:
            seat, opened = self.seats[colour], since if of_window else None
            return hours_of(seat, self.settings, since, self.absences, opened=opened)
        holidays, country = self.settings.holidays
        return PlayingHours(weekends=self.settings.weekends, holidays=holidays, country=country)

    # --- rows -------------------------------------------------------------------------------------

    def terms(self, row: Deadline) -> DeadlineState:
        found = self._terms.get(id(row))
        if found is None:
            found = self._terms[id(row)] = DeadlineState.read(row.data)
        return found

    def of_turns(self, row: Deadline) -> bool:
        """Whether it is a turn's, or of a question in the place of turns."""
        return row.kind == DeadlineKind.TURN or self.terms(row).in_turn

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
        if row.kind in OF_PLAY:
            told = row.due.isoformat() if row.due else None
            if not row.moves or row.moves[-1][1] != told:
                row.moves.append([self.now.isoformat(), told])
            still = terms.frozen is not None or terms.paused
            terms.tell(None if still else self._shown(row, terms), self.now)
            self._remind(row, terms)
        row.data = terms.write()

    def shown(self, row: Deadline | None) -> datetime | None:
        """When players are told that the row falls due; None while nobody can say."""
        return None if row is None or self.game.frozen else self._shown(row, self.terms(row))

    def _shown(self, row: Deadline, terms: DeadlineState) -> datetime | None:
        if row.due and not terms.held_up and not terms.given:
            return row.due
        return terms.shown(self.now, self.hours_for(row))

    def _reminder(self, row: Deadline) -> Deadline | None:
        if row.kind not in OF_PLAY:
            return None
        return self.find(DeadlineKind.REMINDER, f"{row.kind}:{row.key}", row.seat)

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
            of, new = f"{row.kind}:{row.key}", DeadlineState(opened=self.now)
            reminder = self.open(DeadlineKind.REMINDER, of, row.seat, new)
            reminder.data = self.terms(reminder).write()
            reminder.due = half
        elif reminder.due != half:
            reminder.due = half
            self.touch(reminder)
