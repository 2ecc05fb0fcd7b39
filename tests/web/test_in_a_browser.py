"""What a person does, in a real browser: with a mouse or the keys alone, on a desk or a phone, with
JavaScript or without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import seated
from tests.services.windows import windows
from traders.domain.play import door
from traders.models import Game, Player, Seat
from traders.web.order_menu import filled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visit = Callable[..., Page]


@pytest.fixture
def stars(red: Player, blue: Player) -> Game:
    """A game of Star Traders in which red has the turn, at Mink."""
    start = {"red": {"at": "Mink", "hand": ["Gotcha"]}, "blue": {"hand": ["Zap"]}}
    game = door.create("star-traders", ["red", "blue"], title="From Mink outwards", start=start)
    for player in (red, blue):
        Seat.objects.filter(game=game, colour=player.email.partition("@")[0]).update(player=player)
    seated.begin(game.pk)
    game.refresh_from_db()
    return game


@pytest.fixture
def visit(browser: Browser, live_server: LiveServer, red: Player) -> Iterator[Visit]:
    """Opens a page as red, in a window of its own; what the page says to the console as an error
    fails the test.
    """
    with windows(browser, live_server.url) as opens:

        def opened(
            path: str,
            *,
            width: int = 1280,
            scheme: str = "light",
            scripts: bool = True,
            signed_in: bool = True,
        ) -> Page:
            return opens(
                path,
                red if signed_in else None,
                viewport={"width": width, "height": 900},
                color_scheme="dark" if scheme == "dark" else "light",
                java_script_enabled=scripts,
                timezone_id="Europe/Berlin",
            )

        yield opened


def at(game: Game) -> str:
    return f"/games/{game.slug}/"


def test_an_offer_is_clicked_into_the_box_and_sent(visit: Visit, stars: Game) -> None:
    page = visit(at(stars))
    expect(page.get_by_text("It is your turn: movement.")).to_be_visible()
    page.get_by_role("button", name="Write into the box: halt").click()
    expect(page.get_by_label("Orders, one a line")).to_have_value("halt")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".receipt .done", has_text=re.compile(r"halt\s*Done\."))).to_be_visible()
    expect(page.get_by_text("It is your turn: action.")).to_be_visible()


def test_a_free_part_is_chosen_beside_its_offer(visit: Visit, game: Game) -> None:
    page = visit(at(game))
    page.get_by_label("Orders, one a line").fill("# on my way")
    page.get_by_role("button", name="Write into the box: roll").click()
    expect(page.get_by_label("Orders, one a line")).to_have_value("# on my way\nroll")


def test_without_javascript_all_of_it_works(visit: Visit, stars: Game) -> None:
    page = visit(at(stars), scripts=False)
    page.get_by_role("button", name="Write into the box: halt").click()
    expect(page.get_by_label("Orders, one a line")).to_have_value("halt")
    page.get_by_role("button", name="Only try").click()
    expect(page.get_by_text("A test: nothing of this counts.")).to_be_visible()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".receipt .done", has_text=re.compile(r"halt\s*Done\."))).to_be_visible()
    page.get_by_role("link", name="first", exact=True).click()
    expect(page.get_by_text("The table after move 1")).to_be_visible()
    page.get_by_role("link", name="after ›").click()
    expect(page.get_by_text("The table after")).to_have_count(0)  # that was the last one: it is now


def test_the_keys_alone_are_enough(visit: Visit, stars: Game) -> None:
    page = visit(at(stars))
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.order") == "halt":
            break
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Enter")
    expect(page.get_by_label("Orders, one a line")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".receipt .done", has_text=re.compile(r"halt\s*Done\."))).to_be_visible()


MORE = "details.more .offer"


def unfold_more(page: Page) -> None:
    """Open the fold, and in it every kind of order."""
    page.get_by_text("More that you can say").click()
    expect(page.locator("details.kind > summary").first).to_be_visible()
    for kind in page.locator("details.kind > summary").all():
        kind.click()


_EACH_FORM = """() => [...document.querySelectorAll("details.more .offer")].map(row => {
  const box = document.getElementById("orders"), button = row.querySelector("button");
  const values = {};
  box.value = "";
  for (const field of row.querySelectorAll("[data-blank]")) {
    if (field.tagName !== "SELECT" && !("optional" in field.dataset)) field.value = "3";
    values[field.dataset.blank] = field.value;
  }
  button.click();
  return [button.dataset.order, values, box.value];
})"""
"""Of each form its pattern, what was filled in, and the line that its button wrote."""


def test_every_form_writes_its_line_as_the_server_would(visit: Visit, stars: Game) -> None:
    """With JavaScript; without it `test_more.py`."""
    page = visit(at(stars))
    unfold_more(page)
    written = page.evaluate(_EACH_FORM)
    assert len(written) > 50
    assert [line for _, _, line in written] == [filled(*form) for *form, _ in written]


def test_more_is_said_by_the_keys_alone(visit: Visit, stars: Game) -> None:
    page = visit(at(stars))
    # who is faster than a page settles is not called back to where the focus was
    page.evaluate("htmx.config.defaultSettleDelay = 500")
    page.get_by_text("More that you can say").focus()
    page.keyboard.press("Enter")
    page.locator("details.kind > summary", has_text="Messages").focus()
    expect(page.locator(".htmx-settling")).to_have_count(0)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Write into the box: to <seat>: <words>").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("cost: $& or $1 [each]?")
    page.keyboard.press("Enter")
    box = page.get_by_label("Orders, one a line")
    expect(box).to_be_focused()
    expect(box).to_have_value("to blue: cost: $& or $1 [each]?")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Sent to Blue.")).to_be_visible()


_CUT = """() => [...document.querySelectorAll("main button, details.more .offer [data-blank]")]
.filter(one => one.checkVisibility()).filter(one => {
  if (one.tagName === "BUTTON") return one.scrollWidth > one.clientWidth + 1;
  const style = getComputedStyle(one), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const arrow = one.tagName === "SELECT" ? 18 : 0;
  const room = one.clientWidth - 2 * parseFloat(style.paddingLeft) - arrow;
  const text = arrow ? one.selectedOptions[0].text : one.value || one.placeholder;
  return pen.measureText(text).width > room + 1;
}).map(one => one.ariaLabel || one.textContent)"""
"""Buttons and fields that do not show their text whole."""


@pytest.mark.parametrize("width", [390, 1280])
def test_more_cuts_no_text(visit: Visit, stars: Game, width: int) -> None:
    page = visit(at(stars), width=width)
    unfold_more(page)
    expect(page.locator(MORE).last).to_be_visible()
    assert page.evaluate(_CUT) == []


def test_the_head_of_a_game_is_whole_on_a_telephone(
    visit: Visit, stars: Game, red: Player, settings: Any
) -> None:
    """Its links and the menu, the mailbox too, unscrolled; a newcomer's name beside the brand."""
    settings.EMBEDDED = True
    red.display_name = "Newcomer 5b6901"
    red.save()
    page = visit(at(stars), width=390)
    links = page.locator(".head:has(~ .table) > .row")
    assert links.evaluate("row => row.scrollWidth <= row.clientWidth")
    who = page.locator(".who")
    assert who.evaluate("name => name.scrollWidth <= name.clientWidth")
    beside, brand = who.bounding_box(), page.locator(".brand").bounding_box()
    assert beside and brand and beside["y"] < brand["y"] + brand["height"]
    menu = page.locator("header nav ul")
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert menu.evaluate("row => row.scrollWidth <= row.clientWidth"), width
    expect(menu).to_contain_text("Mailbox")


