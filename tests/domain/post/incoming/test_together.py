"""Letters of one game that wait together are read together, and none takes another with it
(PR-RECEIPT-04).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError

from traders.domain.history import evidence_chain_check
from traders.domain.post.incoming import outcome_decision, reply_line_sorting
from traders.domain.timeline import timeline
from traders.models import Arrival, ArrivalOutcome, ArrivalStatus, EvidenceLink, Game

pytestmark = pytest.mark.django_db

TEXTS = {"red": "status", "blue": "help", "green": "history"}


@pytest.fixture
def waiting(take: Callable[..., Arrival]) -> list[Arrival]:
    """A letter of each seat, in this order."""
    return [
        take(seat, f"{text}\n", minutes=10 + n, moment="")
        for n, (seat, text) in enumerate(TEXTS.items())
    ]


def found(waiting: list[Arrival]) -> list[tuple[str, str, int]]:
    return [
        Arrival.objects.values_list("status", "outcome", "attempts").get(pk=letter.pk)
        for letter in waiting
    ]


def fails_at(text: str, fault: Exception) -> Callable[..., object]:
    """Reading, but of a letter with these words."""
    real = reply_line_sorting.sorted_reply

    def written(words: str, *args: Any) -> object:
        if text in words:
            raise fault
        return real(words, *args)

    return written


READ = (ArrivalStatus.READ, ArrivalOutcome.ORDERS, 1)


def test_one_link_of_evidence_holds_all_of_them(game: Game, waiting: list[Arrival]) -> None:
    before = EvidenceLink.objects.filter(game=game).count()
    assert timeline.read(waiting[0].pk) == ArrivalOutcome.ORDERS
    assert found(waiting) == [READ] * 3
    assert EvidenceLink.objects.filter(game=game).count() == before + 1
    assert evidence_chain_check.faults(Game.objects.get(pk=game.pk)) == []


def test_one_that_fails_leaves_those_before_it_read_and_those_behind_it_as_they_were(
    game: Game, waiting: list[Arrival], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(
            outcome_decision, "sorted_reply", fails_at("help", RuntimeError("a fault of ours"))
        )
        timeline.read(waiting[2].pk)
    assert found(waiting) == [READ, (ArrivalStatus.STORED, "", 1), (ArrivalStatus.STORED, "", 0)]
    timeline.read(waiting[2].pk)
    assert found(waiting) == [READ, (ArrivalStatus.READ, ArrivalOutcome.ORDERS, 2), READ]
    assert evidence_chain_check.faults(Game.objects.get(pk=game.pk)) == []


def test_where_the_database_goes_away_none_of_them_is_read_or_counted(
    waiting: list[Arrival], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(
            outcome_decision, "sorted_reply", fails_at("history", OperationalError("gone"))
        )
        assert timeline.read(waiting[0].pk) == ""
    assert found(waiting) == [(ArrivalStatus.STORED, "", 0)] * 3
