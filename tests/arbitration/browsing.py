"""A real browser at the court's pages: players and referees signed in, at any width, with or without scripts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from traders.models import Player

SignIn = Callable[..., Page]
QUEUE = "/admin/arbitration/claim/"
WIDTHS = {"wide": 1280, "tablet": 820, "phone": 390}


@pytest.fixture
def sign_in(browser: Browser, live_server: LiveServer) -> Iterator[SignIn]:
    """Opens a page as a player; an error in the console fails the test, but for the answer 403 where it is wanted."""
    contexts = []
    problems: list[str] = []

    def opened(player: Player, path: str, *, width: int = 1440, height: int = 1000, answers: str = "", scripts: bool = True) -> Page:
        client = Client()
        client.force_login(player)
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 1200, java_script_enabled=scripts)
        contexts.append(context)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        page = context.new_page()
        page.on(
            "console",
            lambda said: problems.append(said.text) if said.type == "error" and (not answers or answers not in said.text) else None,
        )
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(live_server.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not problems


def picture(page: Page, name: str) -> None:
    """A screenshot to look at, where SCREENSHOTS names a folder."""
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)
