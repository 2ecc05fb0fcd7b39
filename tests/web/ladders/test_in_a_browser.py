"""A ladder in a browser: made, joined, challenged, accepted, wide and on a telephone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.club.seasons.league import called, club_of, olga
from tests.services.windows import windows
from tests.web.looks import looked_at, press
from traders.club.ladders import player_actions
from traders.models import Ladder

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Ann", "Bob", "Cat")
HERE = "/clubs/star/ladders/"


def test_a_ladder_is_made_and_climbed(browser: Browser, live_server: LiveServer) -> None:
    club = club_of(NAMES)
    with windows(browser, live_server.url) as opens:
        chief = opens(HERE, olga(club), viewport={"width": 1280, "height": 900})
        looked_at(chief)
        chief.get_by_label("Game").select_option("traders-luck")
        press(chief, "Make the ladder")
        chief.get_by_text("Nobody stands on it yet").wait_for()
        ladder = Ladder.objects.get()
        for name in NAMES[:2]:
            player_actions.join(ladder.pk, called(name))
        cat = opens(f"{HERE}traders-luck/", called("Cat"))
        press(cat, "Join the ladder")
        press(cat, "Challenge Bob, rung 2")
        cat.get_by_text("Bob is asked by letter").wait_for()
        bob = opens(f"{HERE}traders-luck/", called("Bob"))
        looked_at(bob)
        press(bob, "Accept")
        bob.get_by_role("link", name="Cat – Bob").wait_for()
        chief.reload()
        looked_at(chief)
