"""Pages are tried on Toll, a game of a few rules, wherever no rule of a real system matters."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from tests import seated
from traders.domain.play import door
from traders.engines.registry import ENGINES, engine
from traders.models import Game, Player, Seat
from traders.web import mailed_code_sign_in


@pytest.fixture(autouse=True)
def _toll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "toll", "tests.toll")
    engine.cache_clear()


@pytest.fixture(autouse=True)
def _no_attempts() -> None:
    """Attempts to sign in of other tests do not count here."""
    cache.clear()


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers to an address come at once."""
    monkeypatch.setattr(mailed_code_sign_in, "STEP", 0.001)


@pytest.fixture
def red(db: None) -> Player:
    return Player.objects.create_user("red@example.org", display_name="First", zone="Europe/Berlin")


@pytest.fixture
def blue(db: None) -> Player:
    return Player.objects.create_user(
        "blue@example.org", display_name="Second", zone="America/New_York"
    )


@pytest.fixture
def gathering(red: Player) -> Game:
    """A game in which only red sits."""
    game = door.create(
        "toll",
        ["red", "blue"],
        title="The old road",
        start={"red": {"hand": ["Shove"]}, "blue": {"hand": ["Shove", "Shove"]}},
    )
    Seat.objects.filter(game=game, colour="red").update(player=red)
    return game


@pytest.fixture
def game(gathering: Game, blue: Player) -> Game:
    """A game that has begun; it is red's turn."""
    Seat.objects.filter(game=gathering, colour="blue").update(player=blue)
    seated.begin(gathering.pk, stops=False)
    gathering.refresh_from_db()
    return gathering


@pytest.fixture
def stars(red: Player, blue: Player) -> Game:
    """A game of Star Traders in which red has the turn, at Mink."""
    game = door.create("star-traders", ["red", "blue"], start={"red": {"at": "Mink"}})
    for player in (red, blue):
        Seat.objects.filter(game=game, colour=player.email.partition("@")[0]).update(player=player)
    seated.begin(game.pk)
    game.refresh_from_db()
    return game


@pytest.fixture
def red_client(client: Client, red: Player) -> Client:
    client.force_login(red)
    return client
