"""Several substitutes say `yes` at the same instant, each to a process of its own: exactly one
sits, the others are told kindly. A letter of 10 MB is an answer like another.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import close_old_connections, connections

from tests.domain.deadlines.table import Table
from tests.domain.deadlines.test_silent_seats import club_game
from tests.domain.deadlines.test_substitutes import offers, stand_in
from tests.domain.post.incoming.test_seatless_replies import reply
from traders.domain.history import audit
from traders.domain.letters.letter_facts import decode
from traders.domain.post.incoming import reading
from traders.domain.timeline import timeline
from traders.models import Arrival, Letter, Player, Sitting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(db: None) -> Table:
    return club_game(Player.objects.create_user("otto@example.org", display_name="Otto"))


def left(table: Table, stand_ins: int) -> list[Letter]:
    """Green has left, and so many substitutes are asked: their letters."""
    people = [stand_in(table, f"Stand{number}") for number in range(stand_ins)]
    table.says("green", "resign\nyes")
    return [offers(player)[0] for player in people]


def test_of_stand_ins_who_say_yes_at_once_exactly_one_sits(table: Table) -> None:
    asked = left(table, 6)
    together = Barrier(len(asked))

    def answer(letter: Letter) -> None:
        close_old_connections()
        try:
            together.wait()
            reply(letter, "yes\n")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(asked)) as threads:
        list(threads.map(answer, asked))
    for pk in reading.waiting_ids():
        timeline.read(pk)
    lines = []
    for came in Arrival.objects.exclude(asked_by=None).select_related("answered_by"):
        assert came.answered_by is not None, came.outcome
        (line,) = decode(came.answered_by.facts).lines
        lines.append((line.answer, line.words))
    assert sorted(said for said, _ in lines) == ["done"] + ["told"] * 5
    sits = table.seat("green").player
    assert sits is not None
    assert sits.display_name.startswith("Stand")
    for said, words in lines:
        assert ("was first, and plays Green now" in words) == (said == "told")
    assert Sitting.objects.filter(seat=table.seat("green"), until=None).count() == 1
    assert audit.audit(table.game) is None


def test_ten_megabytes_around_a_yes_are_read_in_time(table: Table) -> None:
    (asked,) = left(table, 1)
    quoted = "> All that was said before, once more in every letter of the table.\n" * 150_000
    assert len(quoted) > 10_000_000
    begun = time.process_time()
    came = reply(asked, f"yes\n\n{quoted}")
    assert time.process_time() - begun < 30
    assert came.answered_by is not None
    (line,) = decode(came.answered_by.facts).lines
    assert line.answer == "done"
    assert table.seat("green").player == asked.player
