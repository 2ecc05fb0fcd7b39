"""A table at which time is told: a game of Skiff through the one door, swept as time goes by."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from tests import seated
from tests.services.copied_rows import copied
from traders.domain.calendar import clock, durations
from traders.domain.deadlines import deadlines
from traders.domain.play import door
from traders.domain.table.change_set import ChangeSet, Line
from traders.domain.timeline import due_work_sweep, timeline
from traders.engines.registry import engine
from traders.models import Deadline, DeadlineKind, Game, Seat

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday


class Table:
    """A game that began at `START`. Times are written as `12h30m`, counted from then."""

    def __init__(self, *seats: str, stops: bool = False, title: str = "", **settings: Any) -> None:
        clock.set_to(START)
        self.id = _begun(seats or ("red", "blue", "green"), stops, title, settings)

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.id)

    def seat(self, colour: str) -> Seat:
        return Seat.objects.get(game_id=self.id, colour=colour)

    def at(self, time: str) -> Table:
        """Time goes on, and what falls due by the way passes at its own second; the history does
        not go back in time.
        """
        moment = START + durations.read(time)
        while (
            row := Deadline.objects.filter(game_id=self.id, done_at=None, due__lt=moment)
            .order_by("due")
            .first()
        ) and not row.failures:
            assert row.due is not None, "found by its due time"
            clock.set_to(max(clock.now(), row.due + clock.SECOND))
            due_work_sweep.sweep()
        clock.set_to(moment)
        times = list(self.game.entries.order_by("number").values_list("at", flat=True))
        assert times == sorted(times)
        return self

    def says(self, seat: str, text: str, moment: str = "") -> ChangeSet:
        return timeline.orders(self.id, seat, text, moment=moment)

    def line(self, seat: str, text: str, moment: str = "") -> Line:
        """What became of the last line said."""
        return self.says(seat, text, moment).lines[-1]

    @property
    def pending(self) -> Any:
        game = self.game
        return engine("skiff").pending(engine("skiff").decode(bytes(game.position or b"")))

    @property
    def waits(self) -> str:
        """The open interval, else whose turn it is."""
        pending = self.pending
        return str(
            getattr(pending, "name", "")
            or " ".join(getattr(pending, "seats", ()))
            or getattr(pending, "seat", "")
        )

    @property
    def deadline(self) -> str:
        """When players are told that play falls due, counted from `START`; `stopped` while nobody
        can say.
        """
        due = deadlines.shown(self.game, self.pending, clock.now())
        return _written(due - START) if due else "stopped"

    def row(self, kind: DeadlineKind) -> Deadline:
        return Deadline.objects.get(game_id=self.id, kind=kind, done_at=None)

    def open_kinds(self) -> list[str]:
        return sorted(
            Deadline.objects.filter(game_id=self.id, done_at=None).values_list("kind", flat=True)
        )


@copied
def _begun(seats: tuple[str, ...], stops: bool, title: str, settings: dict[str, Any]) -> int:
    """The number of such a game, which has just begun."""
    start = {key: settings.pop(key) for key in ("critical", "empty") if key in settings}
    told = {"timing": "table"} | settings
    game = door.create("skiff", seats, settings=told, start=start, title=title)
    seated.begin(game.pk, stops=stops)
    return game.pk


def _written(length: timedelta) -> str:
    hours, rest = divmod(int(length.total_seconds()), 3_600)
    minutes, seconds = divmod(rest, 60)
    return (
        "".join(f"{n}{unit}" for n, unit in ((hours, "h"), (minutes, "m"), (seconds, "s")) if n)
        or "0h"
    )
