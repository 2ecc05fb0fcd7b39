"""A league of two divisions in a browser: by an organizer's buttons from the form to the next
season, with games of bots to their ends, and one result corrected.

Worked out by hand: at tables of two the first has 2 points, the second 0. Each round each division
has one game. Ann wins both in division 1 and Bob none; in division 2 Cat and Dan win one each, are
level in all else, and Cat entered first. One goes up and one down: Bob changes places with Cat.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.club.seasons.league import called, club_of, drawn_by_hand, olga
from tests.domain.playing import bots_play
from tests.services.axe import BY_DARK, faults
from tests.services.windows import windows
from traders.club.seasons import drawing, entering, league
from traders.models import Season, SeasonTable

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Ann", "Bob", "Cat", "Dan")
WINNERS = {1: ("Ann", "Cat"), 2: ("Ann", "Dan")}
HERE = "/clubs/star/seasons/"


def looked_at(page: Page) -> list[str]:
    """What axe finds on the page, wide and on a telephone, by light and by dark."""
    found = []
    for width, scheme in ((1280, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        options = BY_DARK if scheme == "dark" else None
        found += [f"{width} {scheme}: {fault}" for fault in faults(page, options)]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1280, "height": 900})
    return found


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def drawn(page: Page, season: Season) -> None:
    """Ask for a draw, see it come, look at it, and throw it away for one that is known."""
    page.get_by_role("link", name="Draw", exact=True).first.click()
    press(page, "Draw")
    page.get_by_role("progressbar").wait_for()
    drawing.work(season.pk)
    page.get_by_text("Look at it before it holds").wait_for(timeout=20_000)
    page.get_by_text("the least possible").first.wait_for()
    assert looked_at(page) == []
    press(page, "Throw it away")
    drawn_by_hand(season, d1=[[("Ann", "Bob")]] * 2, d2=[[("Cat", "Dan")]] * 2)


def played(page: Page, number: int) -> None:
    """Bots play the round; results that are not as worked out by hand are corrected."""
    press(page, f"Begin round {number}")
    page.get_by_text(f"Round {number} has begun").wait_for()
    tables = SeasonTable.objects.filter(round__number=number)
    for table, winner in zip(tables, WINNERS[number], strict=True):
        bots_play(table.game)
        page.goto(page.url)
        page.goto(f"{page.url}tables/{table.pk}")
        for place in table.places.all():
            rank = "1" if place.entrant.name == winner else "2"
            page.get_by_label(f"Place of {place.entrant.name}").select_option(rank)
        page.get_by_label("Why", exact=True).fill("The table agreed")
        if (number, winner) == (1, "Ann"):
            assert looked_at(page) == []
        press(page, "This is the result")
        page.get_by_text("The result stands").wait_for()
    press(page, f"Approve round {number}")
    page.get_by_text(f"Round {number} is approved").wait_for()


def test_a_season_is_run_by_its_buttons(browser: Browser, live_server: LiveServer) -> None:
    club = club_of(NAMES)
    with windows(browser, live_server.url) as opens:
        page = opens(f"{HERE}new", olga(club), viewport={"width": 1280, "height": 900})
        assert looked_at(page) == []
        page.get_by_label("Name", exact=True).fill("Spring 2027")
        page.get_by_label("Star Trader's Luck").check()
        page.get_by_text("Dates, points and tie-breaks").click()
        asked = {"rounds": "2", "table_size": "2", "divisions": "2, 2", "moving": "1"}
        for name, value in asked.items():
            page.locator(f"#id_{name}").fill(value)
        press(page, "Make the season")
        press(page, "Open registration")
        season = Season.objects.get()
        for name in NAMES:
            entering.register(season.pk, called(name))
        ann = opens(f"{HERE}spring-2027/", called("Ann"))
        press(ann, "Confirm")
        ann.get_by_role("heading", name="You play").wait_for()
        assert looked_at(ann) == []
        page.goto(f"{live_server.url}{HERE}spring-2027/people")
        assert looked_at(page) == []
        page.goto(f"{live_server.url}{HERE}spring-2027/")
        drawn(page, season)
        page.goto(f"{live_server.url}{HERE}spring-2027/")
        for number in (1, 2):
            played(page, number)
        assert looked_at(page) == []
        rows = page.locator("section.letter tbody tr").all_inner_texts()
        assert [row.split("\t")[1] for row in rows] == ["Ann", "Bob", "Cat", "Dan"]
        assert [row.split("\t")[3] for row in rows] == ["4", "0", "2", "2"]
        assert [row.split("\t")[-2] for row in rows] == ["points", "", "entry", ""]
        press(page, "End the season")
        page.get_by_role("link", name="Report").click()
        assert looked_at(page) == []
        page.goto(f"{live_server.url}/players/{called('Ann').pk}/")
        page.get_by_text("after 2 games").first.wait_for()
        assert looked_at(page) == []
        page.goto(f"{live_server.url}{HERE}spring-2027/")
        press(page, "Prepare the next season")
        page.get_by_role("heading", name="Spring 2028").wait_for()
    new = Season.objects.get(name="Spring 2028")
    people = [[one.name for one in league.entrants_of(each)] for each in new.divisions.all()]
    assert people == [["Ann", "Cat"], ["Bob", "Dan"]]
