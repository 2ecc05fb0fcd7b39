"""What a thing is called shows whole, on one line: games, seasons and clubs, whoever names them."""

from __future__ import annotations

import pytest

from tests.api.program import Program
from traders.domain.play.commands import player_name_rules
from traders.engines.kernel.words import UNSEEN_NAME
from traders.models import Club, Game, Player, SeasonKind
from traders.web.clubs.founding import NewClub
from traders.web.new_game import GameForm
from traders.web.seasons.forms import SeasonForm

pytestmark = pytest.mark.django_db

HIDING = {
    "turned about": "Spring \u202egnp.exe",
    "an escape": "Spring \x1b[31m",
    "a filler alone": "\u3164",
    "a filler within": "Spring\u3164cup",
    "blank dots": "\u2800",
    "a mark alone": "\ufe0f\ufe0f",
    "a joiner": "\u034fSpring",
}


@pytest.mark.parametrize("name", HIDING.values(), ids=HIDING)
def test_nothing_is_named_what_nobody_sees(red: Player, name: str) -> None:
    season = SeasonForm(Club(), {"name": name}, kind=SeasonKind.LEAGUE)
    assert season.errors["name"] == [UNSEEN_NAME]
    assert NewClub({"name": name}).errors["name"] == [UNSEEN_NAME]
    assert GameForm("toll", {"title": name}, maker=red).errors["title"] == [UNSEEN_NAME]
    made = Program(red).post("games", {"system": "toll", "seats": 2, "title": name})
    assert (made.status_code, made.json()["detail"]) == (409, UNSEEN_NAME)
    assert not Game.objects.exists()
    assert player_name_rules.problem(name)


@pytest.mark.parametrize("name", ["Frühling", "⚓️ Harbour", "\u05d0\u05d1\u05d2", "春の杯", "7"])
def test_what_shows_is_a_name(red: Player, name: str) -> None:
    assert "name" not in SeasonForm(Club(), {"name": name}, kind=SeasonKind.LEAGUE).errors
    assert "title" not in GameForm("toll", {"title": name}, maker=red).errors


def test_a_name_is_one_line(red: Player) -> None:
    form = SeasonForm(Club(), {"name": " Spring\r\nBcc: x@y.test "}, kind=SeasonKind.LEAGUE)
    assert form.errors["name"] == [UNSEEN_NAME]
    form = SeasonForm(Club(), {"name": " Spring cup "}, kind=SeasonKind.LEAGUE)
    assert "name" not in form.errors
    assert form.cleaned_data["name"] == "Spring cup"
