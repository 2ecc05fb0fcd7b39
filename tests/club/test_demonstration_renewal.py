"""The demonstration renews itself and never fills the disk; no other game is ever taken away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from traders.club import demonstration_club, demonstration_renewal
from traders.domain import hooks
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.models import Arrival, Club, Entry, Game, Letter, Phase, Player, Seat, Sitting

pytestmark = pytest.mark.django_db
TITLE = "Bots: Imperial Trader"


@pytest.fixture(autouse=True)
def _embedded(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The embedded set-up, with one game to watch."""
    settings.EMBEDDED = True
    one = tuple(spec for spec in demonstration_club.GAMES if spec.title == TITLE)
    monkeypatch.setattr(demonstration_club, "GAMES", one)
    monkeypatch.setattr(hooks, "DEMONSTRATED", [])


@pytest.fixture
def first(db: None) -> Game:
    """A watched game that has been over for a while, and one before it."""
    club = demonstration_club.make()
    over(Game.objects.get(club=club), hours=3)
    demonstration_club.begin_anew(club, demonstration_club.GAMES[0])
    over(Game.objects.latest("pk"), hours=2)
    return Game.objects.earliest("pk")


def over(game: Game, hours: float) -> None:
    Game.objects.filter(pk=game.pk).update(
        phase=Phase.OVER, ended=clock.now() - timedelta(hours=hours)
    )


def test_a_game_that_is_over_makes_room_for_a_new_one(first: Game) -> None:
    assert demonstration_renewal.renew() == 1
    assert not Game.objects.filter(pk=first.pk).exists()
    assert not Entry.objects.filter(game=first.pk).exists()
    assert not Letter.objects.filter(game=first.pk).exists()
    assert list(Game.objects.order_by("pk").values_list("phase", flat=True)) == ["over", "playing"]
    assert demonstration_renewal.renew() == 0
    # the house refuses again what it refused before
    with pytest.raises(DatabaseError, match="PR-RECORD-02"), transaction.atomic():
        Entry.objects.all().delete()


def test_however_often_it_is_renewed_two_games_of_a_title_are_kept(first: Game) -> None:
    for hours in (1.5, 1, 0.5):
        demonstration_renewal.renew()
        over(Game.objects.latest("pk"), hours)
        assert Game.objects.count() <= 1 + demonstration_renewal.KEPT


def test_the_end_can_be_looked_at_for_a_while(first: Game) -> None:
    demonstration_renewal.renew()
    over(Game.objects.latest("pk"), hours=0)
    assert demonstration_renewal.renew() == 0
    assert (
        demonstration_club.make().games.get().phase == Phase.OVER
    )  # nor does a new start begin one


def test_where_people_play_nothing_is_begun_or_removed(first: Game, settings: Any) -> None:
    settings.EMBEDDED = False
    assert demonstration_renewal.renew() == 0
    assert Game.objects.count() == 2


def _sat_there_once(game: Game) -> None:
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    Sitting.objects.create(
        seat=game.seats.get(colour="red"),
        player=kim,
        since=clock.now(),
        until=clock.now(),
        began="gathered",
    )


def _wrote_to_it(game: Game) -> None:
    at = clock.now()
    Arrival.objects.create(game=game, raw=b"x", sha256="0" * 64, size=1, taken=at, channel="smtp")


BARS: dict[str, Callable[[Game], object]] = {
    "a person sat there once": _sat_there_once,
    "a person has a seat": lambda game: Seat.objects.filter(game=game, colour="red").update(
        bot=False
    ),
    "a letter came": _wrote_to_it,
    "a person made it": lambda game: Game.objects.filter(pk=game.pk).update(
        maker=Player.objects.create_user("kim@example.org", display_name="Kim")
    ),
    "it is another club's": lambda game: Game.objects.filter(pk=game.pk).update(
        club=Club.objects.create(name="A club", slug="club")
    ),
    "it has another title": lambda game: Game.objects.filter(pk=game.pk).update(title="Ours"),
    "it is still played": lambda game: Game.objects.filter(pk=game.pk).update(phase="playing"),
}


@pytest.mark.sampled
@pytest.mark.parametrize("bar", BARS)
def test_a_game_on_which_something_rests_is_never_removed(first: Game, bar: str) -> None:
    assert first in demonstration_renewal.removable(TITLE)
    BARS[bar](first)
    assert first not in demonstration_renewal.removable(TITLE)
    demonstration_renewal.renew()
    assert Game.objects.filter(pk=first.pk).exists()


def test_a_game_of_people_with_the_same_title_is_none_of_the_demonstration(db: None) -> None:
    other = door.create("imperial-trader", ("red", "blue"), title=TITLE)
    assert other not in demonstration_club.watched()


def test_nobody_takes_the_place_of_the_games_to_watch(first: Game) -> None:
    """A member makes a game in the club under a watched title: it is not shown to visitors, and the
    renewal goes on.
    """
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    client = Client()
    client.force_login(kim)
    club = Club.objects.get()
    asked = {"system": "imperial-trader", "title": TITLE, "club": club.pk, "seats": 2, "bots": 1}
    client.post("/games/new", asked | {"level": "player"})
    made = Game.objects.get(maker=kim, title=TITLE, club=club)
    Game.objects.update(number=60)
    theirs = Game.objects.filter(pk=made.pk)
    for maker, bot in ((kim, False), (None, False), (kim, True)):
        theirs.update(maker=maker)
        made.seats.update(bot=bot)
        assert demonstration_club.to_watch(50) not in [None, theirs.get()]
    assert demonstration_renewal.renew() == 1
