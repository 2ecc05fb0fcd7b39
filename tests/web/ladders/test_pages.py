"""A ladder by its pages: made, joined, climbed, kept; who sees it, and who may do what."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.club.seasons.league import called, club_of, olga, person
from tests.web.seasons.test_member_pages import at, press, text
from traders.club.ladders import player_actions
from traders.domain.people import club_roles
from traders.models import Club, Ladder

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cat")
LADDERS = "/clubs/star/ladders/"
HERE = f"{LADDERS}toll/"
RULES = {"reach": "3", "answer_days": "7", "decline_costs": "1", "idle_days": "60"}


@pytest.fixture
def club(db: None) -> Club:
    return club_of(NAMES)


def made(club: Club) -> Client:
    """The ladder, by its organizer's browser."""
    chief = at(olga(club))
    assert "No ladders yet" in text(chief, LADDERS)
    assert "Nobody stands on it yet" in press(chief, f"{LADDERS}new", system="toll", **RULES)
    return chief


def test_a_ladder_is_made_joined_and_climbed_by_buttons(club: Club) -> None:
    chief = made(club)
    page = press(at(called(NAMES[0])), f"{HERE}climb", do="join")
    assert "You stand on rung 1" in page and "as the first" in page
    for name in NAMES[1:]:
        assert "You stand on rung" in press(at(called(name)), f"{HERE}climb", do="join")
    cat, ann = at(called("Cat")), at(called("Ann"))
    assert "Challenge Ann, rung 1" in text(cat, HERE)
    page = press(cat, f"{HERE}climb", do="challenge", player=called("Ann").pk)
    assert "Ann is asked by letter" in page and "Take it back" in page
    page = text(ann, HERE)
    assert "Cat challenges you." in page and "Accept" in page
    assert "good luck" in press(ann, f"{HERE}climb", do="accept")
    assert "Cat – Ann" in text(Client(), HERE)
    assert "PR-SEAT-09" in press(cat, f"{HERE}climb", do="challenge", player=called("Bob").pk)
    press(at(called("Bob")), f"{HERE}climb", do="challenge", player=called("Ann").pk)
    assert "Saved" in press(chief, f"{HERE}keep", do="rules", **RULES | {"reach": "1"})
    assert Ladder.objects.get().reach == 1
    assert "whole numbers" in press(chief, f"{HERE}keep", do="rules", **RULES | {"reach": "0"})
    assert "off the ladder" in press(chief, f"{HERE}keep", do="off", player=called("Bob").pk)
    assert "Bob was taken off" in text(ann, HERE)
    assert "Open it again" in press(chief, f"{HERE}keep", do="close")
    assert "You have left" in press(cat, f"{HERE}climb", do="leave")


def test_who_is_no_member_climbs_nothing_and_a_private_club_is_not_there(club: Club) -> None:
    chief, ann, nobody, kim = made(club), at(called("Ann")), Client(), at(person("Kim"))
    for public in (True, False):
        Club.objects.update(public=public)
        for client, sees in ((chief, True), (ann, True), (kim, public), (nobody, public)):
            for page in (LADDERS, HERE):
                assert client.get(page).status_code == (200 if sees else 404)
        for page in (f"{LADDERS}new", f"{HERE}keep"):
            assert ann.post(page, RULES).status_code == 403
            assert nobody.post(page, RULES).status_code == 302
            assert kim.post(page, RULES).status_code == (403 if public else 404)
    Club.objects.update(public=True)
    assert "Only members" in press(kim, f"{HERE}climb", do="join")
    assert "at most 20" in press(
        chief, f"{LADDERS}new", **RULES | {"system": "traders-luck", "reach": "99"}
    )
    assert "not one of the available choices" in press(
        chief, f"{LADDERS}new", system="toll", **RULES
    )
    for deed in ("climb", "keep"):
        assert chief.post(f"{HERE}{deed}", {"do": "nothing"}).status_code == 400
        assert chief.get(f"{HERE}{deed}").status_code == 405


def test_a_button_of_an_old_page_takes_up_no_other_challenge(club: Club) -> None:
    made(club)
    for name in NAMES:
        press(at(called(name)), f"{HERE}climb", do="join")
    ann, found = at(called("Ann")), Ladder.objects.get()
    player_actions.challenge(found.pk, called("Bob"), called("Ann"))
    old = found.challenges.get().pk
    player_actions.take_back(found.pk, called("Bob"))
    player_actions.challenge(found.pk, called("Cat"), called("Ann"))
    assert f'value="{old + 1}"' in text(ann, HERE) and f'value="{old}"' not in text(ann, HERE)
    for deed in ("accept", "decline"):
        told = press(ann, f"{HERE}climb", do=deed, challenge=old)
        assert "That challenge waits no more. Now Cat challenges you" in told
    assert "good luck" in press(ann, f"{HERE}climb", do="accept", challenge=old + 1)


def test_a_long_ladder_asks_the_database_no_more_often_than_a_short_one(club: Club) -> None:
    made(club)
    found, asked = Ladder.objects.get(), []
    for some in (2, 12):
        for number in range(some):
            player = person(f"P{some}{number}")
            club_roles.admit(club, player)
            player_actions.join(found.pk, player)
        text(Client(), HERE)
        with CaptureQueriesContext(connection) as queries:
            text(Client(), HERE)
        asked.append(len(queries))
    assert asked[0] == asked[1] < 30
