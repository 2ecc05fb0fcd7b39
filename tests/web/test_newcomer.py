"""A newcomer's first quarter of an hour: the free seat, the first letter, its answer by mail, the
receipt, the board. Every process is real.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.services.browser import PATIENCE
from tests.services.processes import House
from tests.services.redis import Redis
from tests.services.stored import MIGRATED

pytestmark = [pytest.mark.browser, pytest.mark.sqlite]  # the embedded set-up

A_GAME = """
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats as leaving
start = {"red": {"at": "Mink"}, "blue": {"at": "Kluge", "hand": ["Zap"]}}
game = door.create("star-traders", ["red", "blue"], title="First voyage", start=start)
leaving.give_to_bots(game, ["blue"])
"""
"""Red, to whom the first turn falls, is free; a bot has blue, and a card that can be played on
red's jump.
"""


@pytest.fixture
def open_house(redis_server: Redis) -> Iterator[House]:
    """A whole house in which letters go through its own mail server."""
    redis_server.client().flushall()
    with MIGRATED.house(redis_url=redis_server.url) as house:
        house.manage("collectstatic", "--noinput", "--verbosity", "0")
        house.manage("shell", "--verbosity", "0", "-c", A_GAME)
        for process in ("mail", "worker", "web"):
            house.start(process)
        yield house


@pytest.mark.long
def test_a_newcomer_takes_the_seat_and_jumps_by_letter(browser: Browser, open_house: House) -> None:
    """Long: every process of a server is started for it."""
    site = f"http://127.0.0.1:{open_house.web_port}"
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, timezone_id="Europe/Berlin"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(site)
    page.get_by_role("link", name="Play now").click()
    page.get_by_role("button", name="Take the seat and open my mailbox").click()
    first = page.get_by_role("link", name=re.compile("You are Red.*First voyage"))
    expect(first).to_be_visible()  # without a reload: the page looks by itself
    first.click()
    expect(page.locator("pre.paper")).to_contain_text("Mink")
    page.get_by_label("Your lines, above the quoted letter").fill("jump niven\npass through")
    page.get_by_role("button", name="Send the letter").click()
    expect(page.get_by_text("The receipt has come")).to_be_visible()
    page.locator("#sent a").click()
    expect(page.locator("pre.paper")).to_contain_text("jump niven")
    page.goto(f"{site}/games/first-voyage/")
    expect(page.locator("#past")).to_contain_text(
        re.compile(r"declares a \w+ jump from Mink \(14\) to Niven \(13\)")
    )
    expect(page.locator("#past")).to_contain_text("by letter")
    expect(page.locator("#board svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
