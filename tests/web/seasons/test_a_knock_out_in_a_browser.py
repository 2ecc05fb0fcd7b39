"""A knock-out of eight in a browser: by an organizer's buttons from the form to its winner, with
games of bots to their ends. At tables of two the winner goes on, so that eight play three rounds;
where a game ends level the tie-breaks part its two.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.club.seasons.cup import EIGHT, tables_of
from tests.club.seasons.league import called, club_of, olga
from tests.domain.playing import bots_play
from tests.services.windows import windows
from tests.web.looks import looked_at, press
from traders.club.seasons import bracket, registration
from traders.club.seasons.table_results import results
from traders.models import Season, SeasonTable

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HERE = "/clubs/star/seasons/"


def made(page: Page) -> Season:
    """The knock-out by its form, with its eight people."""
    page.get_by_role("link", name="Knock-out").click()
    looked_at(page)
    page.get_by_label("Name", exact=True).fill("Winter Cup")
    page.get_by_label("Star Trader's Luck").check()
    page.locator("#id_table_size").fill("2")
    page.locator("#id_going_on").fill("1")
    page.locator("#id_divisions").fill("8")
    press(page, "Make the season")
    press(page, "Open registration")
    season = Season.objects.get()
    for name in EIGHT:
        registration.register(season.pk, called(name))
        registration.confirm(season.pk, called(name))
    page.reload()
    return season


def drawn(page: Page) -> None:
    """A draw that is looked at, made anew, and holds."""
    page.get_by_role("link", name="Draw", exact=True).first.click()
    press(page, "Draw")
    page.get_by_role("heading", name="Seeding").wait_for()
    looked_at(page)
    press(page, "Draw again with another seed")
    page.get_by_text("Seed 2.").wait_for()
    press(page, "This draw holds")
    page.get_by_role("heading", name="Bracket").wait_for()


def played(page: Page, season: Season, number: int, title: str) -> set[str]:
    """A round by its buttons, with games of bots; who goes on."""
    press(page, f"Begin {title.lower()}")
    page.get_by_text(f"{title} has begun").wait_for()
    for table in SeasonTable.objects.filter(round__number=number):
        bots_play(table.game)
    page.reload()
    if number == 1:
        looked_at(page)
    press(page, f"Approve {title.lower()}")
    page.get_by_text(f"{title} is approved").wait_for()
    shown = bracket.bracket_of(season, results(season)).rounds[number - 1]
    people = [one for table in shown.tables for one in table.people]
    return {one.place.place.entrant.name for one in people if one.on}


@pytest.mark.long
def test_a_knock_out_of_eight_is_clicked_to_its_winner(
    browser: Browser, live_server: LiveServer
) -> None:
    """Long: every round is clicked through."""
    club = club_of(EIGHT)
    with windows(browser, live_server.url) as opens:
        page = opens(f"{HERE}new", olga(club), viewport={"width": 1280, "height": 900})
        season = made(page)
        drawn(page)
        left = set(EIGHT)
        for number, title in enumerate(("Round 1", "Round 2", "Final"), 1):
            assert {name for table in tables_of(season, number) for name in table} == left
            left = played(page, season, number, title)
        (winner,) = left
        page.get_by_role("heading", name=f"{winner} has won").wait_for()
        looked_at(page)
        winners = opens(f"{HERE}winter-cup/", called(winner))
        winners.get_by_role("heading", name="You have won").wait_for()
        rows = page.locator("section[aria-labelledby^=h-league] tbody tr").all_inner_texts()
        assert [int(row.split(".")[0]) for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5]
        page.get_by_role("link", name="Report").click()
        page.get_by_role("link", name="CSV").wait_for()
        looked_at(page)
