"""A table behind the one door: a game in rows, letters through `domain/play.py`, hours from the one clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction

from traders.domain import clock, play
from traders.domain.chance import ToldBox, telling
from traders.domain.desk import Desk
from traders.domain.passage import Line, Passage
from traders.domain.scenarios.playing import Differs, Result, run
from traders.domain.scenarios.script import Envelope, Facts, Scenario
from traders.engines.contract import Choice, Interval, Pending, Refusal, Seat, Turn
from traders.models import Game, Player
from traders.models import Seat as SeatRow

UNTOLD = datetime(2026, 1, 5, 12, tzinfo=UTC)
"""The hour of a scenario that tells none: a Monday noon that stands still."""


class DoorTable:
    """One scenario's game in the database. Whoever makes it rolls it back."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.now = scenario.clock or UNTOLD
        self.box = ToldBox(list(scenario.chance))
        self.left: list[Seat] = []
        self.opened: dict[str, str] = {}
        """The moment of the latest interval that waited, by name."""
        self.heard: dict[Seat, list[str]] = {seat: [] for seat in scenario.seats}
        start = {**scenario.start, **({"setup": True} if scenario.setup else {})}
        with clock.at(self.now), telling(self.box):
            self.game = play.create(scenario.system, scenario.seats, scenario.options, scenario.settings, start=start, told=True)
            self._seat_players()
            self._passed(play.begin(self.game.pk, stops=False, at=self.now))

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
        for row, player in zip(rows, players, strict=True):
            row.player = player
        SeatRow.objects.bulk_update(rows, ["player"])

    def _passed(self, passage: Passage | None) -> None:
        """Note what a passage told and what play waits for now."""
        self._desk: Desk | None = None
        if passage is None:
            return
        for seat, heard in self.heard.items():
            heard += [event.text for event in passage.heard(seat)]
        if isinstance(passage.after, Interval):
            self.opened[passage.after.name] = passage.moment

    @property
    def desk(self) -> Desk:
        """The desk as it would be found now, for looking alone."""
        if self._desk is None:
            with telling(self.box):
                self._desk = Desk(Game.objects.get(pk=self.game.pk), self.now)
        return self._desk

    def letter(self, seat: Seat, text: str, envelope: Envelope) -> list[Line]:
        moment = self.opened.get(envelope.answers, "") if envelope.answers else ""
        with clock.at(self.now), telling(self.box):
            try:
                passage = play.orders(self.game.pk, seat, text, moment=moment, at=self.now)
            except Refusal as refusal:
                return [Line(text, "refused", refusal.text, refusal.kind, refusal.rules)]
            finally:
                self._desk = None
        self._passed(passage)
        if any(line.text.strip().lower() == "resign" and line.answer != "refused" for line in passage.lines):
            self.left.append(seat)
        return passage.lines

    def pending(self) -> Pending:
        return self.desk.course.pending()

    def waiting(self) -> tuple[Seat, ...]:
        return self.desk.course.waiting()

    def fall_due(self) -> None:
        pending = self.pending()
        if isinstance(pending, (Interval, Choice)):
            kind = "choice" if isinstance(pending, Choice) else "interval"
            with clock.at(self.now), telling(self.box):
                self._passed(play.fall_due(self.game.pk, kind, pending.key, at=self.now))

    def expire_turn(self) -> None:
        pending = self.pending()
        if not isinstance(pending, Turn):
            raise Differs("no turn clock runs")
        with clock.at(self.now), telling(self.box):
            self._passed(play.fall_due(self.game.pk, "turn", pending.number, pending.seats, at=self.now))

    def expire_seat(self) -> None:
        if not self.left:
            raise Differs("no seat was left")
        with clock.at(self.now), telling(self.box):
            self._passed(play.leave(self.game.pk, self.left.pop(), at=self.now))

    def until(self, at: timedelta) -> None:
        raise Differs("needs the clock")

    def written(self) -> Facts:
        return self.desk.engine.written(self.desk.course.state)

    def shown(self, seat: Seat) -> str:
        rules, state = self.desk.engine, self.desk.course.state
        view = rules.view(state, seat)
        offers = [f"{offer.order} {offer.words}" for offer in rules.offers(state, seat)]
        parts: list[Any] = [msgspec.json.encode(view).decode(), rules.board_text(view), rules.board_svg(view), *offers, *self.heard[seat]]
        return "\n".join(parts)

    def chance_left(self) -> int:
        return len(self.box.outcomes)

    def trace(self) -> list[str]:
        entries = [
            f"{entry.number} {entry.kind} {entry.seat or '-'} ({entry.source}) {entry.at:%Y-%m-%d %H:%M:%S} {entry.public} {entry.secret}"
            for entry in self.game.entries.order_by("number")
        ]
        deadlines = [
            f"deadline {row.kind} {row.key} {row.seat} {row.due:%Y-%m-%d %H:%M:%S}{' done' if row.done_at else ''}"
            for row in self.game.deadlines.order_by("due")
        ]
        return [*entries, *deadlines, f"waits for {self.pending()}"]


def through_the_door(scenario: Scenario, *, traced: bool = False) -> Result:
    """Play a scenario as letters on the database and leave nothing behind."""
    with transaction.atomic():
        try:
            return run(scenario, DoorTable, traced=traced)
        finally:
            transaction.set_rollback(True)
