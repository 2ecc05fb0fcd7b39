"""Letters a second prepared and sent, beside a bare smtplib loop with the same ready bytes to the
same sink.

The board's picture is drawn once a session and shared by its letters: the first row has it ready,
the second draws it too.
"""

from __future__ import annotations

import smtplib
import time
from typing import Any

from bench.measuring import Row, in_turns, report, set_up
from tests.services.smtp import Sink

LETTERS = 40
ROUNDS = 7


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

        drawing: Any = board_picture
        spent, really = 0.0, drawing.draw

        def timed(*asked: Any) -> bytes:
            nonlocal spent
            began = time.thread_time()
            png: bytes = really(*asked)
            spent += time.thread_time() - began
            return png

        drawing.draw = timed
        try:
            delivery.prepare(ids)
        finally:
            drawing.draw = really
        made = Letter.objects.filter(pk__in=ids, status=LetterStatus.PREPARED)
        made.update(status=LetterStatus.WRITTEN, raw=None, picture=None)
        return spent

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
    ]


if __name__ == "__main__":
    main()
