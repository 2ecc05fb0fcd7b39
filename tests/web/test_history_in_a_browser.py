"""A history stepped through, played and kept, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.services import axe
from tests.services.windows import Opens, windows
from tests.web.test_game_history_page import played
from traders.domain.people import page_view_evidence
from traders.domain.play import door
from traders.models import Game, Note, Player, Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def opens(browser: Browser, live_server: LiveServer) -> Iterator[Opens]:
    with windows(browser, live_server.url) as opened:
        yield opened


def shown(page: Page) -> str | None:
    """The move after which the board stands."""
    return page.locator("#step").get_attribute("data-at")


FRAME = """() => {
  const frame = Object.assign(document.createElement("iframe"), { className: "paper" });
  document.body.append(frame);
  const { height } = frame.getBoundingClientRect();
  frame.remove();
  return height;
}"""
"""The height of the frame in which a letter is shown."""


def faults(page: Page, width: int) -> list[str]:
    """What cannot be read, or goes beyond the window."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [*axe.faults(page), *([f"{wide} wide"] if wide > width else [])]


@pytest.fixture
def missed(game: Game) -> Game:
    """A game in which red looked at move 1 and then each seat moved twice."""
    page_view_evidence.note(Seat.objects.get(game=game, colour="red"), 1)
    for seat in ("red", "blue", "red", "blue"):
        door.orders(game.pk, seat, "end")
    game.refresh_from_db()
    return game


def test_what_was_missed_is_played_and_stepped_through(
    opens: Opens, missed: Game, red: Player
) -> None:
    last = missed.number
    page = opens(f"/games/{missed.slug}/", red, viewport={"width": 1280, "height": 900})
    page.get_by_role("link", name="Play them on the board").click()
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_visible()
    expect(page.locator(f'#step[data-at="{last}"]')).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator(f"#e{last}.here")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(f'#step[data-at="{last - 1}"]')).to_be_visible()
    assert f"at={last - 1}" in page.url
    page.keyboard.press("PageUp")
    expect(page.locator(f'#step[data-at="{last - 2}"]')).to_be_visible()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(f'#step[data-at="{last - 1}"]')).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Pause").click()
    page.locator("#t1 > summary").click()
    page.locator("#e2 a.no").click()
    expect(page.locator('#step[data-at="2"]')).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator('#step[data-at="3"]')).to_be_visible()
    assert faults(page, 1280) == []


def test_nothing_moves_for_who_wants_calm_and_all_works_without_scripts(
    opens: Opens, missed: Game, red: Player
) -> None:
    calm = opens(f"/games/{missed.slug}/history?at=2&until=5&play=1", red, reduced_motion="reduce")
    expect(calm.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page = opens(f"/games/{missed.slug}/", red, java_script_enabled=False)
    page.get_by_role("link", name="Play them on the board").click()
    expect(page.get_by_role("button", name="Play")).to_have_count(0)
    page.get_by_role("link", name="step ›").click()
    expect(page.locator('#step[data-at="3"]')).to_be_visible()
    page.locator("#t1 > summary").click()
    page.locator("#e2 a.no").click()
    expect(page.get_by_text("After move 2")).to_be_visible()
    assert shown(calm) == "2"


def test_notes_are_saved_without_leaving_the_page(opens: Opens, game: Game, red: Player) -> None:
    page = opens(f"/games/{game.slug}/", red)
    page.get_by_label("Orders, one a line").fill("roll")
    page.get_by_text("My notes", exact=True).click()
    page.get_by_label("My notes").fill("Blue bluffs.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_label("Orders, one a line")).to_have_value("roll")
    assert Note.objects.get().words == "Blue bluffs."


@pytest.mark.sampled
@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
def test_its_pages_are_read_on_every_screen(
    opens: Opens, live_server: LiveServer, game: Game, red: Player, width: int, scheme: str
) -> None:
    game = played(game)
    looks_: dict[str, object] = {"viewport": {"width": width, "height": 900}}
    page = opens(f"/games/{game.slug}/end", red, color_scheme=scheme, **looks_)
    assert faults(page, width) == []
    shades = page.locator(".wide").first.evaluate("it => getComputedStyle(it).backgroundImage")
    assert shades.count("gradient") == 4  # a table that runs past an edge is seen to go on
    assert page.evaluate(FRAME) >= 700
    for path in ("history", "history?at=4", "notes"):
        page.goto(f"{live_server.url}/games/{game.slug}/{path}")
        assert faults(page, width) == [], path
    page.goto(f"{live_server.url}/games/{game.slug}/end")
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", name=re.compile("Waiting for players"))).to_be_visible()
