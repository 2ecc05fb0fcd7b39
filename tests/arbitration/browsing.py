"""A real browser at the court's pages: players and referees signed in, at any width, with or
without scripts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.services.windows import windows
from traders.models import Player

SignIn = Callable[..., Page]
QUEUE = "/admin/arbitration/claim/"
WIDTHS = {"wide": 1280, "tablet": 820, "phone": 390}


@pytest.fixture
def sign_in(browser: Browser, live_server: LiveServer) -> Iterator[SignIn]:
    """Opens a page as a player; an error in the console fails the test, but for the answer 403
    where it is wanted.
    """
    with windows(browser, live_server.url) as opens:

        def opened(
            player: Player,
            path: str,
            *,
            width: int = 1440,
            height: int = 1000,
            answers: str = "",
            scripts: bool = True,
        ) -> Page:
            looks = {
                "viewport": {"width": width, "height": height},
                "has_touch": width < 1200,
                "java_script_enabled": scripts,
            }
            return opens(path, player, answers=answers, **looks)

        yield opened


def drawing(page: Page, figure: str, has_text: str = "") -> str:
    """What a board on a page draws. A drawing can be seen before all of it has come, so the page is
    waited for.
    """
    page.wait_for_load_state()
    return page.locator(figure, has_text=has_text).locator("svg").inner_html()


def picture(page: Page, name: str) -> None:
    """A screenshot to look at, where SCREENSHOTS names a folder."""
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)
