"""A season by its pages: made, registered for, drawn, begun, corrected, reported; who sees it."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.club.seasons.league import (
    called,
    club_of,
    drawn_by_hand,
    olga,
    registered,
    season_of,
)
from traders.club.seasons import registration, season_draw
from traders.domain.people import club_roles
from traders.engines.registry import ENGINES
from traders.models import Club, Game, Letter, Player, Role, Season, SeasonTable

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cat", "=Dan")
SEASONS = "/clubs/star/seasons/"
SPRING = f"{SEASONS}spring/"
FORM = {
    "name": "Spring", "systems": ["toll"], "rounds": "2", "table_size": "2", "divisions": "2, 2",
    "moving": "1", "starting": "hand", "every": "30",
}  # fmt: skip


@pytest.fixture
def club(db: None) -> Club:
    return club_of(NAMES)


def at(player: Player) -> Client:
    """A browser in which the player is signed in."""
    client = Client()
    client.force_login(player)
    return client


def text(client: Client, path: str, status: int = 200) -> str:
    """What the page says."""
    answer = client.get(path)
    assert answer.status_code == status, path
    return " ".join(answer.content.decode().split())


def press(client: Client, path: str, **asked: object) -> str:
    """Press a button, and read the page that comes."""
    answer = client.post(path, asked, follow=True)
    assert answer.status_code == 200, path
    return " ".join(answer.content.decode().split())


def drawn(club: Club) -> Season:
    """The season by its pages, up to a draw that holds."""
    chief = at(olga(club))
    press(chief, f"{SEASONS}new", **FORM)
    press(chief, f"{SPRING}run", do="open")
    for name in NAMES:
        press(at(called(name)), f"{SPRING}entry", do="register")
        press(at(called(name)), f"{SPRING}entry", do="confirm")
    season = Season.objects.get()
    return drawn_by_hand(season, d1=[[("Ann", "Bob")]] * 2, d2=[[("=Dan", "Cat")]] * 2)


def test_a_season_from_the_form_to_its_report(club: Club) -> None:
    chief, ann = at(olga(club)), at(called("Ann"))
    assert "No seasons yet" in text(ann, SEASONS)
    assert "at most 6" in press(chief, f"{SEASONS}new", **FORM | {"table_size": "9"})
    season = drawn(club)
    assert season.phase == "drawn"
    assert "Begin it when you like." in text(chief, "/clubs/star/desk/")
    assert "You play" in text(ann, SPRING)
    page = press(chief, f"{SPRING}run", do="begin")
    assert "Round 1 has begun" in page and Game.objects.count() == 2
    table = SeasonTable.objects.filter(round__number=1).first()
    first, second = table.places.all()
    rank = {f"rank.{first.entrant_id}": 2, f"rank.{second.entrant_id}": 1}
    result = f"{SPRING}tables/{table.pk}"
    assert "Say why" in press(chief, result, **rank)
    assert "Count from 1" in press(chief, result, why="x", **dict.fromkeys(rank, 2))
    page = press(chief, result, why="Both agreed by letter", **rank)
    assert f"1. {second.entrant.name}, 2. {first.entrant.name}" in page
    assert "Stated by an organizer: “Both agreed by letter.”" in text(ann, SPRING)
    assert "has no result yet" in press(chief, f"{SPRING}run", do="approve", round=1)
    assert "Both agreed" in text(ann, f"{SPRING}report")
    sheet = ann.get(f"{SPRING}report.csv").content.decode()
    assert "'=Dan" in sheet and ",=Dan" not in sheet
    paper = ann.get(f"{SPRING}report.pdf")
    assert paper["Content-Type"] == "application/pdf" and paper.content.startswith(b"%PDF-")
    assert ann.get(f"{SPRING}report.pdf").content == paper.content


def test_one_button_at_a_time_leads_from_registering_to_the_first_round(club: Club) -> None:
    chief, ann = at(olga(club)), at(called("Ann"))
    press(chief, f"{SEASONS}new", **FORM)
    press(chief, f"{SPRING}run", do="open")
    assert buttons(text(ann, SPRING)) == ["Register"]
    assert "Before the first round a letter asks whether you still play" in text(ann, SPRING)
    page = press(ann, f"{SPRING}entry", do="register")
    assert "You are registered" in page and "Nothing to do now." in page
    assert buttons(page) == ["Withdraw from Spring"]
    press(chief, f"{SPRING}run", do="ask")
    page = text(ann, SPRING)
    assert "Do you still play?" in page and buttons(page) == ["Confirm", "Withdraw from Spring"]
    page = press(ann, f"{SPRING}entry", do="confirm")
    assert "You play" in page and buttons(page) == ["Withdraw from Spring"]
    # who registers anew is asked anew
    press(ann, f"{SPRING}entry", do="withdraw")
    Letter.objects.update(written=F("written") - timedelta(minutes=1))
    assert buttons(press(ann, f"{SPRING}entry", do="register")) == ["Withdraw from Spring"]


def buttons(page: str) -> list[str]:
    """What a player is offered to press."""
    return re.findall(r"<button[^>]*>([^<]*)</button>", page)


def test_a_round_is_approved_once_there_are_results(club: Club) -> None:
    drawn(club)
    chief = at(olga(club))
    page = press(chief, f"{SPRING}run", do="begin")
    assert "0 of 2 tables have a result" in page and "Approve round 1" not in page
    for table in SeasonTable.objects.filter(round__number=1):
        rank = {f"rank.{one.entrant_id}": n for n, one in enumerate(table.places.all(), 1)}
        page = press(chief, f"{SPRING}tables/{table.pk}", why="Agreed", **rank)
    assert "Approve round 1" in page


@pytest.mark.parametrize(
    "page", [f"{SEASONS}new", *(f"/games/new?system={one}" for one in ENGINES)]
)
def test_options_are_called_as_people_call_them(club: Club, page: str) -> None:
    shown = re.sub(r"<[^>]*>", " ", text(at(olga(club)), page))
    assert re.findall(r"\w*_\w*|\bpvp\b", shown) == []


def test_an_option_of_a_game_that_is_not_chosen_is_in_nobody_s_way(club: Club) -> None:
    chief = at(olga(club))
    wrong = {"option.stratastar.worlds": "99"}
    page = press(chief, f"{SEASONS}new", **FORM | wrong | {"systems": ["stratastar"]})
    assert "<details open><summary>Options of Stratastar" in page and "errorlist" in page
    press(chief, f"{SEASONS}new", **FORM | wrong)
    assert Season.objects.get().games == [{"system": "toll", "options": {}}]


HOSTILE = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\u202e=1", "\u200f=1", "＝1", "|calc",
    'a"b', "a,b", 'x"\n=1+1,"', "a\nb", "a\r\nb", "a\u2028b", "\u202etxt.exe", "'=1",
]  # fmt: skip


def test_no_name_is_a_formula_a_further_cell_or_read_backwards_in_a_sheet() -> None:
    toll = [{"system": "toll", "options": {}}]
    season = registered(NAMES, 2, 2, rounds=2, table_size=2, games=toll)
    drawn_by_hand(season, d1=[[("Ann", "Bob")]] * 2, d2=[[("=Dan", "Cat")]] * 2)
    ann, chief = called("Ann"), at(olga(season.club))
    for name in HOSTILE:
        Player.objects.filter(pk=ann.pk).update(display_name=name)
        sheet = chief.get(f"{SPRING}report.csv").content.decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(sheet, newline="")))
        results = rows.index(["Results"])
        assert {len(row) for row in rows[results + 1 :] if row} == {8}, name
        cells = [cell for row in rows for cell in row]
        assert not any(cell.lstrip().startswith(tuple("=+-@＝|\t\r\n")) for cell in cells), name
        assert not any(sign in cell for sign in "\u202e\u200f\r\n\u2028" for cell in cells), name
        bare = "".join(c for c in name if c.isalnum())
        assert any("".join(c for c in cell if c.isalnum()) == bare for cell in cells), name


def test_what_is_not_ones_own_is_refused_and_a_private_club_is_not_there(club: Club) -> None:
    season = drawn(club)
    table = SeasonTable.objects.first()
    chief, ann, nobody = at(olga(club)), at(called("Ann")), Client()
    stranger = at(Player.objects.create_user("x@example.org", display_name="Kim"))
    pages = [SEASONS, SPRING, f"{SPRING}report", f"{SPRING}report.csv",
             f"{SPRING}report.pdf"]  # fmt: skip
    own = [f"{SEASONS}new", f"{SPRING}people", f"{SPRING}draw", f"{SPRING}change",
           f"{SPRING}tables/{table.pk}"]  # fmt: skip
    someone = f"/players/{called('Ann').pk}/"
    for public in (True, False):
        Club.objects.update(public=public)
        for client, sees in ((chief, True), (ann, True), (stranger, public), (nobody, public)):
            for page in [*pages, someone]:
                assert client.get(page).status_code == (200 if sees else 404), page
            for page in own:
                may = {chief: 200, ann: 403, nobody: 302}.get(client, 403 if sees else 404)
                assert client.get(page).status_code == may, page
                if client is not nobody and client is not chief:
                    assert client.post(page, FORM).status_code == may
            for deed in ("entry", "run"):
                assert client.get(f"{SPRING}{deed}").status_code in (302, 405)
        for deed in ("begin", "undraw", "next", "end"):
            assert ann.post(f"{SPRING}run", {"do": deed}).status_code == 403
    assert Season.objects.get() == season
    assert not Game.objects.exists()


def test_the_draw_shows_how_far_it_is_and_is_looked_at_before_it_holds(club: Club) -> None:
    season = drawn(club)
    chief = at(olga(club))
    assert "taken back" in press(chief, f"{SPRING}run", do="undraw")
    assert "Being drawn" in press(chief, f"{SPRING}draw", do="ask")
    season_draw.work(season.pk)
    page = text(chief, f"{SPRING}draw")
    assert "Look at it before it holds" in page and "the least possible" in page
    assert "Being drawn" in press(chief, f"{SPRING}draw", do="ask")
    assert "not the latest draw" in press(chief, f"{SPRING}draw", do="bind", seed=1)
    season_draw.work(season.pk)
    assert "The draw holds" in press(chief, f"{SPRING}draw", do="bind", seed=2)


def test_a_draw_without_people_enough_leads_to_more_people_else_to_the_wishes(club: Club) -> None:
    chief, season = at(olga(club)), season_of(club, [8])
    for name in NAMES[:2]:
        registration.register(season.pk, called(name))
        registration.confirm(season.pk, called(name))
    press(chief, f"{SPRING}draw", do="ask")
    season_draw.work(season.pk)
    page = text(chief, f"{SPRING}draw")
    assert "only 2 people play; a table needs at least 3" in page and "the wishes" not in page
    for way in ("members#h-invite", "people", "change"):
        assert re.search(rf'href="[^"]*/{way}"', page), way
    for name in NAMES[2:]:
        registration.register(season.pk, called(name))
        registration.confirm(season.pk, called(name))
    ann, bob, *_ = season.entrants.all()
    registration.keep_apart(season.pk, ann.pk, bob.pk, olga(club))
    press(chief, f"{SPRING}draw", do="ask")
    season_draw.work(season.pk)
    page = text(chief, f"{SPRING}draw")
    assert "Change the wishes" in page and "h-invite" not in page


def test_days_in_the_form_are_days_of_its_reader_s_zone(club: Club) -> None:
    chief = olga(club)
    Player.objects.filter(pk=chief.pk).update(zone="Asia/Tokyo")
    days = {"closes": "2027-03-01", "begins": "2027-03-05"}
    press(at(chief), f"{SEASONS}new", **FORM | days)
    season = Season.objects.get()
    assert season.closes == datetime(2027, 3, 1, 14, 59, 59, tzinfo=UTC)
    assert season.begins == datetime(2027, 3, 4, 23, tzinfo=UTC)
    page = text(at(chief), f"{SPRING}change")
    assert 'value="2027-03-01"' in page and 'value="2027-03-05"' in page


@pytest.mark.parametrize("field", ["closes", "begins"])
@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_a_day_that_nobody_can_mean_is_refused(club: Club, field: str, day: str) -> None:
    page = press(at(olga(club)), f"{SEASONS}new", **FORM | {field: day})
    assert "Choose a day until" in page
    assert not Season.objects.exists()


def test_a_season_without_a_game_is_asked_for_one(club: Club) -> None:
    page = press(at(olga(club)), f"{SEASONS}new", **FORM | {"systems": []})
    assert "Choose at least one game." in page and "field is required" not in page


def test_a_knock_out_has_its_own_form_and_a_strange_kind_none(club: Club) -> None:
    chief = at(olga(club))
    league, cup = (text(chief, f"{SEASONS}new?kind={kind}") for kind in ("league", "knockout"))
    assert "id_going_on" in cup and "id_going_on" not in league
    assert "id_rounds" in league and "id_rounds" not in cup
    text(chief, f"{SEASONS}new?kind=golf", 404)
    form = FORM | {"table_size": "4", "going_on": "3", "divisions": "8"}
    page = press(chief, f"{SEASONS}new?kind=knockout", **form)
    assert "At tables of 4, 1 or 2 can go on" in page
    press(chief, f"{SEASONS}new?kind=knockout", **form | {"going_on": "2"})
    assert "knock-out, tables of 4, the best 2 go on" in text(chief, SEASONS)


def test_a_knock_out_is_drawn_by_rating_where_the_box_is_ticked(club: Club) -> None:
    chief = at(olga(club))
    assert "by_rating" not in text(chief, f"{season_address(drawn(club))}draw")
    form = FORM | {"name": "Cup", "table_size": "2", "going_on": "1", "divisions": "8"}
    press(chief, f"{SEASONS}new?kind=knockout", **form)
    cup = Season.objects.get(name="Cup")
    address = season_address(cup)
    press(chief, f"{address}run", do="open")
    for name in NAMES:
        registration.register(cup.pk, called(name))
        registration.confirm(cup.pk, called(name))
    assert 'name="by_rating"> Seed by rating' in text(chief, f"{address}draw")
    press(chief, f"{address}draw", do="ask", by_rating="on")
    season_draw.work(cup.pk)
    assert 'name="by_rating" checked' in text(chief, f"{address}draw")
    press(chief, f"{address}draw", do="ask")
    season_draw.work(cup.pk)
    assert 'name="by_rating">' in text(chief, f"{address}draw")


def season_address(season: Season) -> str:
    return f"{SEASONS}{season.slug}/"


def test_a_draft_is_seen_by_organizers_alone(club: Club) -> None:
    chief, ann = at(olga(club)), at(called("Ann"))
    press(chief, f"{SEASONS}new", **FORM)
    assert "Spring" not in text(ann, SEASONS)
    text(ann, SPRING, 404)
    assert "Open registration" in text(chief, SPRING)
    page = press(chief, f"{SPRING}change", **FORM | {"divisions": "4"})
    assert "Saved" in page
    assert [division.size for division in Season.objects.get().divisions.all()] == [4]


def test_people_are_moved_kept_apart_and_entered_late(club: Club) -> None:
    season = drawn(club)
    chief = at(olga(club))
    people = f"{SPRING}people"
    guest = Player.objects.create_user("g@example.org", display_name="Gus")
    club_roles.admit(club, guest, Role.GUEST)
    ann, bob = (season.entrants.get(player=called(name)) for name in ("Ann", "Bob"))
    assert "Choose two different" in press(chief, people, do="apart", one=ann.pk, other=ann.pk)
    assert "Let them meet" in press(chief, people, do="apart", one=ann.pk, other=bob.pk)
    assert "Gus takes part" in press(chief, people, do="enter", player=guest.pk)
    lower = season.divisions.get(order=2)
    assert "is full" in press(chief, people, do="assign", **{f"division.{ann.pk}": lower.pk})
    assert "Withdrawn" in press(chief, people, do="out", entrant=bob.pk)
    assert "withdrawn or left" in press(chief, f"{SPRING}run", do="begin")


def test_a_long_season_asks_the_database_no_more_often_than_a_short_one(club: Club) -> None:
    asked = []
    for name, rounds in (("Short", 1), ("Long", 12)):
        season = season_of(club, [4], name=name, rounds=rounds, table_size=2)
        for one in NAMES:
            registration.register(season.pk, called(one))
        pairs = [("Ann", "Bob"), ("Cat", "=Dan")]
        season = drawn_by_hand(season, d1=[pairs] * rounds)
        client = at(called("Ann"))
        text(client, f"{SEASONS}{season.slug}/")
        with CaptureQueriesContext(connection) as queries:
            text(client, f"{SEASONS}{season.slug}/")
        asked.append(len(queries))
    assert asked[0] == asked[1] < 45
