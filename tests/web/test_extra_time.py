"""A game's page tells when a turn ends whose player does nothing: after the extra time."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from traders.domain.calendar import clock
from traders.domain.timeline.due_work_sweep import sweep
from traders.models import Deadline, DeadlineKind, Game

pytestmark = pytest.mark.django_db


def page(client: Client, game: Game) -> str:
    return client.get(reverse("game", args=[game.slug])).content.decode()


def test_a_turn_whose_time_is_over_tells_until_when_extra_time_runs(
    red_client: Client, game: Game
) -> None:
    """PR-TURN-04, PR-TURN-05"""
    due = Deadline.objects.get(game=game, kind=DeadlineKind.TURN, done_at=None).due
    assert due is not None
    with clock.at(due + timedelta(hours=2)):
        sweep()
        own, watched = page(red_client, game), page(Client(), game)
    for html in (own, watched):
        assert "The time for it was over" in html
    assert "Extra time runs, for you until" in own
    assert "Extra time runs" not in watched


def test_what_silence_does_is_told_with_the_hour_at_which_extra_time_is_over(
    red_client: Client, game: Game
) -> None:
    """As the turn's letter tells it: at the hour above there is a reminder, and no more."""
    html = page(red_client, game)
    row = Deadline.objects.get(game=game, kind=DeadlineKind.TURN, done_at=None)
    told = re.search(r"you are reminded\. Then, <time datetime=\"([^\"]+)\"", html)
    assert told is not None
    assert row.due is not None
    assert datetime.fromisoformat(told[1]) == row.due + timedelta(hours=24)
    assert "If you do nothing by then" not in html
