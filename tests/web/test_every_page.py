"""Every page answers, for who is nobody and for who has a seat; every answer carries the headers;
nothing inline runs.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from traders.engines.registry import ENGINES
from traders.models import Game, Player
from traders.web.security_headers import PAGES

OPEN = [
    "/", "/games/", "/players/", "/rules/", "/rules/postal", "/rules/star-traders",
    "/rules/star-traders/start", "/credits", "/orders",
    "/casebook/", "/guides/players", "/accounts/login/", "/accounts/signup/", "/verify.py",
    "/health",
]  # fmt: skip
OF_A_GAME = ["game", "history", "history-json", "proof"]
SIGNED_IN = ["/account", "/account/tokens", "/games/new", "/games/new?system=toll"]


@pytest.mark.parametrize("path", OPEN)
def test_an_open_page_answers(client: Client, db: None, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Security-Policy"] == PAGES
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("name", OF_A_GAME)
@pytest.mark.parametrize("begun", [True, False])
def test_a_page_of_a_game_answers(
    client: Client,
    gathering: Game,
    blue: Player,
    request: pytest.FixtureRequest,
    name: str,
    begun: bool,
) -> None:
    if begun:
        request.getfixturevalue("game")
    assert client.get(reverse(name, args=[gathering.slug])).status_code == 200


def test_orders_in_running_text_are_shown_as_code(red_client: Client, game: Game) -> None:
    of_the_game = [reverse(name, args=[game.slug]) for name in ("game", "history", "proof", "more")]
    steps = [reverse("start", args=[system]) for system in ENGINES]
    for page in (*OPEN, *SIGNED_IN, *steps, *of_the_game):
        answer = red_client.get(page)
        if answer["Content-Type"].startswith("text/html"):
            running = re.sub(r"(?s)<pre.*?</pre>", "", answer.content.decode())
            assert "`" not in running, page


@pytest.mark.parametrize("path", SIGNED_IN)
def test_a_page_of_ones_own_asks_to_sign_in(client: Client, red: Player, path: str) -> None:
    assert client.get(path).status_code == 302
    client.force_login(red)
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("path", [
    "/nowhere", "/games/none/", "/games/none/live", "/rules/none", "/guides/none",
    "/guides/../settings", "/mailbox/",
])  # fmt: skip
def test_what_is_not_there_is_said_in_words(client: Client, db: None, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert b"No such page" in answer.content
    assert b"Traceback" not in answer.content


def test_a_page_takes_no_other_method_than_a_browser_s(red_client: Client, game: Game) -> None:
    """Nor is it shown under one; the API says so in its own form."""
    of_the_game = [reverse(name, args=[game.slug]) for name in OF_A_GAME]
    for path in (*OPEN, *SIGNED_IN, *of_the_game, "/admin/"):
        for method in ("OPTIONS", "TRACE", "PROPFIND", "PUT", "DELETE"):
            answer = red_client.generic(method, path)
            assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, POST"), (method, path)
    assert red_client.options("/api/games")["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/", "/rules/postal", "/accounts/login/", "/games/new"])
def test_no_page_holds_a_script_or_style_of_its_own(
    red_client: Client, game: Game, path: str
) -> None:
    for url in (path, reverse("game", args=[game.slug])):
        html = red_client.get(url).content.decode()
        assert not re.search(
            r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:", html, re.IGNORECASE
        )


def test_a_fault_is_told_without_its_trace(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr("traders.web.rulebook_pages.books", broken)
    client.raise_request_exception = False
    answer = client.get("/rules/")
    assert answer.status_code == 500
    assert b"Something broke, and it is our fault" in answer.content
    assert b"secret words" not in answer.content


def test_a_busy_database_asks_to_try_again(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError

    def busy(*args: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("traders.web.rulebook_pages.books", busy)
    answer = client.get("/rules/")
    assert answer.status_code == 503
    assert b"Busy for a moment" in answer.content


@pytest.mark.parametrize(
    "where",
    [
        "traders.web.reader_time_zone.reader_zone",
        "django.contrib.sessions.backends.db.SessionStore.load",
    ],
)
def test_a_database_that_is_away_before_any_view_too(
    red_client: Client, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """(who is signed in is read before the page is)"""
    from django.db import InterfaceError, OperationalError

    red_client.raise_request_exception = False
    for error in (OperationalError, InterfaceError):

        def away(*args: object, error: type[Exception] = error) -> None:
            raise error("connection refused")

        monkeypatch.setattr(where, away)
        for page in ("/", "/account", "/credits", "/health"):
            answer = red_client.get(page)
            assert answer.status_code == 503
            assert b"Busy for a moment" in answer.content
            assert answer.headers["Cache-Control"] == "no-store"
