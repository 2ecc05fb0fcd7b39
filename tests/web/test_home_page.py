"""The front door: a board that plays itself, what is free, what can be watched."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.domain.playing import bots_play
from tests.services.copied_rows import copied
from traders.club import demonstration_club
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.models import Club, Game
from traders.models.triggers import lifted
from traders.web.board_animation import Shot, film
from traders.web.home_page import STRETCH

ELEMENTS = st.sampled_from(
    [
        '<rect x="1"/>',
        '<g class="a"><g/><path d="M1>0"/></g>',
        "<text>A &lt; B</text>",
        "<!--fixed-->",
    ]
)

SPEC = next(one for one in demonstration_club.GAMES if one.title == "Bots: Imperial Trader")
SHOWN_NOW = (
    "[...document.querySelectorAll('#film [data-in]:not([display])')]"
    ".map(part => part.dataset.in).join()"
)


def seen(svg: str, shot: int) -> list[str]:
    """The elements of a film that its picture of that number shows."""
    found: list[str] = []
    for part in ElementTree.fromstring(svg):  # comments are left out
        shown = part.get("data-in")
        if shown is None or str(shot) in shown.split():
            inner = [part] if shown is None else list(part)
            found += [ElementTree.tostring(one, encoding="unicode") for one in inner]
    return found


@given(st.lists(st.lists(ELEMENTS, max_size=6), min_size=1, max_size=6))
def test_each_picture_of_a_film_is_the_board_that_was_drawn(boards: list[list[str]]) -> None:
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" height="{n}"><title>t</title>{"".join(one)}</svg>'
        for n, one in enumerate(boards)
    ]
    made = film([Shot(svg, f"move {n}") for n, svg in enumerate(drawn)])
    for number, svg in enumerate(drawn):
        alone = [one for one in ElementTree.fromstring(svg) if not one.tag.endswith("title")]
        assert seen(made, number) == [
            ElementTree.tostring(one, encoding="unicode") for one in alone
        ]
    hidden = {part.get("data-in") for part in ElementTree.fromstring(made) if part.get("display")}
    assert not any("0" in shown.split() for shown in hidden)
    assert ElementTree.fromstring(made).get("height") == str(len(boards) - 1)


@pytest.fixture
def shown(db: None) -> Game:
    return gone_on()


@copied
def gone_on() -> Game:
    """A demonstration game that has gone on for a while."""
    club = Club.objects.create(slug=demonstration_club.CLUB, name="Demonstration club")
    game = door.create(SPEC.system, SPEC.seats, SPEC.options, title=SPEC.title, club=club)
    leaving_and_taking_seats.give_to_bots(game, SPEC.seats)
    return bots_play(game, entries=STRETCH + 5)


def film_of(client: Client) -> str:
    found = re.search(r'<img src="(/film/[^"]+)"', client.get("/").content.decode())
    assert found
    return found[1]


def test_without_a_game_to_watch_an_example_turn_is_shown(client: Client, db: None) -> None:
    answer = client.get(film_of(client))
    assert int(ElementTree.fromstring(answer.content).get("data-shots")) > 2
    assert "Watch a game" not in client.get("/").content.decode()


def test_the_latest_moves_of_a_game_of_bots_are_shown(client: Client, shown: Game) -> None:
    address = film_of(client)
    assert address == reverse("film", args=[shown.slug, STRETCH]) + f"?of={shown.pk}"
    told = re.search(r'id="film-told">([^<]*)<', client.get("/").content.decode())
    assert told
    assert ":" not in told[1], "a title with a colon is no subject of a sentence"
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer["Cache-Control"].startswith("public")
    assert len(answer.content) < 30_000
    plain = client.get(address).content
    assert int(ElementTree.fromstring(plain).get("data-shots")) > 5
    assert (
        f'href="{reverse("game", args=[shown.slug])}">Watch a game'
        in client.get("/").content.decode()
    )


def test_only_games_of_bots_are_filmed(client: Client, shown: Game, game: Game) -> None:
    bots_play(door.create("toll", ["red", "blue"], title="Bots: Imperial Trader"), entries=20)
    for slug, number in [
        (game.slug, STRETCH), (shown.slug, STRETCH + 1), (shown.slug, 100 * STRETCH), ("none", 0),
        (shown.slug, 0),
    ]:  # fmt: skip
        address = reverse("film", args=[slug, number])
        for of in (shown.pk, game.pk):
            assert client.get(address, {"of": of}).status_code == 404


def test_a_film_is_kept_for_its_own_game_alone(client: Client, shown: Game) -> None:
    """The next game of a title has the same name: the address of a film, which is kept for a day,
    is another one.
    """
    first = film_of(client)
    assert client.get(first).status_code == 200
    with lifted():
        shown.delete()
    club = Club.objects.get()
    game = demonstration_club.begin_anew(club, SPEC)
    Game.objects.filter(pk=game.pk).update(number=STRETCH)
    assert game.slug == shown.slug
    assert film_of(client) != first
    assert client.get(first).status_code == 404
    assert client.get(first.partition("?")[0]).status_code == 404


def test_the_page_is_small_and_is_kept_until_something_happens(client: Client, game: Game) -> None:
    first = client.get("/")
    assert len(first.content) < 20_000
    assert not first.cookies  # an answer with a cookie would be kept nowhere
    again = client.get("/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    door.orders(game.pk, "red", "end")
    assert client.get("/", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_card_tells_free_seats(client: Client, db: None) -> None:
    assert "free seat" not in client.get("/").content.decode()
    door.create("stratastar", ["red", "blue", "green"])
    html = client.get("/").content.decode()
    assert "3 free seats" in html
    assert "Take Green" in html


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_board_plays_until_it_is_paused(
    live_server: LiveServer, page: Page, game: Game
) -> None:
    page.goto(live_server.url)
    svg = page.locator("#film svg")
    expect(svg).to_have_role("img")
    first = page.evaluate(SHOWN_NOW)
    expect(svg).to_have_attribute("data-shot", "1")
    assert page.evaluate(SHOWN_NOW) != first
    page.get_by_role("button", name="Pause").click()
    still = page.evaluate(SHOWN_NOW)
    page.wait_for_timeout(2500)
    assert page.evaluate(SHOWN_NOW) == still
    calm = page.context.browser.new_context(
        reduced_motion="reduce", timezone_id="Asia/Tokyo"
    ).new_page()
    calm.goto(live_server.url)
    due = calm.locator("time:not([data-relative])").first
    told = calm.request.get(live_server.url).text()  # the server knows the zone by then
    expect(due).to_contain_text("GMT+9")
    assert due.text_content().rpartition(" ")[0] in told
    expect(calm.get_by_role("button", name="Play")).to_be_visible()
    calm.context.close()
    plain = page.context.browser.new_context(java_script_enabled=False).new_page()
    plain.goto(live_server.url)
    expect(plain.locator("#film img")).to_be_visible()
    expect(plain.get_by_role("button", name="Pause")).to_be_hidden()
    plain.context.close()
