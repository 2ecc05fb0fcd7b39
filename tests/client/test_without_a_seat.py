"""The client answers what is asked of who has no seat, takes part in a season, climbs a ladder,
runs a club; and its types are those of the document.
"""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from tests.club.seasons.league import called, club_of, olga, person, season_of
from tests.web.conftest import _toll
from traders.club.ladders import ladder_maintenance
from traders.club.membership import invitations
from traders.club.seasons import registration
from traders.domain.accounts import api_tokens
from traders.models import Club, Game, Player, Role, Scope

__all__ = ["_toll"]


@pytest.fixture
def club(db: None) -> Club:
    made = club_of(["Ann", "Bob"])
    ladder_maintenance.make(made, olga(made), "toll", ladder_maintenance.LadderPlan())
    season_of(made, [4])
    return made


@pytest.fixture
def house_of(live_server: Any) -> Any:
    """The server, as somebody's program asks it."""
    client = importlib.import_module("traders_client.house")

    def opened(player: Player) -> Any:
        return client.House(live_server.url, api_tokens.make(player, "it", Scope.values, 30)[1])

    return opened


@pytest.mark.django_db(transaction=True)
def test_it_takes_part_in_a_season_and_confirms_what_it_is_asked(house_of: Any, club: Club) -> None:
    ann = house_of(called("Ann"))
    assert [one["slug"] for one in ann.seasons("star")] == ["spring"]
    ann.take_part("star", "spring", ["register"])
    assert ann.questions() == []  # until the season asks
    registration.ask_to_confirm(club.seasons.get().pk)
    (question,) = ann.questions()
    told = ann.answer(question["name"], ["confirm"], key="k")
    assert told == ann.answer(question["name"], ["confirm"], key="k")
    assert told["lines"][0]["words"] == "You play Spring."
    assert not ann.question(question["name"])["waits"]
    assert ann.season("star", "spring")["mine"] == {
        "player": "Ann", "division": "", "confirmed": True, "waiting": 0,
    }  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_it_climbs_a_ladder(house_of: Any, club: Club) -> None:
    ann, bob = house_of(called("Ann")), house_of(called("Bob"))
    assert [one["system"] for one in bob.ladders("star")] == ["toll"]
    ann.climb("star", "toll", ["join ladder"])
    bob.climb("star", "toll", ["join ladder"])
    (above,) = bob.ladder("star", "toll")["within_reach"]
    bob.climb("star", "toll", [f"challenge {above}"])
    (question,) = ann.questions()
    ann.answer(question["name"], ["accept"])
    assert bob.ladder("star", "toll")["challenges"][0]["game"] == Game.objects.get().slug


@pytest.mark.django_db(transaction=True)
def test_it_joins_a_club_runs_one_and_changes_an_account(house_of: Any, club: Club) -> None:
    refused = importlib.import_module("traders_client").Refused
    olgas, zoe = house_of(olga(club)), house_of(person("Zoe"))
    told = olgas.organize("star", ["tell club: the season begins on Monday"])
    assert told["lines"][0]["answer"] == "done"
    with pytest.raises(refused) as not_hers:
        zoe.organize("star", ["tell club: I run this"])
    assert not_hers.value.rules == ["PR-RULING-02"]
    link = invitations.address_of(invitations.by_link(club.pk, olga(club), Role.PLAYER, 1, 3))
    assert zoe.clubs() == []
    assert zoe.join_club(link) == zoe.clubs()[0]
    assert zoe.change_account(cadence="daily") == zoe.account()
