"""What grows is found by index: none of the door's, the sweep's, the post's, the beat's and the
pages' queries reads many rows of a table of a large house. How many there are is held too, use by
use.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from tests.domain.playing import bots_play
from tests.models.crowd import crowd
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.letters.addresses import reply_address
from traders.domain.operators import alerts, health_figures, lifetime_counters
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.post.incoming import intake
from traders.domain.timeline import due_work_sweep, timeline
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
COPIES, OTHERS, LARGE = 20, 3_000, 2_500
"""Games of the same players, those of others, and the most rows that a statement may read of a
table: far more than those of all that one player sits in (a game has 50 to 90 deadlines, by its
dice).
"""
PAGES = {"": 19, "?": 8, "history": 6, "history.json": 4, "proof": 5, "live?after=1": 8}
"""Pages of a game, and the most statements that each may take, however many games there are, of
which the player sits in all. The first look at a position is noted, the second (`?`) is not.
"""
LISTS = {
    "/": 8, "/games/": 8, "/games/?page=2": 8, "/games/?free=1": 8,
    "/games/?system=star-traders": 8, "/api/games?which=watched": 7, "/api/games?which=free": 7,
    "/players/": 6, "/clubs/": 6, "/health": 22,
}  # fmt: skip
"""Lists and figures, and the most statements that each may take."""
LARGE_TABLES = {
    f"traders_{rows}"
    for rows in ("game", "seat", "sitting", "player", "letter", "arrival", "entry", "deadline")
}
Uses = dict[str, tuple[Callable[[], object], int]]
CURSOR = re.compile(r"^DECLARE .*? CURSOR .*?FOR ")
TOGETHER = re.compile("; (?=SELECT |EXECUTE )")


@pytest.fixture(scope="module")
def standing(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[int, set[str]]]:
    """A large house for all: the game that is looked at, by its id, and the tables of which each
    has many rows. Nothing that a test does in it stays.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        game = played()
        large = {table for table, rows in crowd(game, COPIES, OTHERS).items() if rows > LARGE}
        assert large >= LARGE_TABLES
        yield game.pk, large
        transaction.set_rollback(True)


@pytest.fixture
def game(standing: tuple[int, set[str]], db: None) -> Game:
    return Game.objects.get(pk=standing[0])


@pytest.fixture
def large(standing: tuple[int, set[str]]) -> set[str]:
    return standing[1]


def played() -> Game:
    """A game with moves, letters and deadlines behind it."""
    made = door.create("star-traders", ("red", "blue", "green"), {}, {"timing": "table"})
    for seat in Seat.objects.filter(game=made):
        player = Player.objects.create_user(f"{seat.colour}@example.org", display_name=seat.colour)
        seating.sit(seat, player, clock.now(), SittingCause.GATHERED)
    made = bots_play(made, entries=40)
    arrived(made)
    delivery.prepare(list(Letter.objects.values_list("pk", flat=True)[:8]))
    return made


def walked(large: set[str], statements: Iterable[str]) -> list[str]:
    """Those that read many rows of one of these tables, or would read one from end to end, with
    their plans.
    """
    found = []
    for sql in statements:
        if not sql.startswith(("SELECT", "UPDATE", "DELETE", "DECLARE", "EXECUTE")):
            continue
        explained = "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) "
        with transaction.atomic(), connection.cursor() as cursor:
            # as of tables far larger, of which no join would read one whole
            for setting in ("random_page_cost = 1.1", "enable_hashjoin = off",
                            "enable_mergejoin = off"):  # fmt: skip
                cursor.execute(f"SET LOCAL {setting}")
            cursor.execute("DISCARD PLANS")
            cursor.execute(explained + re.sub(CURSOR, "", sql).replace("%", "%%"), [])
            [(plan,)] = cursor.fetchall()
            transaction.set_rollback(True)
        read: Counter[str] = Counter()
        for node in nodes(plan[0]["Plan"]):
            if table := node.get("Relation Name"):
                passed = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
                read[table] += passed * node["Actual Loops"]
                if node["Node Type"] == "Seq Scan":
                    read[table] += LARGE
        if much := {one: rows for one, rows in read.items() if one in large and rows > LARGE}:
            found.append(f"{much}: {sql[:2000]}\n{json.dumps(plan)}")
    return found


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All nodes of a plan."""
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def test_no_work_reads_a_table_from_end_to_end(game: Game, large: set[str]) -> None:
    waiting = Letter.objects.filter(game=game, status=LetterStatus.WRITTEN)
    work: Uses = {
        "an order": (lambda: door.orders(game.pk, "red", "status\nend\npass"), 20),
        "a letter in": (lambda: arrived(game), 40),
        "a sweep": (due_work_sweep.sweep, 10),
        "letters out": (
            lambda: delivery.prepare(list(waiting.values_list("pk", flat=True)[:3])),
            16,
        ),
        "letters sent": (lambda: delivery.sweep(4), 50),
        "the operator's figures": (health_figures.figures, 30),
        "tallies": (
            lambda: [lifetime_counters.tally(clock.now() + n * DAY) for n in (0, 1, 2)],
            110,
        ),
        "the beat": (heartbeat_and_outages.beat, 9),
        "the operator's letter": (alerts.send, 30),
    }
    each_by_index(work, large)


def test_no_page_of_a_game_reads_a_table_from_end_to_end(game: Game, large: set[str]) -> None:
    readers = {seat.colour: looking(seat) for seat in Seat.objects.filter(game=game)}
    pages: Uses = {
        f"{seat}: {page}": (partial(opened, client, f"/games/{game.slug}/{page}"), most)
        for seat, client in readers.items()
        for page, most in PAGES.items()
    }
    each_by_index(pages, large)


def test_no_list_reads_a_table_from_end_to_end(game: Game, large: set[str]) -> None:
    red = looking(Seat.objects.get(game=game, colour="red"))
    lists: Uses = {
        f"{name}: {page}": (partial(opened, client, page), most)
        for page, most in LISTS.items()
        for name, client in {"a player": red, "a stranger": Client()}.items()
    }
    own: Uses = {
        "/account": (partial(opened, red, "/account"), 20),
        "/games/next": (partial(opened, red, "/games/next"), 6),
    }
    each_by_index(lists | own, large)


def each_by_index(uses: Uses, large: set[str]) -> None:
    """What is done all day, by name, and the most statements that it may take; what is sent to the
    database together counts once.
    """
    for name, (use, most) in uses.items():
        with CaptureQueriesContext(connection) as made:
            use()
        asked = [query["sql"] for query in made.captured_queries]
        assert 0 < len(asked) <= most, (name, len(asked))
        statements = [one for sql in dict.fromkeys(asked) for one in TOGETHER.split(sql)]
        assert walked(large, statements) == [], name


def opened(client: Client, page: str) -> None:
    assert client.get(page).status_code < 400, page


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
    raw = f"From: {seat.player.email}\nTo: {to}\nMessage-ID: <{uuid4()}@example.org>\n\nstatus\n"
    arrival = intake.take(raw.encode(), envelope_to=to, channel="smtp")
    assert timeline.read(arrival.pk) == ArrivalOutcome.ORDERS