@pytest.mark.parametrize("width", [320, 1280])
def test_more_does_not_scroll_sideways(visit: Visit, stars: Game, width: int) -> None:
    page = visit(at(stars), width=width)
    unfold_more(page)
    expect(page.locator(MORE).last).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_slider_shows_the_past(visit: Visit, stars: Game) -> None:
    door.orders(stars.pk, "red", "halt\nend")
    page = visit(at(stars))
    page.get_by_role("slider", name="Now").focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("The table after move 1")).to_be_visible()
    assert page.url.endswith("at=1")
    expect(page.get_by_role("slider", name="After move 1")).to_be_visible()
    page.get_by_role("link", name="Back to now").click()
    expect(page.get_by_text("It is Blue's turn: movement.")).to_be_visible()


def test_what_the_others_do_shows_by_itself_and_nothing_typed_is_lost(
    visit: Visit, stars: Game
) -> None:
    door.orders(stars.pk, "red", "halt\nend")
    page = visit(at(stars))
    page.get_by_label("Orders, one a line").fill("say: hello")
    door.orders(stars.pk, "blue", "halt\nend")
    expect(page.get_by_text("It is your turn: movement.")).to_be_visible()
    expect(page.get_by_label("Orders, one a line")).to_have_value("say: hello")


def test_no_page_scrolls_sideways(visit: Visit, live_server: LiveServer, stars: Game) -> None:
    """On the narrowest telephone; wider windows are looked at in `test_accessible.py`."""
    width = 320
    door.orders(stars.pk, "red", "halt\nend")
    page = visit("/accounts/login/", width=width, signed_in=False)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page = visit("/", width=width)
    of_the_game = [at(stars), f"{at(stars)}?at=2", f"{at(stars)}history", f"{at(stars)}proof"]
    for path in [
        "/",
        *of_the_game,
        "/rules/",
        "/rules/star-traders",
        "/rules/star-traders/start",
        "/orders",
        "/guides/players",
        "/account",
        "/games/new",
    ]:
        page.goto(live_server.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
