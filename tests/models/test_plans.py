"""What grows is found by index: none of the door's, the sweep's, the post's and the pages' queries
reads a table of a large house from end to end. How many there are is held too, use by use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.domain.playing import bots_play
from tests.models.crowd import crowd
from traders.domain.calendar import clock
from traders.domain.letters.addresses import reply_address
from traders.domain.operators import health, tallies
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.post.incoming import intake
from traders.domain.timeline import sweep, timeline
from traders.models import (
    ArrivalOutcome,
    Game,
    Letter,
    LetterStatus,
    Player,
    Seat,
    SittingCause,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

DAY = timedelta(days=1)
COPIES, LARGE = 300, 2_000
"""Games, and the rows from which on a table may not be read from end to end."""
PAGES = {"": 19, "?": 8, "history": 6, "history.json": 4, "proof": 5, "live?after=1": 8}
"""Pages of a game, and the most statements that each may take, however many games there are, of
which the player sits in all. The first look at a position is noted, the second (`?`) is not.
"""
CURSOR = re.compile(r"^DECLARE .*? CURSOR .*?FOR ")
TOGETHER = re.compile("; (?=SELECT )")
WALKED = re.compile(r"Seq Scan on (\w+)")


@pytest.fixture
def game() -> Game:
    """A game with moves, letters and deadlines behind it, among many like it."""
    made = door.create("star-traders", ("red", "blue", "green"), {}, {"timing": "table"})
    for seat in Seat.objects.filter(game=made):
        player = Player.objects.create_user(f"{seat.colour}@example.org", display_name=seat.colour)
        seating.sit(seat, player, clock.now(), SittingCause.GATHERED)
    made = bots_play(made, entries=40)
    delivery.prepare(list(Letter.objects.values_list("pk", flat=True)[:40]))
    return made


def walked(large: set[str], statements: Iterable[str]) -> list[str]:
    """Those that would read one of these tables from end to end, with their plans."""
    found = []
    for sql in statements:
        if not sql.startswith(("SELECT", "UPDATE", "DELETE", "DECLARE")):
            continue
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {re.sub(CURSOR, '', sql).replace('%', '%%')}", [])
            plan = "\n".join(line for (line,) in cursor.fetchall())
        if large & set(WALKED.findall(plan)):
            found.append(f"{sql[:2000]}\n{plan}")
    return found


def test_no_use_reads_a_table_from_end_to_end(game: Game) -> None:
    large = {table for table, rows in crowd(game, COPIES).items() if rows > LARGE}
    assert {"traders_entry", "traders_deadline", "traders_sealed"} <= large
    for name, (use, most) in uses(game).items():
        with CaptureQueriesContext(connection) as made:
            use()
        asked = [query["sql"] for query in made.captured_queries]
        assert 0 < len(asked) <= most, (name, len(asked))
        statements = [one for sql in dict.fromkeys(asked) for one in TOGETHER.split(sql)]
        assert walked(large, statements) == [], name


def uses(game: Game) -> dict[str, tuple[Callable[[], object], int]]:
    """What is done all day, by name, and the most statements that it may take; what is sent to the
    database together counts once.
    """
    red, *others = (looking(seat) for seat in Seat.objects.filter(game=game))
    waiting = Letter.objects.filter(game=game, status=LetterStatus.WRITTEN)
    pages = {
        f"{of}: /games/{game.slug}/{page}": (
            partial(client.get, f"/games/{game.slug}/{page}"),
            most,
        )
        for of, client in enumerate((red, *others))
        for page, most in PAGES.items()
    }
    return {
        "an order": (lambda: door.orders(game.pk, "red", "status\nend\npass"), 20),
        "a letter in": (lambda: arrived(game), 40),
        "a sweep": (sweep.sweep, 10),
        "letters out": (
            lambda: delivery.prepare(list(waiting.values_list("pk", flat=True)[:3])),
            16,
        ),
        "letters sent": (lambda: delivery.sweep(4), 50),
        "the operator's figures": (health.figures, 30),
        "tallies": (lambda: [tallies.tally(clock.now() + n * DAY) for n in (0, 1, 2)], 110),
        **pages,
        "/games/": (partial(red.get, "/games/"), 6),
    }


def looking(seat: Seat) -> Client:
    """The browser of a seat's player. One of the seats is asked something."""
    assert seat.player is not None
    client = Client()
    client.force_login(seat.player)
    return client


def arrived(game: Game) -> None:
    """A letter of a seat's comes in, and is read."""
    seat = Seat.objects.select_related("player").get(game=game, colour="blue")
    assert seat.player is not None
    to = reply_address(seat.pk, "")
    raw = f"From: {seat.player.email}\nTo: {to}\nMessage-ID: <1@example.org>\n\nstatus\n"
    arrival = intake.take(raw.encode(), envelope_to=to, channel="smtp")
    assert timeline.read(arrival.pk) == ArrivalOutcome.ORDERS
