"""The page of one game while something is voted on, or a window is open."""

from __future__ import annotations

import re
from datetime import datetime

from django.test import Client

from tests.web.test_game_page import order, page
from traders.domain.play import door
from traders.models import DeadlineKind, Game, Player


def test_what_is_proposed_is_shown_to_who_may_vote_and_no_vote_is(
    red_client: Client, game: Game, blue: Player
) -> None:
    door.orders(game.pk, "blue", "propose draw\nyes")
    html = page(red_client, game)
    assert "vote yes 1" in html
    assert html.index("Put to the vote") < html.index('id="board"')
    (until,) = re.findall(r'It lapses on <time datetime="([^"]+)"', html)
    assert datetime.fromisoformat(until) > game.deadlines.get(kind=DeadlineKind.VOTE).due  # half
    assert "vote yes 1" not in page(Client(), game)
    assert "Your vote is" not in html
    red_client.force_login(blue)
    assert "unless all agree. Your vote is yes." in page(red_client, game)


def test_an_interval_offers_to_pass_and_after_that_waits_for_others(
    red_client: Client, game: Game
) -> None:
    door.orders(game.pk, "blue", "stop at shove")
    door.orders(game.pk, "red", "roll")
    html = page(red_client, game)
    assert "may react (shove window)." in html
    assert 'data-order="pass"' in html
    assert 'data-order="hold"' in html
    assert ">waits for you<" in html
    html = order(red_client, game, "pass", moment="i1")
    assert "you have passed in this window" in html
    assert ">waits for you<" not in html
    assert "you have passed" not in page(Client(), game)


def test_who_has_reacted_is_not_told_that_silence_passes(
    client: Client, game: Game, blue: Player
) -> None:
    door.orders(game.pk, "blue", "stop at shove")
    door.orders(game.pk, "red", "roll")
    client.force_login(blue)
    assert "If you do nothing by then: <code>pass</code>" in page(client, game)
    html = order(client, game, "shove up\nmore")
    assert "If you do nothing by then" not in html
    assert "your reaction is carried out" in html
