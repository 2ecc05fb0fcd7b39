"""A sweep with 1,000, 10,000 and 1,000,000 open deadlines of which 1,000 are due, beside a raw
sweep that writes the same rows in SQL.

What is due are reminders: each is looked at under its game's lock, found to hold, done, and a
letter written.
"""

from __future__ import annotations

import time
from datetime import timedelta
from statistics import median

from bench.measuring import Row, report, set_up

DUE = 1_000
OPEN = (1_000, 10_000, 1_000_000)
ROUNDS = 5


def main() -> None:
    """Print the rows of this database."""
    name = set_up()
    club = _Club()
    club.open_up_to(OPEN[0])
    club.sweep()  # what is made once a process is made
    pairs = [(club.sweep(), club.raw()) for _ in range(ROUNDS)]  # taking turns
    level, raw = median(ours for ours, _ in pairs), median(theirs for _, theirs in pairs)
    ratio = median(ours / theirs for ours, theirs in pairs)
    rows = [
        Row(
            f"a due deadline of {DUE:,}, {OPEN[0]:,} open, {name}",
            level,
            "us",
            f"raw sweep {raw:.0f} us",
            ratio,
            "<= 2.5",
        )
    ]
    for count in OPEN[1:]:
        club.open_up_to(count)
        cost = median(club.sweep() for _ in range(ROUNDS))
        beside = f"{level:.0f} us at {OPEN[0]:,}"
        rows.append(
            Row(
                f"a due deadline of {DUE:,}, {count:,} open, {name}",
                cost,
                "us",
                beside,
                cost / level,
                "<= 1.5",
            )
        )
    report(rows)


class _Club:
    """A thousand games, each with a turn clock that runs and a reminder that is due."""

    def __init__(self) -> None:
        from traders.domain.calendar import clock
        from traders.domain.deadlines.game_clocks import DeadlineState
        from traders.domain.deadlines.seat_clock import SeatClock
        from traders.models import Game, Player, Seat

        self.now = clock.now()
        self.extra = 0
        player = Player.objects.create_user("reader@example.org", display_name="Reader")
        games = [
            Game(
                slug=f"g{n}",
                title="g",
                system="star-traders",
                secret=b"x",
                phase="playing",
                position=b"x" * 6000,
                number=100,
            )
            for n in range(DUE)
        ]
        self.games = Game.objects.bulk_create(games, batch_size=500)
        self.player = player
        seats = [
            Seat(game=game, colour=colour, place=place, player=player)
            for game in self.games
            for place, colour in enumerate(("red", "blue", "green", "yellow"))
        ]
        Seat.objects.bulk_create(seats, batch_size=1000)
        began = self.now - timedelta(hours=36)
        self.terms = DeadlineState(
            opened=began, clocks={"red": SeatClock(72 * 3600, began)}, whole=72 * 3600, step="turn"
        ).write()

    def fill(self) -> None:
        """Make the thousand due again."""
        from traders.models import Deadline, Heartbeat, Letter, triggers

        with triggers.lifted():  # the house's own rows are never removed
            Heartbeat.objects.all().delete()  # filling takes minutes, and is no outage
            Deadline.objects.exclude(kind="seat").delete()
            Letter.objects.all().delete()
        rows = []
        for game in self.games:
            rows.append(
                Deadline(
                    game=game,
                    kind="turn",
                    key="1",
                    seat="red",
                    due=self.now + timedelta(hours=36),
                    set_at=self.now,
                    data=self.terms,
                )
            )
            due = self.now - timedelta(seconds=10)
            rows.append(
                Deadline(
                    game=game,
                    kind="reminder",
                    key="turn:1",
                    seat="red",
                    due=due,
                    set_at=self.now,
                    data={"opened": self.now.isoformat()},
                )
            )
        Deadline.objects.bulk_create(rows, batch_size=1000)
        _analyze()

    def open_up_to(self, count: int) -> None:
        """Add open deadlines that are not due until there are `count`."""
        from traders.models import Deadline

        while self.extra < count:
            batch = range(self.extra, min(count, self.extra + 5000))
            rows = [
                Deadline(
                    game=self.games[n % DUE],
                    kind="seat",
                    key=f"k{n}",
                    seat="x",
                    due=self.now + timedelta(hours=1 + n % 5000),
                    set_at=self.now,
                )
                for n in batch
            ]
            Deadline.objects.bulk_create(rows, batch_size=1000)
            self.extra = batch.stop

    def sweep(self) -> float:
        """Microseconds a due row."""
        from traders.domain.calendar import clock
        from traders.domain.timeline import due_work_sweep as sweep

        self.fill()
        done = 0
        began = time.perf_counter()
        while True:
            swept = sweep.sweep(now=clock.now())
            if not swept.done + swept.moved:
                break
            done += swept.done + swept.moved
        spent = time.perf_counter() - began
        assert done == DUE, f"{done} of {DUE} were carried out"
        return spent / done * 1e6

    def raw(self) -> float:
        """The same rows done and written by two statements a batch, without looking at anything:
        microseconds a row.
        """
        from django.db import connection, transaction

        from traders.models import Letter

        self.fill()
        model = Letter.objects.create(
            game=self.games[0],
            seat="x",
            player=self.player,
            kind="reminder",
            key="k",
            facts="{}",
            written=self.now,
            message_id="<a>",
            next_try=self.now,
        )
        lock = " FOR UPDATE SKIP LOCKED" if connection.vendor == "postgresql" else ""
        due, copy, done = DUE_ONES + lock, _copy_of_letter(), 0
        began = time.perf_counter()
        with connection.cursor() as cursor:
            while True:
                with transaction.atomic():
                    cursor.execute(due, [self.now])
                    ids = [row[0] for row in cursor.fetchall()]
                    if not ids:
                        break
                    these = f"IN ({', '.join(['%s'] * len(ids))})"
                    cursor.execute(
                        f"UPDATE traders_deadline SET done_at = %s WHERE id {these}",
                        [self.now, *ids],
                    )
                    cursor.execute(f"{copy} WHERE l.id = %s AND d.id {these}", [model.pk, *ids])
                done += len(ids)
        assert done == DUE
        return (time.perf_counter() - began) / done * 1e6


DUE_ONES = (
    "SELECT id FROM traders_deadline WHERE done_at IS NULL AND due <= %s ORDER BY due LIMIT 500"
)


def _copy_of_letter() -> str:
    """A statement that writes a letter once more for each deadline, as a reminder of it."""
    from traders.models import Letter

    columns = [str(field.column) for field in Letter._meta.concrete_fields if not field.primary_key]
    vary = {
        "game_id": "d.game_id",
        "message_id": "'<g.red.r1.' || d.id || 'abcdefghijklmnopqrstuvwx@post.test>'",
        "key": "'k' || d.id",
    }
    picked = ", ".join(vary.get(column, f'l."{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    return (
        f"INSERT INTO traders_letter ({names}) SELECT {picked} FROM traders_letter l, "
        "traders_deadline d"
    )


def _analyze() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    main()
