"""The examples play: one a game of each system to its end, by the API, against the house's bots;
one all games of its player.
"""

from __future__ import annotations

import importlib
import runpy
from typing import Any

import pytest

from tests.client.conftest import CLIENT
from tests.web.conftest import _toll
from traders.domain.accounts import api_tokens
from traders.domain.bots import letter_answering
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.timeline import game_making_and_seat_taking
from traders.models import Entry, Game, Phase, Player, Scope, Source

__all__ = ["_toll"]

COLOURS = ("red", "blue", "green")
NEAR_THE_END = {
    "lines": [["Oz", "Niven", "orange"], ["Niven", "Mink", "orange"]],
    "red": {
        "at": "Oz",
        "stations": [],
        "mission": {"from": "Shower", "to": "Mink"},
        "cargo": ["Imperial Cargo (red)"],
    },
}
SHORT: dict[str, dict[str, Any]] = {
    "star-traders": {"start": NEAR_THE_END},
    "traders-luck": {"options": {"days": 10}},
    "imperial-trader": {"options": {"rounds": 2}},
    "stratastar": {"options": {"worlds": 2, "round_cap": 3}},
}


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("system", SHORT)
def test_the_bot_plays_a_game_to_its_end(
    system: str, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOT_PACE = 0
    settings.QUOTA_API = 10_000
    player = Player.objects.create_user("robot@example.org", display_name="Robot")
    _, secret = api_tokens.make(player, "the bot", [Scope.READ, Scope.PLAY], 30)
    game = door.create(system, COLOURS, **SHORT[system])
    leaving_and_taking_seats.give_to_bots(game, COLOURS[1:])
    client = importlib.import_module("traders_client.house")
    client.House(live_server.url, secret).take_seat(game.slug, "red")
    idle = 0

    def sleep(seconds: float) -> None:
        """The house's bots answer meanwhile."""
        nonlocal idle
        idle += 1
        assert idle < 3, Game.objects.get().waiting_for
        while due := letter_answering.due():
            idle = 0
            for pk in due:
                letter_answering.answer(pk)

    monkeypatch.setattr(client.time, "sleep", sleep)
    for name, value in (("URL", live_server.url), ("TOKEN", secret), ("GAME", game.slug)):
        monkeypatch.setenv(f"TRADERS_{name}", value)
    runpy.run_path(str(CLIENT / "examples" / "bot.py"))
    game.refresh_from_db()
    assert game.phase == Phase.OVER
    assert Entry.objects.filter(game=game, source=Source.API, seat="red").exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_toll")
def test_the_loop_over_all_games_plays_in_each_of_them(
    live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player.objects.create_user("robot@example.org", display_name="Robot")
    _, secret = api_tokens.make(player, "the loop", [Scope.READ, Scope.PLAY], 30)
    games = [door.create("toll", ["red", "blue"]) for _ in range(2)]
    others = Player.objects.create_user("blue@example.org", display_name="Blue")
    for game in games:
        for colour, who in (("red", player), ("blue", others)):
            game_making_and_seat_taking.sit_down(game, colour, who)
    client = importlib.import_module("traders_client.transport")
    rounds = iter(range(3))

    class Enough(Exception):
        """They have played long enough."""

    def sleep(seconds: float) -> None:
        if next(rounds, None) is None:
            raise Enough
        for game in games:
            door.orders(game.pk, "blue", "end")

    monkeypatch.setattr(client.time, "sleep", sleep)
    monkeypatch.setenv("TRADERS_URL", live_server.url)
    monkeypatch.setenv("TRADERS_TOKEN", secret)
    with pytest.raises(Enough):
        runpy.run_path(str(CLIENT / "examples" / "all_games.py"))
    for game in games:
        assert Entry.objects.filter(game=game, source=Source.API, seat="red").count() > 1
