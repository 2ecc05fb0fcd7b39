"""Letters of many games that wait at once, each below the letter that it answers, as mail programs
quote it: CPU of reading one, with PostgreSQL's, its statements, and how many in a second two cores
would read and answer by that.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Any

from bench.measuring import Row, report, set_up
from bench.turn import Spent
from tests.services.smtp import Sink

GAMES, ROUNDS = 40, 4
"""The first round is not counted: what is made once a process is made in it."""
SYSTEMS = ("star-traders", "star-traders", "imperial-trader", "stratastar", "traders-luck")


def main() -> None:
    """Print the rows of this database."""
    name = set_up()
    from django.conf import settings

    sink = Sink().start()
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    try:
        report(_rows(name))
    finally:
        sink.stop()


def _rows(name: str) -> list[Row]:
    from bench.bots import Table
    from traders.domain.post import delivery
    from traders.domain.post.incoming import intake, reading
    from worker.tasks import inbox

    def read() -> None:
        while reading.waiting_ids(inbox.PORTION):
            inbox.sweep()

    def send() -> None:
        while delivery.sweep():
            pass

    tables = [Table(SYSTEMS[n % len(SYSTEMS)], players=True) for n in range(GAMES)]
    numbers, backend = count(1), _backend(name)
    send()
    within, out = Spent(), Spent()
    theirs = 0.0
    for place in range(ROUNDS):
        for to, raw in [_answer(table, next(numbers)) for table in tables]:
            intake.take(raw, envelope_to=to, channel="bench")
        if place == 1:
            within, out, theirs = Spent(), Spent(), 0.0
        before = backend()
        with within.running():
            read()
        with out.running():
            send()
        theirs += backend() - before
        for table in tables:
            table.looked()
    letters = GAMES * (ROUNDS - 1)
    each = (within.cpu + out.cpu + theirs) / letters
    told = f"its answers' sending {out.cpu / letters * 1000:.0f} beside"
    told += f", PostgreSQL {theirs / letters * 1000:.0f}" * bool(theirs)
    what = f"a letter in, quoting its own, {GAMES} games waiting at once, {name}"
    return [
        Row(what, within.cpu / letters * 1000, "ms CPU", told),
        Row(what, within.statements / letters, "statements"),
        Row(
            f"such letters that two cores read and answer, {name}",
            *(2 / each, "a second by CPU", "", None, ">= 40" if theirs else ""),
        ),
    ]


def _backend(name: str) -> Callable[[], float]:
    """CPU seconds of the process of PostgreSQL that serves this one; SQLite has none."""
    from django.db import connection

    if name != "PostgreSQL":
        return lambda: 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
    schedule = Path(f"/proc/{process}/schedstat")  # nanoseconds on a core, then waiting, then turns
    return lambda: int(schedule.read_text().split()[0]) / 1e9


def _answer(table: Any, number: int) -> tuple[str, bytes]:
    """The next letter of a game: where it goes, and its bytes."""
    from traders.domain.history.moment_labels import MomentLabel
    from traders.domain.letters.addresses import reply_address
    from traders.models import Letter, Seat

    colour, order = table.next_order()
    seat = Seat.objects.select_related("player").get(game=table.game, colour=colour)
    sent = Letter.objects.filter(game=table.game, seat=colour, raw__isnull=False)
    quoted = ""
    if last := sent.order_by("-pk").first():
        text = message_from_bytes(bytes(last.raw or b""), policy=policy.default).get_body(
            ("plain",)
        )
        assert text is not None
        quoted = "".join(f"> {line}\n" for line in text.get_content().splitlines())
    letter = EmailMessage()
    assert seat.player is not None
    letter["From"] = seat.player.email
    letter["To"] = reply_address(seat.pk, MomentLabel.of(table.after).moment)
    letter["Message-ID"] = f"<{number}.{time.perf_counter_ns()}@example.org>"
    letter.set_content(f"{order}\n\nOn Monday the post office wrote:\n{quoted}")
    return str(letter["To"]), letter.as_bytes()


if __name__ == "__main__":
    main()
