"""A scenario's game in the database, played through the one door (`domain/play`) at the hours of
the scenario's clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import msgspec
from django.db.models import QuerySet
from django.test.utils import override_settings

from traders.club.desk import organizer_lines
from traders.domain.calendar import clock
from traders.domain.deadlines import answer_time_model, deadlines, heartbeat_and_outages
from traders.domain.history.dice import ScriptedDice, scripted
from traders.domain.history.moment_labels import label_of
from traders.domain.letters.letter_facts import decode
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import GameSession
from traders.domain.play.locked_game import HeldGame
from traders.domain.post import delivery_reports
from traders.domain.table.change_set import Line, refused_line
from traders.domain.timeline import timeline
from traders.engines.kernel.contract.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.kernel.contract.waits import winner
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import (
    Club,
    Deadline,
    DeadlineKind,
    Game,
    Letter,
    LetterKind,
    Player,
    ReportKind,
    SittingCause,
    Source,
)
from traders.models import Seat as SeatRow
from traders.proof.scenarios import mail, people
from traders.proof.scenarios.court_interface import Court, FindingSummary, sitting
from traders.proof.scenarios.in_memory_database import rolled_back
from traders.proof.scenarios.position_changes import Facts, position_with
from traders.proof.scenarios.scenario_runner import Result, run
from traders.proof.scenarios.scenario_types import Case, Envelope, Report, Ruling, Scenario
from traders.proof.scenarios.table_interface import Differs, facts_of

CLUB = "of-a-scenario"
"""The club of a scenario in which an organizer orders something."""
TURN_STEPS = 6
"""The most steps in which a turn's clock runs out: its time, saved time, extra time."""
DEFAULT_CLOCK = datetime(2026, 1, 5, 12, tzinfo=UTC)
"""The hour of a scenario without a clock: a Monday noon that does not move on."""


