"""Ladders by the API: read by who may see the club, climbed by their members."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.api.program import Program
from tests.club.seasons.league import called, club_of, olga, person
from traders.api.ladders import ChallengeOut, StepOut
from traders.club.ladders import ladder_maintenance
from traders.club.ladders.ladder_letters import TOPIC
from traders.domain.play.commands import registry
from traders.models import ChallengeState, Club, Game, Letter, StepKind

pytestmark = pytest.mark.django_db
LADDER = "clubs/star/ladders/toll"


@pytest.fixture
def club(db: None) -> Club:
    made = club_of(["Ann", "Bob", "Cat"])
    ladder_maintenance.make(made, olga(made), "toll", ladder_maintenance.LadderPlan(reach=1))
    return made


def order(name: str, *lines: str) -> Any:
    return Program(called(name)).post(f"{LADDER}/orders", {"orders": list(lines)})


def test_a_ladder_is_joined_challenged_on_and_left_by_a_program(club: Club) -> None:
    for name in ("Ann", "Bob", "Cat"):
        assert order(name, "join ladder").json()["lines"][0]["answer"] == "done"
    cats = Program(called("Cat")).get(LADDER).json()
    assert [(one["rung"], one["player"]) for one in cats["rungs"]] == [
        (1, "Ann"),
        (2, "Bob"),
        (3, "Cat"),
    ]
    assert (cats["rung"], cats["within_reach"]) == (3, ["Bob"])
    refused = order("Cat", "challenge Ann").json()
    assert (refused["status"], refused["rules"]) == (409, ["PR-SEAT-09"])
    order("Cat", "challenge Bob")
    (challenge,) = Client().get(f"/api/{LADDER}").json()["challenges"]
    assert (challenge["challenger"], challenge["state"], challenge["game"]) == ("Cat", "open", "")
    order("Bob", "decline")
    found = Client().get(f"/api/{LADDER}").json()
    assert [one["player"] for one in found["rungs"]] == ["Ann", "Cat", "Bob"]
    assert (found["rung"], found["within_reach"]) == (0, [])
    assert found["steps"][0] | {"at": ""} == {
        "at": "", "kind": "declined", "player": "Bob", "other": "Cat", "costs": 1,
    }  # fmt: skip
    assert Program(called("Bob")).get(LADDER).json()["within_reach"] == []  # Cat, but of late
    assert order("Bob", "challenge Cat").json()["rules"] == ["PR-SEAT-09"]
    order("Cat", "challenge Ann")
    order("Ann", "accept")
    game = Game.objects.get()
    assert Client().get(f"/api/{LADDER}").json()["challenges"][0]["game"] == game.slug
    order("Ann", "leave ladder")
    listed = Client().get("/api/clubs/star/ladders").json()["ladders"]
    assert [(one["system"], one["people"]) for one in listed] == [("toll", 2)]


def test_a_ladder_tells_all_that_may_be_said_on_it(club: Club) -> None:
    told = Client().get(f"/api/{LADDER}").json()["orders"]
    assert told == [form for row in registry.answers_to(TOPIC) for form in row.forms]


def test_a_private_clubs_ladder_is_its_members_own(club: Club) -> None:
    order("Ann", "join ladder")
    order("Bob", "join ladder")
    order("Bob", "challenge Ann")
    order("Ann", "accept")
    Game.objects.update(settings={"watched": "seats"})
    cats = Program(called("Cat")).get(LADDER).json()
    assert cats["challenges"][0]["game"] == ""  # who watches it is told by its settings
    Club.objects.update(public=False)
    assert Client().get(f"/api/{LADDER}").status_code == 404
    assert Program(called("Cat")).get(LADDER).status_code == 200
    letters = Letter.objects.count()
    tom = Program(person("Tom"))
    assert tom.post(f"{LADDER}/orders", {"orders": ["join ladder"]}).status_code == 404
    assert Letter.objects.count() == letters


def test_every_state_and_step_is_told_of_in_the_document() -> None:
    for shape, values in ((StepOut, StepKind.values), (ChallengeOut, ChallengeState.values)):
        told = shape.__doc__ or ""
        assert [value for value in values if f"`{value}`" not in told] == []
