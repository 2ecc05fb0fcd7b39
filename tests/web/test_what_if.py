"""*What if*: lines tried on a copy of a game, sealed from it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from tests.web.test_touch_targets import SYSTEMS, played
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.play.what_if import tried
from traders.domain.table.advice import suggested
from traders.models import Game, Player


def address(game: Game, *lines: str, lot: int = 7) -> str:
    said = [("lot", lot), ("at", game.number), *(("line", line) for line in lines)]
    return f"{reverse('what-if', args=[game.slug])}?{urlencode(said)}"


def stored() -> dict[str, list[object]]:
    """Every row of every table, but of browsers' sessions."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models()
        if model._meta.app_label != "sessions"
    }


@pytest.mark.sampled
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_turn_is_tried_to_its_end_and_nothing_of_it_is_stored(
    red_client: Client, red: Player, blue: Player, system: str
) -> None:
    game = played(system, red, blue, 9)
    page = red_client.get(reverse("game", args=[game.slug])).content.decode()
    assert reverse("what-if", args=[game.slug]) in page
    before = stored()
    trial, letters = tried(game, "red", 7, []), []
    for _ in range(3):
        view = trial.engine.view(trial.table.state, "red")
        advice = suggested(trial.engine, view, trial.pending, trial.table.menu("red"))
        assert advice
        letters.append("\n".join(advice.orders))
        stood, trial = trial.table.state, tried(game, "red", 7, letters)
        assert trial.engine.encode(trial.table.state) != trial.engine.encode(stood)
        html = red_client.get(address(game, *letters)).content.decode()
        assert "<svg" in html
        assert len(trial.said) >= len(letters)
    assert stored() == before


def test_the_same_lot_leads_to_the_same_and_another_elsewhere(
    red_client: Client, stars: Game
) -> None:
    lines = ("jump wells", "jump jaxin", "end")
    pages = [red_client.get(address(stars, *lines, lot=lot)).content for lot in (7, 7, 8, 9, 10)]
    assert pages[0] == pages[1]
    assert len(set(pages)) > 2
    assert b"jump wells" in pages[0]


def test_lines_are_gathered_in_the_address(red_client: Client, stars: Game) -> None:
    answer = red_client.get(f"{address(stars, 'jump wells')}&more=halt%0D%0A%00end")
    assert answer["Location"].endswith("&line=jump+wells&line=halt%0Aend")
    first = red_client.get(reverse("what-if", args=[stars.slug]))
    assert f"&at={stars.number}" in first["Location"]


def test_a_copy_is_gone_when_play_goes_on(red_client: Client, stars: Game) -> None:
    old = address(stars, "halt")
    door.orders(stars.pk, "red", "halt")
    answer = red_client.get(old)
    assert "line=" not in answer["Location"]


def test_it_is_for_who_has_the_turn(red_client: Client, blue: Player, stars: Game) -> None:
    other = Client()
    other.force_login(blue)
    assert "You can try lines in your own turn." in other.get(address(stars)).content.decode()
    stranger = Client()
    stranger.force_login(Player.objects.create_user("x@example.org", display_name="Third"))
    assert stranger.get(address(stars)).status_code == 403
    assert Client().get(address(stars)).status_code == 302


def test_so_many_a_player_may_try_in_a_minute(
    red_client: Client, blue: Player, stars: Game, settings: Any
) -> None:
    """Each makes bots play in a thread of the web server."""
    settings.QUOTA_TRIALS = 3
    other = Client()
    other.force_login(blue)
    with clock.at(clock.now().replace(second=20)):
        tries = [red_client.get(address(stars, "halt")) for _ in range(4)]
        assert [one.status_code for one in tries] == [200, 200, 200, 429]
        assert "The next counts in 40 seconds." in tries[-1].content.decode()
        assert other.get(address(stars)).status_code == 200
        later = clock.now() + timedelta(seconds=40)
    with clock.at(later):
        assert red_client.get(address(stars, "halt")).status_code == 200
