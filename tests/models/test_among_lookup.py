"""`among` finds what `in` finds, on either database, with one parameter."""

import pytest
from django.db import connection

from traders.models import Club, Game

pytestmark = pytest.mark.django_db


def test_among_finds_what_in_finds():
    club = Club.objects.create(slug="club", name="Club")
    games = [
        Game.objects.create(
            slug=f"g{n}", title="g", system="toll", secret=b"x", club=club if n % 2 else None
        )
        for n in range(6)
    ]
    ids = [game.pk for game in games[1:4]] + [10**9]
    assert (
        set(Game.objects.filter(pk__among=ids))
        == set(Game.objects.filter(pk__in=ids))
        == set(games[1:4])
    )
    assert set(Game.objects.filter(club_id__among=[club.pk])) == set(games[1::2])
    assert not Game.objects.filter(pk__among=[]).exists()
    sql, params = Game.objects.filter(pk__among=ids).query.sql_with_params()
    assert len(params) == 1, f"{connection.vendor}: {sql}"
