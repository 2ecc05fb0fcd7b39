"""Windows of a real browser on a live server, each with its own player; what pages say to the
console as an error fails the test.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.services.browser import PATIENCE
from traders.models import Player


class Opens(Protocol):
    """Opens a path in a new window of these looks, signed in as the player where one is named.
    `answers`: the status, as the console tells it, that is wanted and no fault.
    """

    def __call__(
        self, path: str, player: Player | None, *, answers: str = "", **looks: Any
    ) -> Page: ...


@contextmanager
def windows(browser: Browser, url: str) -> Iterator[Opens]:
    """Windows that are closed after; `url`: the server's."""
    contexts = []
    problems: list[str] = []

    def opened(path: str, player: Player | None, *, answers: str = "", **looks: Any) -> Page:
        def heard(said: ConsoleMessage) -> None:
            if said.type == "error" and (not answers or answers not in said.text):
                problems.append(said.text)

        context = browser.new_context(**looks)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if player is not None:
            client = Client()
            client.force_login(player)
            context.add_cookies(
                [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}]
            )
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not problems
