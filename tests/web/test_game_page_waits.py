"""The page of one game while something is voted on, or a window is open, and who is next."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape

from django.test import Client

from tests import seated
from tests.web.test_game_page import order, page
from traders.domain.history import recording_and_replay
from traders.domain.play import door
from traders.engines.registry import engine
from traders.models import DeadlineKind, Game, Player, Seat


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
    assert "may react in the Shove window." in html
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


def test_who_goes_next_in_star_traders_luck_is_told_for_after_the_turn_that_runs(
    client: Client, red: Player, blue: Player
) -> None:
    """Not as if the reader's own turn were another's: turn after turn, to each."""
    game = door.create("traders-luck", ["red", "blue"])
    for seat, player in (("red", red), ("blue", blue)):
        Seat.objects.filter(game=game, colour=seat).update(player=player)
    seated.begin(game.pk)
    for _ in range(2):
        game.refresh_from_db()
        view = engine("traders-luck").view(recording_and_replay.position_at(game, game.head), None)
        days = {one["seat"]: one["days"] for one in view["seats"]}
        mover = view["turn"]
        after = min(days, key=lambda seat: (days[seat], seat == mover))
        for reader in (red, blue):
            client.force_login(reader)
            text = " ".join(unescape(re.sub("<[^>]+>", "", page(client, game))).split())
            assert (
                "Whoever has spent the fewest days goes next; after this turn that is, as days "
                f"stand now, {after.capitalize()}." in text
            )
            assert "has the next turn" not in text
        door.orders(game.pk, mover, "travel small\nsettle\nend")
