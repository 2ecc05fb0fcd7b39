"""Whoever does not write by letter waits for what comes first, and for a bounded time, whatever
there is: nobody's letters take the threads of a page's readers (PR-RECEIPT-02).
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from django.db import OperationalError, connections, transaction

from tests.domain.post.incoming.readers import in_anothers_hands
from tests.services.waiting import FAR
from traders.domain.play.locked_game import locked
from traders.domain.post.incoming import reading
from traders.domain.timeline import timeline
from traders.models import Arrival, ArrivalStatus, Game, Source


def on_the_page(game: Game) -> str:
    """How an order on the page ends."""
    try:
        timeline.orders(game.pk, "blue", "status", source=Source.PAGE, on_the_spot=True)
    except OperationalError as error:
        return str(error)
    finally:
        if not connections["default"].in_atomic_block:
            connections.close_all()
    return "carried out"


@pytest.mark.django_db
def test_it_is_given_up_however_many_letters_come_first(take, game, monkeypatch):
    monkeypatch.setattr(timeline, "PATIENCE", 0.2)
    for _ in range(100):
        take("red", "help\n")
    assert "in another's hands" in on_the_page(game)
    unread = Arrival.objects.filter(status=ArrivalStatus.STORED).count()
    assert 0 < unread < 100
    monkeypatch.undo()
    while reading.waiting_ids():
        timeline.read(reading.waiting_ids()[0])
    assert on_the_page(game) == "carried out"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_it_is_given_up_where_the_game_stays_locked(game, monkeypatch):
    monkeypatch.setattr(timeline, "PATIENCE", 0.2)
    held, over = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            locked(game.pk)
            held.set()
            over.wait(FAR)
        connections.close_all()

    with ThreadPoolExecutor(1) as threads:
        threads.submit(hold)
        assert held.wait(FAR)
        try:
            assert "lock timeout" in on_the_page(game)
        finally:
            over.set()
    monkeypatch.undo()
    assert on_the_page(game) == "carried out"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_few_wait_for_one_game_at_once(take, game, monkeypatch):
    monkeypatch.setattr(timeline, "PATIENCE", 3.0)
    many = 8
    together = Barrier(many)

    def post(_: int) -> str:
        together.wait(FAR)
        return on_the_page(game)

    with in_anothers_hands(take("red", "jump niven\n")), ThreadPoolExecutor(many) as threads:
        ends = Counter(threads.map(post, range(many)))
    assert ends[f"enough wait for game {game.pk}"] == many - timeline.MOST_WAITING
    assert "carried out" not in ends
