"""Letters a second prepared and sent, beside a bare smtplib loop with the same ready bytes to the
same sink.

The board's picture is drawn once a session and shared by its letters: the first row has it ready,
the second draws it too. Then the CPU of a letter out, in a house of many games of all systems, and
what such letters weigh.
"""

from __future__ import annotations

import smtplib
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any

from bench.measuring import Row, in_turns, report, set_up
from tests.services.smtp import Sink

LETTERS = 40
ROUNDS = 7
GAMES, ORDERS = 100, 6
"""Of the house of all systems: its games, and the orders of each whose letters are counted; as many
before, while the process draws what all boards share.
"""


def main() -> None:
    """Print the rows."""
    set_up()
    from django.conf import settings

    sink = Sink().start()
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    try:
        report(_rows(sink))
    finally:
        sink.stop()


@contextmanager
def spent_in(module: Any, name: str) -> Iterator[list[float]]:
    """CPU seconds of each call of a module's function while it is asked."""
    really, each = getattr(module, name), list[float]()

    def timed(*asked: Any) -> Any:
        began = time.thread_time()
        try:
            return really(*asked)
        finally:
            each.append(time.thread_time() - began)

    setattr(module, name, timed)
    try:
        yield each
    finally:
        setattr(module, name, really)


class Writing:
    """A table at which bots play, whose letters are prepared and sent."""

    def __init__(self) -> None:
        from bench.bots import Table

        self.table = Table(players=True)

    def written(self) -> list[int]:
        """Letters of real moves that nobody has prepared; games go on until there are enough."""
        from traders.models import Letter, LetterStatus

        waiting = Letter.objects.filter(status=LetterStatus.WRITTEN)
        while waiting.count() < LETTERS:
            self.table.order(*self.table.next_order())
        return list(waiting.order_by("id").values_list("pk", flat=True)[:LETTERS])

    def drawn(self, ids: list[int]) -> float:
        """Have the letters' pictures ready. Returns the CPU seconds that drawing took."""
        from traders.domain.letters import board_picture
        from traders.domain.post import delivery
        from traders.models import Letter, LetterStatus

        with spent_in(board_picture, "draw") as each:
            delivery.prepare(ids)
        made = Letter.objects.filter(pk__in=ids, status=LetterStatus.PREPARED)
        made.update(status=LetterStatus.WRITTEN, raw=None, picture=None)
        return sum(each)

    def sent(self, *, draw: bool) -> float:
        """Letters prepared and sent, a second; `draw`: their pictures are drawn before."""
        from traders.domain.post import delivery
        from traders.models import Letter, LetterStatus

        ids = self.written()
        if draw:
            self.drawn(ids)
        began = time.perf_counter()
        delivery.prepare_and_send(ids)
        spent = time.perf_counter() - began
        sent = Letter.objects.filter(pk__in=ids, status=LetterStatus.SENT).count()
        assert sent == len(ids), f"{sent} of {len(ids)} were sent"
        return sent / spent


def _bare(sink: Sink) -> float:
    """The letters sent last handed to the same server again, a second."""
    ready = [taken.raw for taken in sink.taken[-LETTERS:]]  # as they went over the wire
    began = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", sink.port) as server:
        for raw in ready:
            server.sendmail("post@post.test", ["reader@example.org"], raw)
    return len(ready) / (time.perf_counter() - began)


def _rows(sink: Sink) -> list[Row]:
    writing = Writing()
    writing.sent(draw=True)
    ready, theirs, ratio = in_turns(
        ROUNDS, lambda _: writing.sent(draw=True), lambda _: _bare(sink)
    )
    drawing, beside, share = in_turns(3, lambda _: writing.sent(draw=False), lambda _: _bare(sink))
    return [
        Row(
            "letters prepared and sent, the board drawn",
            ready,
            "a second",
            f"bare smtplib loop, the same bytes {theirs:,.0f}/s",
            ratio,
            ">= 0.30",
        ),
        Row(
            "letters prepared and sent, drawing a board for each four",
            drawing,
            "a second",
            f"the same loop {beside:,.0f}/s",
            share,
        ),
        *_of_all_systems(sink),
    ]


def _of_all_systems(sink: Sink) -> list[Row]:
    """CPU of a letter out, where the games of a house move in turns."""
    from bench.bots import Table
    from traders.domain.letters import board_picture
    from traders.domain.post import delivery, preparing
    from traders.engines.registry import ENGINES
    from traders.models import Letter, LetterStatus

    systems = sorted(ENGINES)
    tables = [Table(systems[n % len(systems)], players=True) for n in range(GAMES)]
    waiting = Letter.objects.filter(status=LetterStatus.WRITTEN).order_by("id")
    for place in range(2 * ORDERS):
        if place == ORDERS:
            cpu, count, from_here = 0.0, 0, len(sink.taken)
            parts = ExitStack()
            advice = parts.enter_context(spent_in(preparing, "suggested"))
            drawn = parts.enter_context(spent_in(board_picture, "draw"))
        for table in tables:
            table.order(*table.next_order())
        ids = list(waiting.values_list("pk", flat=True))
        began = time.thread_time()
        delivery.prepare_and_send(ids)
        if place >= ORDERS:
            cpu, count = cpu + time.thread_time() - began, count + len(ids)
    parts.close()
    cpu, beside = (cpu - sum(advice)) / count * 1000, sum(advice) / count * 1000
    octets = [len(taken.raw) for taken in sink.taken[from_here:]]
    boards = f"{len(drawn)} boards drawn in {sum(drawn) / len(drawn) * 1000:.0f} ms each"
    told = f"{count} letters of {GAMES} games, {boards}; suggestions {beside:.1f} beside"
    return [
        Row("CPU of a letter out, all systems", cpu, "ms", told, None, "<= 12"),
        Row(
            "… its octets, the largest",
            *(max(octets), "", f"median {median(octets):,.0f}", None, "<= 60000"),
        ),
    ]


if __name__ == "__main__":
    main()
