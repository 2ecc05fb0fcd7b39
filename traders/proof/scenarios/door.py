"""A table behind the one door: a game in rows, letters through `domain/play.py`, hours from the one
clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.test.utils import override_settings

from traders.domain.calendar import clock
from traders.domain.deadlines import deadlines, heartbeat
from traders.domain.history.dice import ToldBox, telling
from traders.domain.history.labels import label_of
from traders.domain.letters.facts import decode
from traders.domain.letters.reader import reader_of
from traders.domain.letters.render import render
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.play.commands import leaving
from traders.domain.play.locked import HeldGame
from traders.domain.play.session import GameSession
from traders.domain.post import delivery_reports
from traders.domain.table.change_set import Line
from traders.domain.timeline import timeline
from traders.engines.kernel.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.waits import winner
from traders.models import (
    Deadline,
    DeadlineKind,
    Game,
    Letter,
    LetterKind,
    Player,
    ReportKind,
    SittingCause,
)
from traders.models import Seat as SeatRow
from traders.proof.scenarios import mailing, people
from traders.proof.scenarios.court import Court, Found, sitting
from traders.proof.scenarios.playing import Result, run
from traders.proof.scenarios.script import Case, Envelope, Facts, Report, Ruling, Scenario
from traders.proof.scenarios.slips import changed
from traders.proof.scenarios.table import Differs

TURN_STEPS = 6
"""Steps in which a turn can run out: its time, its time in hand, its grace."""
UNTOLD = datetime(2026, 1, 5, 12, tzinfo=UTC)
"""The hour of a scenario that tells none: a Monday noon that stands still."""


class DoorTable:
    """One scenario's game in the database. Whoever makes it rolls it back."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.now = scenario.clock or UNTOLD
        self.box = ToldBox(list(scenario.chance))
        self.left: list[Seat] = []
        self.mailed = 0
        self._desk: GameSession | None = None
        start = {**scenario.start, **({"setup": True} if scenario.setup else {})}
        with self._hour():
            self.game = door.create(
                scenario.system,
                scenario.seats,
                scenario.options,
                scenario.settings,
                start=start,
                told=True,
            )
            self._seat_players()
            door.begin(self.game.pk, stops=False, at=self.now)
            if scenario.earlier:
                self.court().precedents(self.game, scenario.earlier)

    def _seat_players(self) -> None:
        """A player with a mailbox for every seat."""
        rows = list(SeatRow.objects.filter(game=self.game))
        players = Player.objects.bulk_create(
            Player(
                email=f"{row.colour}@example.org",
                display_name=f"Player of {row.colour}",
                zone=self.scenario.zones.get(row.colour, "UTC"),
                password="!",
            )
            for row in rows
        )
        seating.seat_all(dict(zip(rows, players, strict=True)), self.now, SittingCause.GATHERED)

    @contextmanager
    def _hour(self, moment: datetime | None = None) -> Iterator[None]:
        """Within it the hour and the chance are the scenario's; what was known of the game is
        looked up anew afterwards.
        """
        self.now = moment or self.now
        with clock.at(self.now), telling(self.box):
            try:
                yield
            finally:
                self._desk = None

    def _notice(self, seat: Seat, interval: str) -> Letter:
        """The seat's notice of the latest interval so named (`turn`: of its latest turn), or its
        latest notice where none is named; a reminder is none.
        """
        for letter in (
            self._letters(seat).exclude(moment="").exclude(kind=LetterKind.REMINDER).reverse()
        ):
            asked = decode(letter.facts).asked
            if asked is not None and (
                not interval or interval == (asked.name if asked.kind == "interval" else asked.kind)
            ):
                return letter
        raise Differs(f"{seat} was never told of an interval {interval}")

    def _newest(self, seat: Seat) -> str:
        """What the seat's newest letter asks, where time is told: a letter answers it unless it
        says otherwise.
        """
        letter = (
            self._letters(seat).exclude(kind=LetterKind.REMINDER).last()
            if self.scenario.clock
            else None
        )
        return label_of(letter) if letter is not None else ""

    @property
    def session(self) -> GameSession:
        """The session as it would be found now, for looking alone."""
        if self._desk is None:
            with telling(self.box):
                self._desk = GameSession(HeldGame.hold(self.game.pk), self.now)
        return self._desk

    def letter(self, seat: Seat, text: str, envelope: Envelope) -> list[Line]:
        moment = (
            label_of(self._notice(seat, envelope.answers))
            if envelope.answers
            else self._newest(seat)
        )
        with self._hour():
            if any(line.strip().lower().startswith("claim mail") for line in text.splitlines()):
                self._delivered(seat)
            lines = (
                self._mailed(seat, text, moment, envelope)
                if self.scenario.clock
                else self._handed_in(seat, text, moment)
            )
        if seat not in self.left and self._place(seat).left is not None:
            self.left.append(seat)
        return lines

    def take(self, seat: Seat, player: str) -> None:
        with self._hour():
            leaving.take(self.game.pk, seat, people.called(self.game, player))
        if seat in self.left:
            self.left.remove(seat)

    def _mailed(self, seat: Seat, text: str, moment: str, envelope: Envelope) -> list[Line]:
        """Where time is told a letter comes in at the edge, as bytes."""
        assert self.scenario.clock is not None
        self.mailed += 1
        return mailing.bring(
            self._place(seat), text, moment, envelope, self.scenario.clock, self.now, self.mailed
        )

    def _handed_in(self, seat: Seat, text: str, moment: str) -> list[Line]:
        try:
            return timeline.orders(self.game.pk, seat, text, moment=moment, at=self.now).lines
        except Refusal as refusal:
            return [Line(text, "refused", refusal.text, refusal.kind, refusal.rules)]

    def _place(self, seat: Seat) -> SeatRow:
        return SeatRow.objects.select_related("player").get(game=self.game, colour=seat)

    def confirm(self, seat: Seat) -> list[Line]:
        assert self.scenario.clock is not None, "only where time is told"
        self.mailed += 1
        with self._hour():
            return mailing.confirm(self._place(seat), self.scenario.clock, self.now, self.mailed)

    def slip(self, facts: Facts) -> None:
        rules, state = self.session.engine, self.session.table.state
        position = changed(
            rules, state, self.scenario.seats, self.scenario.options, self.scenario.start, facts
        )
        Game.objects.filter(pk=self.game.pk).update(position=rules.encode(position))
        self._desk = None

    def court(self) -> Court:
        court = sitting()
        if court is None:
            raise Differs("no court sits here")
        return court

    def found(self) -> Found | None:
        return self.court().found(self.game)

    def answered_out(self) -> timedelta:
        return self.court().may_rule_from(self.game) - (self.scenario.clock or UNTOLD)

    def open_case(self, case: Case) -> None:
        with self._hour():
            self.court().open_case(self.game, case, self.now)

    def rule(self, ruling: Ruling) -> None:
        with self._hour():
            self.court().rule(self.game, ruling, self.scenario.start, self.now)

    def pending(self) -> Pending:
        return self.session.table.pending()

    def waiting(self) -> tuple[Seat, ...]:
        return self.session.table.waiting()

    def fall_due(self) -> None:
        pending = self.pending()
        if isinstance(pending, (Interval, Choice)):
            kind = "choice" if isinstance(pending, Choice) else "interval"
            with self._hour():
                door.fall_due(self.game.pk, kind, pending.key, at=self.now)

    def expire_turn(self) -> None:
        pending = self.pending()
        if not isinstance(pending, Turn | Choice):
            raise Differs("no turn clock runs")
        seats = pending.seats if isinstance(pending, Turn) else (pending.seat,)
        first = self._turn_clock(seats)
        if first is None:
            raise Differs("no turn clock runs")
        for _ in range(TURN_STEPS):
            row = self._turn_clock(seats, first.key)
            if row is None or row.due is None:
                return
            self._go_to(row.due + timedelta(seconds=1))
        raise Differs("the turn clock runs out and out, and the turn does not end")

    def _turn_clock(self, seats: Sequence[Seat], key: str = "") -> Deadline | None:
        """The turn clock of these seats that runs, of the turn with that number if one is named."""
        running = self.game.deadlines.filter(
            kind=DeadlineKind.TURN, done_at=None, seat__in=seats
        ).exclude(due=None)
        return (running.filter(key=key) if key else running).order_by("due").first()

    def expire_seat(self) -> None:
        if not self.left:
            raise Differs("no seat was left")
        with self._hour():
            door.leave(self.game.pk, self.left.pop(), at=self.now)

    def until(self, at: timedelta) -> None:
        """Deadlines whose second is over by then pass by themselves."""
        self._go_to((self.scenario.clock or UNTOLD) + at)

    def _go_to(self, moment: datetime) -> None:
        with self._hour(moment):
            timeline.catch_up(self.game.pk, moment)
        failed = Deadline.objects.filter(game=self.game, failures__gt=0).first()
        if failed is not None:
            raise Differs(f"the deadline of {failed.kind} {failed.key} could not be carried out")

    def report(self, report: Report) -> None:
        letter = self._notice(report.to, report.of)
        with self._hour():
            # by our own mail server, of which no report comes
            if report.what == ReportKind.ACCEPTED:
                Letter.objects.filter(pk=letter.pk).update(
                    accepted=self.now, provider=delivery_reports.OWN_RELAY
                )
                return
            letter.recipient = letter.player.email
            source = delivery_reports.BY_MAIL if report.by_mail else "provider"
            proven = not report.by_mail
            delivery_reports.record(
                letter,
                report.what,
                at=self.now,
                source=source,
                for_good=report.for_good,
                recipient=letter.recipient,
                proven=proven,
            )

    def _delivered(self, seat: Seat) -> None:
        """Notices of which nothing else is told were delivered in the second of what they tell; a
        claim asks whether they were.
        """
        for letter in self._letters(seat).filter(asks=True, accepted=None):
            if not letter.reports.exclude(source=delivery_reports.BY_MAIL).exists():
                delivery_reports.record(
                    letter,
                    ReportKind.DELIVERED,
                    at=letter.written,
                    source="provider",
                    recipient=letter.player.email,
                )

    def outage(self, span: timedelta) -> None:
        with self._hour():
            heartbeat.missed(self.now, span)

    def written(self) -> Facts:
        facts = self.session.engine.written(self.session.table.state)
        if isinstance(over := self.pending(), Over):
            facts |= {"over": True, "winner": winner(over)}
        due = deadlines.shown(self.session.game, self.pending(), self.now)
        since = due - (self.scenario.clock or UNTOLD) if due else None
        facts["deadline"] = "stopped" if since is None else f"+{int(since.total_seconds())}s"
        facts["frozen"] = self.session.game.frozen
        return facts

    def shown(self, seat: Seat) -> str:
        rules, state = self.session.engine, self.session.table.state
        view = rules.view(state, seat)
        offers = [f"{offer.order} {offer.words}" for offer in self.session.table.menu(seat)]
        letters = [part for letter in self._letters(seat) for part in _read(letter)]
        return "\n".join(
            [
                msgspec.json.encode(view).decode(),
                rules.board_text(view),
                rules.board_svg(view),
                *offers,
                *letters,
            ]
        )

    def _letters(self, seat: Seat) -> QuerySet[Letter]:
        """The letters written to a seat, oldest first."""
        return (
            Letter.objects.filter(game=self.game, seat=seat)
            .select_related("game", "player")
            .order_by("pk")
        )

    def chance_left(self) -> int:
        return len(self.box.outcomes)

    def trace(self) -> list[str]:
        entries = [
            f"{entry.number} {entry.kind} {entry.seat or '-'} ({entry.source}) "
            f"{entry.at:%Y-%m-%d %H:%M:%S} {entry.public} {entry.secret}"
            for entry in self.game.entries.order_by("number")
        ]
        deadlines = [
            f"deadline {row.kind} {row.key} {row.seat} {row.due:%Y-%m-%d %H:%M:%S} "
            f"{'done' if row.done_at else 'open'}"
            if row.due
            else f"deadline {row.kind} {row.key} {row.seat} stands still"
            for row in self.game.deadlines.order_by("pk")
        ]
        letters = [
            f"letter {letter.kind} to {letter.seat} {letter.written:%Y-%m-%d %H:%M:%S} "
            f"{letter.moment} {_read(letter)[0]!r}"
            for letter in Letter.objects.filter(game=self.game).order_by("pk")
        ]
        return [*entries, *deadlines, *letters, f"waits for {self.pending()}"]


def _read(letter: Letter) -> tuple[str, str, str]:
    """Subject, text and HTML of a letter, without what stands in it by accident: the digest of a
    secret, the keyed tag of an address.
    """
    rendered = render(
        letter.kind,
        decode(letter.facts),
        replace(reader_of(letter), secret_digest="", answer_to=""),
    )
    return rendered.subject, rendered.text, rendered.html


def through_the_door(scenario: Scenario, *, traced: bool = False) -> Result:
    """Play a scenario as letters on the database and leave nothing behind."""
    with transaction.atomic(), override_settings(TRUSTED_MAIL_HOSTS=[mailing.OWN]):
        try:
            return run(scenario, DoorTable, traced=traced)
        finally:
            transaction.set_rollback(True)
