"""What grows is found by index: none of the door's, the sweep's, the post's and the pages' queries
reads a table of a large house from end to end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.domain.playing import bots_play
from tests.models.crowd import crowd
from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.timeline import sweep
from traders.models import Game, Letter, LetterStatus, Player, Seat, SittingCause

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

COPIES, LARGE = 300, 2_000
"""Games, and the rows from which on a table may not be read from end to end."""
PAGES = ("", "history", "history.json", "proof", "live?after=1")
MOST = 50
"""Statements of one use, however many games there are, of which the player sits in all."""
CURSOR = re.compile(r"^DECLARE .*? CURSOR .*?FOR ")
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
    for name, use in uses(game).items():
        with CaptureQueriesContext(connection) as made:
            use()
        statements = dict.fromkeys(query["sql"] for query in made.captured_queries)
        assert 0 < len(made.captured_queries) <= MOST, name
        assert walked(large, statements) == [], name


def uses(game: Game) -> dict[str, Callable[[], object]]:
    """What is done all day, by name."""
    client = Client()
    client.force_login(Player.objects.get(email="red@example.org"))
    waiting = Letter.objects.filter(game=game, status=LetterStatus.WRITTEN)
    pages = ["/games/", *(f"/games/{game.slug}/{page}" for page in PAGES)]
    return {
        "an order": lambda: door.orders(game.pk, "red", "status\nend\npass"),
        "a sweep": sweep.sweep,
        "letters out": lambda: delivery.prepare(list(waiting.values_list("pk", flat=True)[:3])),
        **{page: partial(client.get, page) for page in pages},
    }
