"""The example bot plays a game of each system to its end, by the API, against the house's bots."""

from __future__ import annotations

import importlib
import runpy
from typing import Any

import pytest

from tests.client.conftest import CLIENT
from traders.club.demonstration import SHORT_GALAXY, SHORT_LUCK, SHORT_REACH
from traders.domain.accounts import tokens
from traders.domain.bots import mailbox
from traders.models import Entry, Game, Phase, Player, Scope, Source

SHORT: dict[str, dict[str, Any]] = {
    "star-traders": {},
    "traders-luck": {"options": SHORT_LUCK},
    "imperial-trader": {"options": SHORT_REACH},
    "stratastar": {"options": SHORT_GALAXY},
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("system", SHORT)
def test_the_bot_plays_a_game_to_its_end(
    system: str, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOT_PACE = 0
    settings.QUOTA_API = settings.QUOTA_LETTERS = 10_000
    player = Player.objects.create_user("robot@example.org", display_name="Robot")
    _, secret = tokens.make(player, "the bot", Scope.values, 30)
    client = importlib.import_module("traders_client.house")
    made = client.House(live_server.url, secret).make_game(system, seats=3, bots=2, **SHORT[system])
    idle = 0

    def sleep(seconds: float) -> None:
        nonlocal idle
        idle += 1
        assert idle < 3, Game.objects.get().waiting_for
        while due := mailbox.due():
            idle = 0
            for pk in due:
                mailbox.answer(pk)

    monkeypatch.setattr(client.time, "sleep", sleep)
    for name, value in (("URL", live_server.url), ("TOKEN", secret), ("GAME", made["slug"])):
        monkeypatch.setenv(f"TRADERS_{name}", value)
    runpy.run_path(str(CLIENT / "examples" / "bot.py"))
    game = Game.objects.get(slug=made["slug"])
    assert game.phase == Phase.OVER
    assert Entry.objects.filter(game=game, source=Source.API, seat="red").exists()
