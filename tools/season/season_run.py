"""A season in simulated time: what falls due, letters and answers in the order of their times, and
the desk at the end of each day.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

from django.db.models import Q

from tools.season.agenda import Agenda
from tools.season.characters import DAY, Character, Person, people_of
from tools.season.expected_troubles import Books
from tools.season.organizing import Organizing, SeasonSize
from tools.season.people_behaviour import Answering
from traders.club.desk.game_troubles import Trouble
from traders.club.desk.morning_letter import MORNING, desk_letters
from traders.club.seasons import round_start
from traders.domain.calendar import clock
from traders.domain.deadlines.game_clocks import DeadlineState
from traders.domain.letters import daily_summaries
from traders.domain.letters.plain_text_layout import zone_of
from traders.domain.settings import game_settings
from traders.domain.timeline import due_work_sweep
from traders.models import RUN_ON, Deadline, DeadlineKind, Game, Phase, Seat
from traders.proof.scenarios.court_interface import Court

BEGINS = datetime(2027, 1, 4, 12, tzinfo=UTC)
"""A Monday noon."""
SLACK = timedelta(minutes=1)
"""A deadline that is open so long after its time is lost; the sweep looks every second."""
RUNS = Q(game__frozen=False) | Q(kind__in=RUN_ON)


class Stuck(Exception):
    """Something is due, and cannot be carried out."""


class SeasonPlay:
    """One season, from its draw to its final tables."""

    def __init__(self, size: SeasonSize, court: Court) -> None:
        self.size = size
        self.began = time.process_time()
        self.now = self.begins = BEGINS
        self.agenda = Agenda()
        self.lost = 0
        """Deadlines that were open after their time."""
        self.desk_letters = 0
        self.untold: list[datetime] = []
        """Mornings on which something needed the organizer, and no letter came."""
        with clock.at(BEGINS):
            court.referee()
            self.organizing = Organizing(size, BEGINS)
        random = Random(size.seed)
        self.people = people_of(self.organizing.players, BEGINS, size.every, size.rounds, size.seed)
        stand_ins = [
            Person(player, (Character.QUICK, Character.STEADY)[number % 2])
            for number, player in enumerate(self.organizing.stand_ins)
        ]
        terms = game_settings.STANDARD
        self.books = Books(terms.asked_after, terms.absent_limit)
        known = {one.player.pk: one for one in [*self.people, *stand_ins]}
        self.answering = Answering(self.agenda, self.books, known, court, random)
        for number in range(size.rounds):
            self.agenda.enter(BEGINS + DAY * size.every * number, lambda now: round_start.sweep())
        there = BEGINS.astimezone(zone_of(self.organizing.organizer.zone))
        self.agenda.enter(there.replace(hour=MORNING) + DAY, self._morning)

    def play(self, day_over: Callable[[], None] = lambda: None) -> None:
        """Play all days, and a few more where the season is not over by then."""
        midnight = BEGINS.replace(hour=0) + DAY
        with clock.at(BEGINS):
            for day in range(self.size.days + 7):
                self._until(midnight + DAY * day)
                self._look()
                day_over()
                if self.organizing.over:
                    return

    # --- in the order of times ----------------------------------------------------------------

    def _until(self, moment: datetime) -> None:
        while True:
            due, entered = self._next_due(), self.agenda.first
            first = min((at for at in (due, entered) if at), default=None)
            if first is None or first > moment:
                break
            self._go_to(max(first, self.now))
            if due is not None and due <= self.now:
                self._sweep()
            else:
                self.agenda.do_first(self.now)
            self.answering.read_new(self.now)
            self._look_at_once()
        self._go_to(moment)

    def _go_to(self, moment: datetime) -> None:
        self.now = moment
        clock.set_to(moment)

    def _next_due(self) -> datetime | None:
        """When the next deadline is carried out: its own second must be over."""
        open_ = Deadline.objects.filter(RUNS, done_at=None, due__isnull=False)
        first = open_.order_by("due").values_list("due", flat=True).first()
        return first + clock.SECOND if first else None

    def _sweep(self) -> None:
        """Carry out what is due, and enter in the books what the clock did to whom."""
        ids = [row.pk for row in due_work_sweep.due_rows(now=self.now)]
        before = Deadline.objects.in_bulk(ids)
        swept = due_work_sweep.sweep(now=self.now)
        if not swept.done + swept.moved + swept.failed:
            raise Stuck(f"{swept.left} deadlines are due at {self.now}, and nothing is done")
        after = Deadline.objects.in_bulk(ids)
        for pk, row in before.items():
            if row.kind == DeadlineKind.TURN and pk in after:
                self._turn_fell(row, after[pk])
            elif row.kind == DeadlineKind.INTERVAL and pk in after and after[pk].done_at:
                self._round_fell(row)
        self._enter_over({row.game_id for row in before.values()})

    def _turn_fell(self, before: Deadline, after: Deadline) -> None:
        place = (before.game_id, before.seat)
        if after.done_at is not None:
            self.books.ends(place, self.now, (Trouble.LATE,))
            self.books.turn_ended(place, self.now)
        else:
            self.books.begins(Trouble.LATE, place, self.now, before.pk)

    def _round_fell(self, row: Deadline) -> None:
        """A round that all order at once is over: whoever had not answered has lost a turn."""
        terms = DeadlineState.read(row.data)
        for seat in terms.clocks if terms.in_turn else ():
            if seat not in terms.answered:
                self.books.turn_ended((row.game_id, seat), self.now)

    def _enter_over(self, games: set[int]) -> None:
        """Games that are over, and seats that are out of theirs, have no troubles any more."""
        for pk in Game.objects.filter(pk__in=games, phase=Phase.OVER).values_list("pk", flat=True):
            self.books.over(pk, self.now)
        dropped = Seat.objects.filter(game__in=games, dropped=True)
        for place in dropped.values_list("game_id", "colour"):
            self.books.dropped(place, self.now)

    # --- the desk -----------------------------------------------------------------------------

    def _look_at_once(self) -> None:
        """Look at the lines of games in which a trouble has begun just now."""
        games = Game.objects.filter(pk__in={ill.place[0] for ill in self.books.fresh})
        slugs = dict(games.values_list("slug", "pk")) if self.books.fresh else {}
        desk = [line for slug in slugs for line in self.organizing.desk(self.now, slug)]
        self.books.look(desk, slugs, evening=False)

    def _morning(self, now: datetime) -> None:
        """The desk's letter comes, where something needs its organizer."""
        needed = any(line.needs_you for line in self.organizing.desk(now))
        written = desk_letters(now)
        self.desk_letters += len(written)
        if needed and not written:
            self.untold.append(now)
        self.agenda.enter(now + DAY, self._morning)

    def _look(self) -> None:
        """In the evening: hold the desk against the books, count lost deadlines, do what a day
        asks.
        """
        late = Deadline.objects.filter(RUNS, done_at=None, due__lt=self.now - SLACK)
        self.lost += late.count()
        slugs = {game.slug: game.pk for game in self.organizing.games}
        self.books.look(self.organizing.desk(self.now), slugs, evening=True)
        round_start.sweep()
        daily_summaries(self.now)
        self.organizing.daily(self.now, self.answering.lost)
        self._enter_over(set(slugs.values()))
        self.answering.read_new(self.now)
