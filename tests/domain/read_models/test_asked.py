"""A window that does not ask a seat is not among what waits for its player, who may react all the
same (PR-INTERVAL-10).
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests import seated
from tests.api.program import Program
from tests.domain.letters.real import ASKED, START, begun
from tests.domain.letters.table import NOON
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.read_models import game_list_lines
from traders.models import Game, Player, Seat

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(minutes=10)


@pytest.fixture(params=[False, True], ids=["not asked", "asked"])
def asks(request: pytest.FixtureRequest) -> bool:
    """Red has jumped, and the window that is open asks Blue so."""
    game = begun(ASKED if request.param else START)
    door.orders(game.pk, "red", "jump niven regular", at=AT)
    return bool(request.param)


def blue() -> Player:
    return Player.objects.get(email="blue@example.org")


def test_in_the_list(asks: bool) -> None:
    with clock.at(AT):
        (line,) = game_list_lines.own_lines(Game.objects.all(), blue())
        waiting = game_list_lines.waiting(blue())
    assert [one.game.slug for one in waiting] == (["spiral"] if asks else [])
    assert line.waits.startswith("You may react")
    assert line.due is not None


def test_on_its_page_and_where_another_game_waits(asks: bool, client: Client) -> None:
    client.force_login(blue())
    other = door.create("traders-luck", ["red", "blue"], title="The new road")
    Seat.objects.filter(game=other, colour="blue").update(player=blue())
    with clock.at(AT):
        seated.begin(other.pk)
        page = client.get(reverse("game", args=["spiral"])).content.decode()
        beside = client.get(reverse("game", args=[other.slug])).content.decode()
    assert ("waits for you</span>" in page) == ("● Your turn" in page) == asks
    link = f'class="button quiet" href="{reverse("next-game")}?after={other.slug}"'
    assert (link in beside) == asks
    assert 'data-order="pass"' in page


def test_to_a_program(asks: bool) -> None:
    with clock.at(AT):
        program = Program(blue())
        (line,) = program.get("games").json()["games"]
        (changed,) = program.get("changes").json()["games"]
        game, offers = (program.get(f"games/spiral{part}").json() for part in ("", "/offers"))
    assert [one["asks_me"] for one in (line, changed, game, offers)] == [asks] * 4
    assert "pass" in [one["order"] for one in offers["offers"]]
    assert "blue" in game["pending"]["seats"]