class DoorTable:
    """One scenario's game in the database. Whoever makes it rolls it back."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.now = scenario.clock or DEFAULT_CLOCK
        self.dice = ScriptedDice(
            list(scenario.chance), turns_round=scenario.reversing, shuffles=scenario.shuffles
        )
        self.answers_after = list(scenario.answers_after)
        self.left: list[Seat] = []
        self.mailed = 0
        self.stopped = False
        """Whether no letter leaves the server."""
        self._session: GameSession | None = None
        start = {**scenario.start, **({"setup": True} if scenario.setup else {})}
        with self._at_hour():
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
        """Create a player with a mailbox for every seat that is no bot and is not to be empty."""
        seats = SeatRow.objects.filter(game=self.game)
        seats.filter(colour__in=self.scenario.bots).update(bot=True)
        rows = list(seats.filter(bot=False).exclude(colour__in=self.scenario.empty))
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
    def _at_hour(self, moment: datetime | None = None) -> Iterator[None]:
        """Set the hour and the dice to the scenario's, and drop the cached session afterwards."""
        self.now = moment or self.now
        told = answer_time_model.scripted(self.answers_after)
        with clock.at(self.now), scripted(self.dice), told:
            try:
                yield
            finally:
                self._session = None

    def _notice(self, seat: Seat, interval: str) -> Letter:
        """The seat's notice of the latest interval of that name (`turn`: of its latest turn). If
        the name is empty its latest notice: of what asks it, else of what happened. Reminders are
        left out.
        """
        for letter in (
            self._letters(seat).exclude(moment="").exclude(kind=LetterKind.REMINDER).reverse()
        ):
            question = decode(letter.facts).asked
            if question is not None and (
                not interval
                or interval == (question.name if question.kind == "interval" else question.kind)
            ):
                return letter
        latest = None if interval else self._letters(seat).last()
        if latest is None:
            raise Differs(f"{seat} was never told of an interval {interval}")
        return latest

    def _latest_moment(self, seat: Seat) -> str:
        """The moment of the seat's latest letter, which an answer uses unless it names another; ""
        without a clock.
        """
        letter = (
            self._letters(seat).exclude(kind=LetterKind.REMINDER).last()
            if self.scenario.clock
            else None
        )
        return label_of(letter) if letter is not None else ""

    @property
    def session(self) -> GameSession:
        """The session as it would be opened now, for reading only."""
        if self._session is None:
            with scripted(self.dice):
                self._session = GameSession(HeldGame.hold(self.game.pk), self.now)
        return self._session

    def letter(self, seat: Seat, text: str, envelope: Envelope) -> list[Line]:
        moment = (
            label_of(self._notice(seat, envelope.answers))
            if envelope.answers
            else self._latest_moment(seat)
        )
        with self._at_hour():
            if any(line.strip().lower().startswith("claim mail") for line in text.splitlines()):
                mail.report_delivered(self._letters(seat))
            lines = (
                self._send(seat, text, moment, envelope)
                if self.scenario.clock and seat not in self.scenario.bots
                else self._hand_in(seat, text, moment)
            )
        if seat not in self.left and self._seat_row(seat).left is not None:
            self.left.append(seat)
        return lines

    def take(self, seat: Seat, player: str) -> None:
        with self._at_hour():
            leaving_and_taking_seats.take(self.game.pk, seat, people.called(self.game, player))
        if seat in self.left:
            self.left.remove(seat)

    def _send(self, seat: Seat, text: str, moment: str, envelope: Envelope) -> list[Line]:
        """Deliver a letter as bytes to the mail intake; for scenarios with a clock."""
        assert self.scenario.clock is not None
        self.mailed += 1
        return mail.deliver(
            self._seat_row(seat), text, moment, envelope, self.scenario.clock, self.now, self.mailed
        )

    def _hand_in(self, seat: Seat, text: str, moment: str) -> list[Line]:
        try:
            source = Source.BOT if seat in self.scenario.bots else Source.LETTER
            return timeline.orders(
                self.game.pk, seat, text, source=source, moment=moment, at=self.now
            ).lines
        except Refusal as refusal:
            return [refused_line(text, refusal)]

    def _seat_row(self, seat: Seat) -> SeatRow:
        return SeatRow.objects.select_related("player").get(game=self.game, colour=seat)

    def confirm(self, seat: Seat) -> list[Line]:
        assert self.scenario.clock is not None, "only where time is told"
        self.mailed += 1
        with self._at_hour():
            return mail.confirm(self._seat_row(seat), self.scenario.clock, self.now, self.mailed)

    def desk(self, text: str) -> Line:
        organizer = people.account("organizer")
        with self._at_hour():
            club = Club.objects.filter(slug=CLUB).first()
            if club is None:
                club = club_roles.found("The club of a scenario", CLUB, organizer)
                Game.objects.filter(pk=self.game.pk).update(club=club)
            return organizer_lines.speak(club, organizer, text.replace("<game>", self.game.slug))

    def slip(self, facts: Facts) -> None:
        rules, state = self.session.engine, self.session.table.state
        position = position_with(
            rules, state, self.scenario.seats, self.scenario.options, self.scenario.start, facts
        )
        Game.objects.filter(pk=self.game.pk).update(position=rules.encode(position))
        self._session = None

    def court(self) -> Court:
        court = sitting()
        if court is None:
            raise Differs("no court sits here")
        return court

    def found(self) -> FindingSummary | None:
        return self.court().found(self.game)

    def answering_time_over(self) -> timedelta:
        return self.court().may_rule_from(self.game) - (self.scenario.clock or DEFAULT_CLOCK)

    def open_case(self, case: Case) -> None:
        with self._at_hour():
            self.court().open_case(self.game, case, self.now)

    def look(self, referee: str) -> None:
        with self._at_hour():
            self.court().look(self.game, referee)

    def case_page(self, referee: str) -> str:
        with self._at_hour():
            return self.court().case_page(self.game, referee)

    def rule(self, ruling: Ruling) -> None:
        with self._at_hour():
            self.court().rule(self.game, ruling, self.scenario.start, self.now)

    def pending(self) -> Pending:
        return self.session.table.pending()

    def waiting(self) -> tuple[Seat, ...]:
        return self.session.table.waiting()

    def fall_due(self) -> None:
        pending = self.pending()
        if isinstance(pending, (Interval, Choice)):
            kind = "choice" if isinstance(pending, Choice) else "interval"
            with self._at_hour():
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
        """The running turn clock of these seats; `key`: of the turn with that number."""
        running = self.game.deadlines.filter(
            kind=DeadlineKind.TURN, done_at=None, seat__in=seats
        ).exclude(due=None)
        return (running.filter(key=key) if key else running).order_by("due").first()

    def expire_seat(self) -> None:
        if not self.left:
            raise Differs("no seat was left")
        with self._at_hour():
            door.leave(self.game.pk, self.left.pop(), at=self.now)

    def until(self, at: timedelta) -> None:
        """Move the time on; deadlines before it fall due in order."""
        self._go_to((self.scenario.clock or DEFAULT_CLOCK) + at)

    def _go_to(self, moment: datetime) -> None:
        with self._at_hour(moment):
            timeline.catch_up(self.game.pk, moment)
        failed = Deadline.objects.filter(game=self.game, failures__gt=0).first()
        if failed is not None:
            raise Differs(f"the deadline of {failed.kind} {failed.key} could not be carried out")

    def post(self, *, goes: bool) -> None:
        with self._at_hour():
            mail.post(self.game, goes=goes, now=self.now)
        self.stopped = not goes

    def asks(self, seat: Seat, about: str) -> bool:
        return mail.asks(self._letters(seat), about, stopped=self.stopped)

    def report(self, report: Report) -> None:
        if report.of and mail.unasked(self._letters(report.to), report.to, report.of):
            return  # what was not sent cannot bounce
        letter = self._notice(report.to, report.of)
        with self._at_hour():
            # our own mail server sends no report
            if report.kind == ReportKind.ACCEPTED:
                Letter.objects.filter(pk=letter.pk).update(
                    accepted=self.now, provider=delivery_reports.OWN_RELAY
                )
                return
            letter.recipient = letter.player.email
            source = delivery_reports.BY_MAIL if report.by_mail else "provider"
            proven = not report.by_mail
            delivery_reports.record(
                letter,
                report.kind,
                at=self.now,
                source=source,
                for_good=report.for_good,
                recipient=letter.recipient,
                proven=proven,
            )

    def outage(self, span: timedelta) -> None:
        with self._at_hour():
            heartbeat_and_outages.missed(self.now, span)

    def written(self) -> Facts:
        facts = facts_of(self.session.table)
        if isinstance(over := self.pending(), Over):
            facts |= {"over": True, "winner": winner(over)}
        due = deadlines.shown(self.session.game, self.pending(), self.now)
        since = due - (self.scenario.clock or DEFAULT_CLOCK) if due else None
        facts["deadline"] = "stopped" if since is None else f"+{int(since.total_seconds())}s"
        facts["frozen"] = self.session.game.frozen
        return facts

    def shown(self, seat: Seat) -> str:
        rules, state = self.session.engine, self.session.table.state
        view = rules.view(state, seat)
        offers = [f"{offer.order} {offer.words}" for offer in self.session.table.menu(seat)]
        letters = [part for letter in self._letters(seat) for part in mail.read_out(letter)]
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
        return self.dice.left

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
            f"{letter.moment} {mail.read_out(letter)[0]!r}"
            for letter in Letter.objects.filter(game=self.game).order_by("pk")
        ]
        return [*entries, *deadlines, *letters, f"waits for {self.pending()}"]


def through_the_door(scenario: Scenario, *, traced: bool = False) -> Result:
    """Play a scenario as letters on the database, and roll it back."""
    with rolled_back(), override_settings(TRUSTED_MAIL_HOSTS=[mail.OWN]):
        return run(scenario, DoorTable, traced=traced)
