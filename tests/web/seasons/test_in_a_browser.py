"""A league of two divisions, by its pages and letters: an organizer makes a club, thirteen people
join by a mailed code, one of them by an invitation. Games are played to their ends; somebody
vanishes, and a substitute takes the seat by letter; one result is corrected.

Worked out by hand. Games are of Imperial Trader and have one round at tables of six: who keeps the
25 credits of the beginning wins, and who buys a hull for 15 does not. Places have 6, 4, 3, 2, 1 and
0 points; who share a place share the points of the places that they take together.

    Division 1   round 1               round 2                          points
    Ann          alone first       6   shares 3rd  (3+2+1+0)/4 = 1½     7½
    Bob          shares 2nd        2   shares 1st  (6+4)/2     = 5      7
    Cat          (4+3+2+1+0)/5     2   shares 1st                5      7
    Dan                            2   shares 3rd                1½     3½
    Eve                            2   shares 3rd                1½     3½
    Fay                            2   ⅔ of 1½                   1      3

    Bob and Cat are level in all: half a win and a fifth of a second place each, never one before
    the other, the same people met in as many games. Bob entered first; so Dan stands before Eve.
    Fay vanishes from round 2: she has her seat for two days, Ida the third, with ½ of the points.

    Division 2   round 1 (bots, corrected)   round 2                    points
    Gus          1st               6         shares 2nd          2      8
    Hal          2nd               4         shares 2nd          2      6
    Ivy          3rd               3         shares 2nd          2      5
    Jo           4th               2         alone first         6      8
    Kit          5th               1         shares 2nd          2      3
    Lea          6th               0         shares 2nd          2      2

    Gus and Jo have a win each; Gus has a fifth of a second place, Jo none. One goes up and one
    down: Gus changes places with Fay.

Ratings: all begin at μ = 25, σ = 25/3, with β = 25/6. By Plackett–Luce c = √(6 (σ² + β²)) = 22.82
at a table of six new people, and σ²/c = 3.043. Whoever comes in at place k gains 1 less a part for
each place that is no lower: 1/6 for the first (of six), 1/5 for the second (of the five left), and
so on. Shown as 1000 + 20 μ:

    1st  1 − 1/6                       =  0.833    + 2.536   1,551
    2nd  … − 1/5                       =  0.633    + 1.927   1,539
    3rd  … − 1/4                       =  0.383    + 1.166   1,523
    4th  … − 1/3                       =  0.050    + 0.152   1,503
    5th  … − 1/2                       = −0.450    − 1.369   1,473
    6th  … − 1                         = −1.450    − 4.412   1,412
    Who share the second place: (1 − 1/5)/5 − 4 · (1/5)/5 − 1/6 = −1/6, − 0.507: 1,490.

    Jo before round 2: μ = 25.152, σ = 8.189. Now c = √(Σ (σ² + β²)) = 22.56, and Jo's part of the
    table e^(μ/c) = 3.05 of 18.27, or 0.167. She gains 8.189²/22.56 · (1 − 0.167) = 2.476: 1,553.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.club.seasons.league import called
from tests.domain.playing import bots_play
from tests.services.axe import faults
from tests.services.smtp import Sink
from tests.services.windows import windows
from tests.web.looks import looked_at
from tests.web.seasons import people
from tests.web.seasons.organizers_time import OrganizersTime
from traders.club.desk.morning_letter import desk_letters
from traders.club.seasons import league_tables, season_draw, season_ratings
from traders.domain.calendar import clock
from traders.models import Game, Season, SeasonTable

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FIRST = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
SECOND = ("Gus", "Hal", "Ivy", "Jo", "Kit", "Lea")
CLUB = "/clubs/star-club/"
SEASON = f"{CLUB}seasons/spring-2027/"
DAY = timedelta(days=1)
MOST_MINUTES = 60
"""That a season of twelve people over three rounds and sixty days may take its organizer."""


@pytest.fixture
def _time_runs_on() -> Iterator[None]:
    """Whatever time a test sets, the next has its own."""
    yield
    clock.set_to(None)


def table(number: int, division: int) -> SeasonTable:
    """The one table of a division in a round."""
    return SeasonTable.objects.get(round__number=number, division__order=division)


def game_of(number: int, division: int) -> Game:
    """Its game."""
    game = table(number, division).game
    assert game is not None
    return game


# --- before the first round -----------------------------------------------------------------------


def founds(olga: OrganizersTime, mailbox: Callable[[], None]) -> None:
    """A public club that is joined freely, and an invitation to somebody who stands in."""
    with olga.task("make the club, invite"):
        olga.link("Clubs")
        olga.link("Make a club")
        olga.fill("#id_name", "Star Club")
        olga.choose(olga.page.locator("#id_joining"), "open")
        olga.button("Make the club")
        olga.link("Members and invitations")
        olga.fill("#id_letter-address", people.address("Ida"))
        olga.button("Send the invitation")
        mailbox()
    with olga.task("what holds for its games"):
        olga.link("Clubs")
        olga.link("Star Club")
        olga.link("Settings")
        olga.click(olga.page.get_by_text("More settings", exact=True))
        olga.choose(olga.page.locator("[id='id_setting.weekends']"), "no")
        olga.button("Save")


def joined(sink: Sink) -> Client:
    """The others join by the same requests, and Ida by her letter; she stands in. Her browser."""
    for name in (*FIRST[1:], *SECOND):
        client = people.joins(sink, name, f"{CLUB}join")
        client.post(f"{SEASON}entry", {"do": "register"})
    way = next(
        line.split("/invitations/")[1]
        for line in people.text_of(people.newest(sink, "Ida")).splitlines()
        if "/invitations/" in line
    )
    ida = people.joins(sink, "Ida", f"/invitations/{way}")
    ida.post(f"{CLUB}standing-in", {"stand": "yes"})
    return ida


def prepared(olga: OrganizersTime) -> None:
    """The form of the season, and registration is open."""
    with olga.task("prepare the season, open it"):
        olga.link("Clubs")
        olga.link("Star Club")
        olga.link("Seasons")
        olga.link("Make a season")
        looked_at(olga.page)
        olga.fill("#id_name", "Spring 2027")
        olga.click(olga.page.get_by_label("Imperial Trader"))
        for name, value in {
            "rounds": "2",
            "table_size": "6",
            "divisions": "6, 6",
            "moving": "1",
        }.items():
            olga.fill(f"#id_{name}", value)
        olga.click(olga.page.get_by_text("Options of Imperial Trader", exact=True))
        assert olga.page.get_by_text("Options of Stratastar").is_hidden()
        olga.fill("[id='id_option.imperial-trader.rounds']", "1")
        olga.click(olga.page.get_by_text("The post: times, reactions and the rest", exact=True))
        olga.fill("[id='id_setting.turn_time']", "5d")
        olga.button("Make the season")
        olga.button("Open registration")


def drawn(olga: OrganizersTime) -> None:
    """The worker draws; it is looked at, and holds."""
    with olga.task("look who takes part, draw"):
        olga.click(olga.page.get_by_role("link", name="Draw", exact=True).first)
        olga.button("Draw")
        olga.page.get_by_role("progressbar").wait_for()
        assert faults(olga.page, {"runOnly": ["meta-refresh"]}) == []
        season_draw.work(Season.objects.get().pk)
        olga.page.get_by_text("Look at it before it holds").wait_for()
        olga.page.get_by_text("the least possible").first.wait_for()
        looked_at(olga.page)
        olga.button("This draw holds")


# --- rounds ---------------------------------------------------------------------------------------


def begun(olga: OrganizersTime, number: int) -> None:
    """A round begins, and everybody is told a word."""
    with olga.task("begin two rounds"):
        olga.button(f"Begin round {number}")
        olga.page.get_by_text(f"Round {number} has begun").wait_for()


def first_round(olga: OrganizersTime) -> None:
    """Division 1 plays; bots play division 2, and its result is not what the table agreed on."""
    begun(olga, 1)
    people.play(game_of(1, 1), ("Ann",))
    bots_play(game_of(1, 2))
    olga.page.reload()
    with olga.task("correct a result"):
        rows = olga.page.get_by_role("row").filter(has_text="Gus")
        olga.click(rows.get_by_role("link", name="Correct"))
        for place, name in enumerate(SECOND, 1):
            olga.fill(f"[aria-label='Place of {name}']", str(place))
        looked_at(olga.page)
        olga.fill("#why", "All six took a die for another")
        olga.button("This is the result")
        olga.page.get_by_text("The result stands").wait_for()
    approved(olga, 1)


def approved(olga: OrganizersTime, number: int) -> None:
    with olga.task("approve two rounds"):
        olga.button(f"Approve round {number}")
        olga.page.get_by_text(f"Round {number} is approved").wait_for()


def second_round(olga: OrganizersTime, sink: Sink, mailbox: Callable[[], None]) -> None:
    """Fay vanishes. She gets more time, then her seat is offered; Ida takes it by letter."""
    begun(olga, 2)
    people.play(game_of(2, 2), ("Jo",))
    game = game_of(2, 1)
    people.play(game, ("Bob", "Cat"), silent="Fay")
    seat = game.seats.get(player=called("Fay")).colour
    assert game.started is not None
    eight = game.started.replace(hour=8)
    morning = eight if eight > game.started else eight + DAY  # the first after the round began
    clock.set_to(morning)
    mailbox()
    with olga.task("read the desk in the morning"):
        assert desk_letters(morning)
        mailbox()
    with olga.task("write to all members"):
        to_desk(olga)
        looked_at(olga.page)
        olga.fill("#why-club", "Round 2 has begun. Good luck!")
        olga.button("Write to all members")
    with olga.task("give somebody more time"):
        to_desk(olga)
        olga.link(game.title)
        olga.choose(olga.page.locator("#more-time-1"), seat)
        olga.fill("#more-time-why", "Fay may be on her way")
        olga.button("Give more time")
    clock.set_to(game.started + 2 * DAY)
    with olga.task("replace somebody who has vanished"):
        to_desk(olga)
        olga.link(game.title)
        looked_at(olga.page)
        olga.choose(olga.page.locator("#offer-1"), seat)
        olga.fill("#offer-why", "No word of Fay for two days")
        olga.button("Offer the seat")
        people.sent("Ida")
        people.answers(sink, "Ida", "yes\r\n")
        mailbox()
    with olga.task("pause a game"):
        olga.fill("#pause-why", "Ida reads what there was")
        olga.button("Pause, or make a pause longer")
        olga.fill("#go-on-why", "Ida has read it")
        olga.button("Go on")
    clock.set_to(game.started + 3 * DAY)
    assert game.seats.get(colour=seat).player == called("Ida")
    people.says(game, "Ida", people.SPENDS)
    olga.page.goto(f"{olga.page.url.split('/clubs/')[0]}{SEASON}")
    approved(olga, 2)


def to_desk(olga: OrganizersTime) -> None:
    """From any page to the desk."""
    olga.link("Clubs")
    olga.link("Star Club")
    olga.link("Desk")


# --- as worked out by hand ------------------------------------------------------------------------


def stands_as_worked_out(page: Page) -> None:
    """Both league tables: names, points, what decided, who moves."""
    rows = [row.split("\t") for row in page.locator("section.letter tbody tr").all_inner_texts()]
    assert [(row[1], row[3], row[-1]) for row in rows] == [
        ("Ann", "7.5", "points"),
        ("Bob", "7", "entry"),
        ("Cat", "7", "points"),
        ("Dan", "3.5", "entry"),
        ("Eve", "3.5", "points"),
        ("Fay down", "3", ""),
        ("Gus up", "8", "second places"),
        ("Jo", "8", "points"),
        ("Hal", "6", "points"),
        ("Ivy", "5", "points"),
        ("Kit", "3", "points"),
        ("Lea", "2", ""),
    ]


def rated_as_worked_out() -> None:
    """Everybody's rating after one game, and Jo's after two."""
    ratings = season_ratings.rated_at("imperial-trader", "public")
    shown = {
        name: [step.after.shown for step in ratings.of(str(called(name).pk))]
        for name in (*FIRST, *SECOND)
    }
    after_one = {name: some[0] for name, some in shown.items()}
    assert after_one == {
        "Ann": 1551,
        "Bob": 1490,
        "Cat": 1490,
        "Dan": 1490,
        "Eve": 1490,
        "Fay": 1490,
        "Gus": 1551,
        "Hal": 1539,
        "Ivy": 1523,
        "Jo": 1503,
        "Kit": 1473,
        "Lea": 1412,
    }
    assert shown["Jo"] == [1503, 1553]


def next_season_as_worked_out() -> None:
    """Gus and Fay have changed places."""
    new = Season.objects.get(name="Spring 2028")
    divisions = [
        [one.name for one in league_tables.entrants_of(each)] for each in new.divisions.all()
    ]
    assert divisions == [
        ["Ann", "Bob", "Cat", "Dan", "Eve", "Gus"],
        ["Fay", "Jo", "Hal", "Ivy", "Kit", "Lea"],
    ]


def ended(olga: OrganizersTime) -> None:
    """The season ends, is read once more, and the next is prepared."""
    with olga.task("end the season, prepare the next"):
        olga.button("End the season")
        olga.link("Report")
        looked_at(olga.page)
        olga.link("Back to the season")
        olga.button("Prepare the next season")
        olga.page.get_by_role("heading", name="Spring 2028").wait_for()
        olga.button("Open registration")


@pytest.mark.long
@pytest.mark.usefixtures("_time_runs_on")
def test_a_season_from_its_club_to_the_next(
    browser: Browser, live_server: LiveServer, smtp_sink: Sink
) -> None:
    """Long: a whole season is clicked through, in three windows."""
    wide = {"viewport": {"width": 1280, "height": 900}}
    with windows(browser, live_server.url) as opens:
        olga = OrganizersTime(opens("/accounts/signup/", None, **wide))
        people.joins_by_clicks(olga.page, smtp_sink, "Olga")
        mailbox = partial(read_mail, olga, smtp_sink)
        founds(olga, mailbox)
        prepared(olga)
        ann = opens(f"{CLUB}", None, **wide)
        ann.get_by_role("button", name="Join the club").click()
        ann.get_by_role("link", name="Join with your address").click()
        people.joins_by_clicks(ann, smtp_sink, "Ann")
        ann.get_by_text("You are a member of Star Club now").wait_for()
        ann.get_by_role("link", name="Seasons").click()
        ann.get_by_role("link", name="Spring 2027").click()
        ann.get_by_role("button", name="Register").click()
        ann.get_by_role("heading", name="You are registered").wait_for()
        looked_at(ann)
        joined(smtp_sink)
        olga.page.reload()
        drawn(olga)
        first_round(olga)
        second_round(olga, smtp_sink, mailbox)
        stands_as_worked_out(olga.page)
        looked_at(olga.page)
        mailbox()
        ended(olga)
        ann.goto(f"{live_server.url}/players/{called('Jo').pk}/")
        ann.get_by_text("1,553").first.wait_for()
        looked_at(ann)
    rated_as_worked_out()
    next_season_as_worked_out()
    told(olga)


def read_mail(olga: OrganizersTime, sink: Sink) -> None:
    """Letters to Olga go out, and she reads them."""
    read = len(sink.to(people.address("Olga")))
    people.sent("Olga")
    for taken in sink.to(people.address("Olga"))[read:]:
        olga.reads(people.text_of(people.parsed(taken.raw)), letter=True)


def told(olga: OrganizersTime) -> None:
    """What the season costs its organizer; `MINUTES` names a file for the figures."""
    if into := os.environ.get("MINUTES"):
        Path(into).write_text(json.dumps(olga.told()), "utf-8")
    assert sum(minutes for *_, minutes in olga.told()) <= MOST_MINUTES, olga.told()
