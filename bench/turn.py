"""A turn as the post plays it, a letter in to four seats' letters out: statements and CPU. Then
orders of which four seats are written to, and twenty letters of one game that wait together, each
beside bare durable inserts in the same run. On PostgreSQL also the disk of a whole game by letter.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from statistics import median

from bench.measuring import Row, bare_inserts, in_turns, report, set_up
from tests.services.smtp import Sink

TURNS, ROUNDS, ORDERS, WAITING = 30, 5, 30, 20


def main() -> None:
    """Print the rows of this database."""
    name = set_up()
    from django.conf import settings

    sink = Sink().start()
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    try:
        post = Post(name)
        report([*post.rows(), *(post.finished() if name == "PostgreSQL" else ())])
    finally:
        sink.stop()


class Spent:
    """Statements and CPU of this thread, in what it is asked to do."""

    def __init__(self) -> None:
        self.statements = 0
        self.cpu = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        from django.db import connection

        def counted(execute: Callable[..., object], *args: object) -> object:
            self.statements += 1
            return execute(*args)

        began = time.thread_time()
        with connection.execute_wrapper(counted):
            yield
        self.cpu += time.thread_time() - began


class Post:
    """A game whose seats are players, and their letters."""

    def __init__(self, name: str) -> None:
        from bench.post import Writing

        self.name = name
        self.writing = Writing()
        self.table = self.writing.table

    def rows(self) -> list[Row]:
        """All of them."""
        self._turn(), self._orders(0), self._read_together(0)  # what is made once a process is made
        turns = [self._turn() for _ in range(TURNS)]
        statements = median(spent.statements for spent, _ in turns)
        cpu = median(spent.cpu for spent, _ in turns) * 1000
        drawn = sum(drawing for _, drawing in turns) / TURNS * 1000
        bare = bare_inserts()
        told, raw, share = in_turns(ROUNDS, self._orders, bare)
        read, beside, part = in_turns(ROUNDS, self._read_together, bare)
        turn = f"a turn, letter in to four out, {self.name}"
        return [
            Row(turn, statements, "statements", "", None, "<= 30"),
            Row(
                f"{turn}, boards drawn",
                cpu + drawn,
                "ms CPU",
                f"drawing {drawn:.0f}",
                None,
                "<= 60",
            ),
            Row(
                f"orders, four seats written to, {self.name}",
                *(told, "a second", f"bare insert and commit {raw:,.0f}/s", share, ">= 0.12"),
            ),
            Row(
                f"letters of {WAITING} that wait together, read and played, {self.name}",
                *(read, "a second", f"bare insert and commit {beside:,.0f}/s", part, ">= 0.30"),
            ),
        ]

    def finished(self) -> list[Row]:
        """The disk of a game that was played to its end, each turn as its letter suggests it."""
        from traders.domain.post import delivery
        from traders.domain.timeline import timeline
        from traders.engines.kernel.contract.contract import Over
        from traders.models import Letter

        table = self.table
        before, sent = _disk(), len(Letter.objects.filter(accepted__isnull=False))
        table.begin()
        answered: set[int] = set()
        while table.after is not None and not isinstance(table.after, Over):
            delivery.sweep()
            seat, order = table.next_order()
            assert timeline.read(
                self._taken(self._written(seat, _suggested(seat, answered) or order))
            )
            table.looked()
        while delivery.sweep():
            pass
        sent = len(Letter.objects.filter(accepted__isnull=False)) - sent
        grown = {name: size - before.get(name, 0) for name, size in _disk().items()}
        boards = grown["traders_picture"] / 1e6
        megabytes = sum(grown.values()) / 1e6
        told = f"{sent} letters out; boards, which a month keeps, {boards:.1f} beside"
        what = f"disk of a finished game of {table.system}, four seats, {self.name}"
        return [Row(what, megabytes - boards, "MB", told, None, "<= 4")]

    def _turn(self) -> tuple[Spent, float]:
        """What one turn takes, and the CPU seconds of drawing its boards."""
        from traders.domain.post import delivery
        from traders.domain.timeline import timeline
        from traders.models import Letter, LetterStatus

        spent = Spent()
        if Letter.objects.filter(game=self.table.game).count() > 200:
            self.table.begin()
        raw = self._written(*self.table.next_order())
        with spent.running():
            arrival = self._taken(raw)
            assert timeline.read(arrival) == "orders"
        self.table.looked()
        ids = list(Letter.objects.filter(status=LetterStatus.WRITTEN).values_list("pk", flat=True))
        drawing = self.writing.drawn(ids)
        with spent.running():
            delivery.sweep()
        return spent, drawing

    def _orders(self, _: int) -> float:
        """Orders a second."""
        spent = 0.0
        for _n in range(ORDERS):
            seat, order = self.table.next_order()
            began = time.perf_counter()
            self.table.order(seat, order)
            spent += time.perf_counter() - began
        self._cleared()
        return ORDERS / spent

    def _read_together(self, _: int) -> float:
        """Letters a second, of those that wait when the task comes to them."""
        from traders.domain.post.incoming import reading
        from worker.tasks import inbox

        for raw in self._coming():
            self._taken(raw)
        began = time.perf_counter()
        inbox.sweep()
        spent = time.perf_counter() - began
        assert not reading.waiting_ids()
        self._cleared()
        return WAITING / spent

    def _coming(self) -> list[tuple[str, bytes]]:
        """The letters to come: they are played, and that is undone."""
        from django.db import transaction

        table = self.table
        while True:
            table.begin()  # a quota counts a seat's letters of an hour
            game = table.game
            letters: list[tuple[str, bytes]] = []
            with transaction.atomic():
                while len(letters) < WAITING and table.game is game:
                    seat, order = table.next_order()
                    letters.append(self._written(seat, order))
                    table.order(seat, order)
                transaction.set_rollback(True)
            if table.game is game:
                return letters

    def _written(self, seat: str, order: str) -> tuple[str, bytes]:
        """A seat's answer to its newest letter: where it goes, and its bytes."""
        from traders.domain.history.moment_labels import MomentLabel
        from traders.domain.letters.addresses import reply_address
        from traders.models import Seat

        place = Seat.objects.select_related("player").get(game=self.table.game, colour=seat)
        assert place.player is not None and self.table.after is not None
        letter = EmailMessage()
        letter["From"] = place.player.email
        letter["To"] = reply_address(place.pk, MomentLabel.of(self.table.after).moment)
        letter["Message-ID"] = f"<{self.table.seed}.{time.perf_counter_ns()}@example.org>"
        letter.set_content(f"{order}\n")
        return str(letter["To"]), letter.as_bytes()

    def _taken(self, letter: tuple[str, bytes]) -> int:
        from traders.domain.post.incoming import intake

        return int(intake.take(letter[1], envelope_to=letter[0], channel="bench").pk)

    @staticmethod
    def _cleared() -> None:
        """Nobody sends what was written."""
        from traders.models import Letter, LetterStatus

        Letter.objects.filter(status=LetterStatus.WRITTEN).update(
            status=LetterStatus.STALE, next_try=None
        )


def _suggested(seat: str, answered: set[int]) -> str:
    """What the seat's newest letter suggests, if it asks and has not been answered."""
    from traders.domain.letters.letter_facts import decode
    from traders.models import Letter

    letter = Letter.objects.filter(seat=seat, accepted__isnull=False).latest("pk")
    facts = decode(letter.facts)
    if not letter.asks or letter.pk in answered or facts.suggestion is None:
        return ""
    answered.add(letter.pk)
    return "\n".join(facts.suggestion.orders)


def _disk() -> dict[str, int]:
    """Octets of each table with its indexes and what lies beside it, without what was deleted."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL")
        cursor.execute(
            "SELECT relname, pg_total_relation_size(oid) FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        return dict(cursor.fetchall())


if __name__ == "__main__":
    main()
