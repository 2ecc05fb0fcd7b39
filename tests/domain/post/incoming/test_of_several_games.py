"""Letters of several games that wait are claimed in one step, and none takes another with it
(PR-RECEIPT-04).
"""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from tests.domain.post.incoming.readers import killed
from traders.domain.calendar import clock
from traders.domain.history import evidence_chain_check
from traders.domain.letters.addresses import reply_address
from traders.domain.play import door
from traders.domain.post.incoming import intake, outcome_decision, reading, reply_line_sorting
from traders.domain.timeline import timeline
from traders.models import Arrival, ArrivalOutcome, ArrivalStatus, Game, Player, Seat

SEATS = ("red", "blue")
MOST, MOST_BESIDE = 18, 5
"""Statements of a letter with a message to all, and of all that are claimed together."""
READ = (ArrivalStatus.READ, ArrivalOutcome.ORDERS, 1)


@pytest.fixture
def waiting(db: None) -> list[int]:
    """A letter to each of so many games as are claimed together."""
    return [_arrived(_begun(n), f"say: hear {n}") for n in range(timeline.AT_ONCE)]


def _begun(number: int) -> Seat:
    """The seat that writes, in a game of its own."""
    game = door.create("imperial-trader", SEATS, {}, {"timing": "table"}, title=f"Game {number}")
    for seat in Seat.objects.filter(game=game):
        seat.player = Player.objects.create_user(f"{seat.colour}.{number}@example.org")
        seat.save()
    door.begin(game.pk, stops=False)
    return Seat.objects.select_related("player").get(game=game, colour="red")


def _arrived(seat: Seat, text: str) -> int:
    assert seat.player is not None
    letter = EmailMessage()
    letter["From"], letter["To"] = seat.player.email, reply_address(seat.pk, "")
    letter["Message-ID"] = f"<{uuid4()}@example.org>"
    letter.set_content(f"{text}\n")
    return intake.take(letter.as_bytes(), envelope_to=str(letter["To"]), channel="smtp").pk


def found(ids: list[int]) -> list[tuple[str, str, int]]:
    rows = Arrival.objects.in_bulk(ids)
    return [(rows[pk].status, rows[pk].outcome, rows[pk].attempts) for pk in ids]


def fails_at(text: str, fault: Exception) -> Callable[..., object]:
    """Reading, but of a letter with these words."""
    real = reply_line_sorting.sorted_reply

    def read(words: str, *args: Any) -> object:
        if text in words:
            raise fault
        return real(words, *args)

    return read


def test_they_are_claimed_and_let_go_once(waiting: list[int]) -> None:
    timeline.read(_arrived(_begun(9), "say: first"))  # what is worked out once a process
    with CaptureQueriesContext(connection) as sent:
        assert set(timeline.read_all(waiting)) == set(waiting)
    assert found(waiting) == [READ] * len(waiting)
    told = [query["sql"] for query in sent.captured_queries]
    if connection.vendor == "postgresql":  # SQLite is sent each statement by itself
        assert sum("advisory" in sql for sql in told) == 2
        savepoints = sum("SAVEPOINT" in sql for sql in told)
        assert len(told) - savepoints <= MOST * len(waiting) + MOST_BESIDE
    for game in Game.objects.all():
        assert evidence_chain_check.faults(game) == []


def test_one_that_fails_holds_up_no_other_game(
    waiting: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(outcome_decision, "sorted_reply", fails_at("hear 2", RuntimeError("ours")))
        timeline.read_all(waiting)
    others = [*waiting[:2], *waiting[3:]]
    assert found(others) == [READ] * len(others)
    assert found(waiting[2:3]) == [(ArrivalStatus.STORED, "", 1)], "tried once, not twice"
    timeline.read_all(waiting)
    assert found(waiting[2:3]) == [(ArrivalStatus.READ, ArrivalOutcome.ORDERS, 2)]


def test_where_the_database_goes_away_none_is_counted(
    waiting: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(outcome_decision, "sorted_reply", fails_at("hear", OperationalError("gone")))
        assert timeline.read_all(waiting) == {}
    assert found(waiting) == [(ArrivalStatus.STORED, "", 0)] * len(waiting)


def test_of_a_reader_that_died_each_letter_is_read_by_itself(
    waiting: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """(the one that it died of would take the others with it again)"""
    assert len(reading._claim(waiting, set(waiting), clock.now())) == len(waiting)
    for letter in Arrival.objects.filter(pk__in=waiting):
        killed(letter)
    claims: list[list[int]] = []
    claim = reading._claim

    def noted(ids: list[int], *args: Any) -> dict[int, Arrival]:
        claims.append(list(ids))
        return claim(ids, *args)

    monkeypatch.setattr(reading, "_claim", noted)
    timeline.read_all(waiting)
    assert claims == [[pk] for pk in waiting]
    assert found(waiting) == [(ArrivalStatus.READ, ArrivalOutcome.ORDERS, 2)] * len(waiting)
