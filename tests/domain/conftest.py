"""A game of three seats for the post's tests."""

from __future__ import annotations

import pytest

from tests.domain.letters.table import COLOURS
from traders.engines import registry
from traders.models import Game, Player, Seat


@pytest.fixture
def game(db) -> Game:
    made = Game.objects.create(
        slug="spiral",
        title="Spiral Arm",
        system="star-traders",
        secret=b"",
        secret_digest="ab" * 32,
        phase="playing",
    )
    for place, colour in enumerate(COLOURS):
        player = Player.objects.create_user(
            f"{colour}@example.org", display_name=f"Player of {colour}", cadence="every"
        )
        Seat.objects.create(game=made, colour=colour, place=place, player=player)
    return made


@pytest.fixture
def seats(game) -> list[Seat]:
    return list(Seat.objects.filter(game=game).select_related("player"))


@pytest.fixture
def toll(db, monkeypatch: pytest.MonkeyPatch) -> None:
    """Toll is among the systems."""
    monkeypatch.setitem(registry.ENGINES, "toll", "tests.toll")
