"""Who may not see a game learns nothing of it by the API, not even that it is there; who sees it
later sees nothing of what came since.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tests import seated
from tests.api.program import Program
from tests.api.test_games import READ
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Game, Player, Seat

BEGUN = datetime(2026, 3, 2, 9, tzinfo=UTC)


def begun(red: Player, blue: Player, **settings: str) -> Game:
    club = club_roles.found("Quiet club", "quiet", red, public=False)
    game = door.create("toll", ["red", "blue"], settings=settings, title="Quiet game", club=club)
    for player in (red, blue):
        Seat.objects.filter(game=game, colour=player.email.partition("@")[0]).update(player=player)
    seated.begin(game.pk, stops=False, at=BEGUN)
    game.refresh_from_db()
    return game


@pytest.mark.sampled
@pytest.mark.parametrize("watched", ["everyone", "club", "seats"])
def test_a_game_that_is_not_for_all_is_nowhere_for_others(
    red: Player, blue: Player, watched: str
) -> None:
    """(PR-RECORD-05)"""
    game = begun(red, blue, watched=watched)
    stranger = Program(Player.objects.create_user("kim@example.org", display_name="Kim"))
    nowhere = stranger.get("games/nothing").content
    for ask in (stranger.client, Client()):
        for part in READ:
            path = f"/api/games/{game.slug}{part}"
            there, missing = (ask.get(one) for one in (path, f"/api/games/nothing{part}"))
            assert there.status_code in (401, 404)
            assert (there.status_code, there.content) == (missing.status_code, missing.content)
        for which in ("mine", "free", "watched"):
            assert ask.get(f"/api/games?which={which}").json()["games"] == []
        assert ask.get(f"/api/games?after={game.slug}").status_code == 404
    for path in ("orders", "test", "press", "claims", "seats/red"):
        answer = stranger.post(f"games/{game.slug}/{path}", BODIES.get(path))
        assert (answer.status_code, answer.content) == (404, nowhere), path
    assert Program(blue).get(f"games/{game.slug}").status_code == 200
    wish = {"system": "toll", "seats": 2, "club": "quiet"}
    assert stranger.post("games", wish).status_code == 409
    assert Program(red).post("games", wish).status_code == 201


BODIES = {
    "orders": {"orders": ["end"]},
    "test": {"orders": ["end"]},
    "press": {"words": "hello"},
    "claims": {"kind": "conduct"},
}


def test_who_watches_with_a_delay_sees_nothing_of_what_came_since(
    red: Player, blue: Player
) -> None:
    """(PR-RECORD-05)"""
    game = begun(red, blue, watched="everyone", watch_delay="48h")
    game.club.public = True
    game.club.save()
    door.orders(game.pk, "red", "say: early\nend", at=BEGUN + timedelta(hours=1))
    seen: list[list[str]] = []
    for late in (False, True):
        if late:
            door.orders(game.pk, "blue", "say: late\nend", at=BEGUN + timedelta(hours=3))
            door.back_up(game.pk, 1, "a trial", at=BEGUN + timedelta(hours=4))
        with clock.at(BEGUN + timedelta(hours=50)):
            answers = [Client().get(f"/api/games/{game.slug}{part}") for part in WATCHED]
            listed = Client().get("/api/games?which=watched").content.decode()
            seen.append([answer.getvalue().decode() for answer in answers] + [listed])
    assert seen[0] == seen[1]
    history = [json.loads(line) for line in seen[1][2].splitlines()]
    assert [entry["undone"] for entry in history] == [False] * len(history)
    assert "early" in seen[1][1]
    with clock.at(BEGUN + timedelta(hours=50)):
        assert "late" in Program(blue).get(f"games/{game.slug}/press").content.decode()


WATCHED = ("", "/press", "/history")
