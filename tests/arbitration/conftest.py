"""A disputed jump, at the hour in which it may be ruled on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client

from arbitration.models import Claim
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.models import Game, Player
from traders.models.evidence_chain import linking


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield
    clock.set_to(None)


@pytest.fixture
def game(db: None) -> Game:
    return disputed.jumped()


@pytest.fixture
def claim(game: Game) -> Claim:
    made = disputed.claimed(game)
    clock.set_to(disputed.HEARD)
    return made


@pytest.fixture
def judge(db: None) -> Player:
    return disputed.referee()


@pytest.fixture
def bench(client: Client, judge: Player) -> Client:
    """A client signed in as the referee, at the same hour in each test: what is copied after stands
    on the same rows.
    """
    client.force_login(judge)
    Player.objects.filter(pk=judge.pk).update(last_login=disputed.BEGUN)
    return client


@pytest.fixture
def organizer(game: Game) -> Player:
    """The organizer of the game's club, who sits nowhere."""
    made = disputed.player("organizer")
    game.club = club_roles.found("Club", "club", made)
    with transaction.atomic(), linking(game.pk, locked=True):
        game.save()
    game.refresh_from_db()
    return made
