"""League tables by the API, for who may see the club."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.api.program import Program
from tests.club.seasons.league import called, drawn_by_hand, olga, registered
from traders.club.seasons import result_approval, round_start
from traders.models import Club, SeasonTable

pytestmark = pytest.mark.django_db
SPRING = "/api/clubs/star/seasons/spring"


def test_a_league_table_is_read_by_who_may_see_the_club() -> None:
    season = registered(("Ann", "Bob"), 2, table_size=2)
    assert Client().get(SPRING).json()["leagues"] == []
    drawn_by_hand(season, d1=[[("Ann", "Bob")]])
    by = olga(season.club)
    round_start.begin(season.pk, by)
    table = SeasonTable.objects.get()
    ann, bob = table.places.all()
    ranks = {ann.entrant_id: 2, bob.entrant_id: 1}
    result_approval.correct(season.pk, table.pk, ranks, "stuck", by)
    found = Client().get(SPRING).json()
    (league,) = found["leagues"]
    assert [(row["player"], row["values"]["points"]) for row in league["rows"]] == [
        ("Bob", "2"),
        ("Ann", "0"),
    ]
    assert (league["final"], found["tables"][0]["game"]) == (False, table.game.slug)
    listed = Client().get("/api/clubs/star/seasons").json()["seasons"]
    assert [one["slug"] for one in listed] == ["spring"]
    Club.objects.update(public=False)
    assert Client().get(SPRING).status_code == 404
    assert Program(called("Ann")).client.get(SPRING).status_code == 200
