"""The keys of a game's pages, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import seated
from tests.web.looks import looked_at
from tests.web.test_in_a_browser import Visit, at, stars, visit
from traders.domain.play import door
from traders.models import Game, Player, Seat

__all__ = ["stars", "visit"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_question_mark_or_the_button_opens_the_keys_and_escape_closes_them(
    visit: Visit, stars: Game
) -> None:
    page = visit(at(stars))
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_have_count(0)
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    looked_at(page)
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    button = page.get_by_role("button", name="Keys ?")
    button.click()
    expect(keys.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(keys).to_have_count(0)
    expect(button).to_be_focused()


def test_a_turn_is_sent_taken_back_and_left_by_keys(visit: Visit, stars: Game, red: Player) -> None:
    other = door.create("toll", ["red", "blue"], title="The new road")
    Seat.objects.filter(game=other, colour="red").update(player=red)
    seated.begin(other.pk)
    page = visit(at(stars))
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.matches('#board a.spot')")
    page.keyboard.press("Control+Enter")
    box = page.get_by_label("Orders, one a line")
    expect(box).to_be_focused()  # there is nothing to send
    box.fill("halt")
    page.keyboard.type("u?")
    expect(box).to_have_value("haltu?")
    box.fill("halt")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("It is your turn: action.").first).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("u")
    expect(page.get_by_text("It is your turn: movement.").first).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("h")
    page.wait_for_url("**/history")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    dialog.get_by_role("link", name="To the board as it is now").click()
    page.wait_for_url("**#board")
    page.wait_for_load_state()
    page.keyboard.press("n")
    page.wait_for_url(f"**{at(other)}")


def test_keys_of_one_letter_can_be_turned_off(visit: Visit, stars: Game) -> None:
    page = visit(at(stars))
    page.keyboard.press("?")
    page.get_by_label("Use keys of one letter").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.reload()
    page.wait_for_load_state()
    page.keyboard.press("h")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert page.url.endswith(at(stars))


def test_without_javascript_no_keys_are_promised(visit: Visit, stars: Game) -> None:
    page = visit(at(stars), scripts=False)
    expect(page.locator("[data-keys]")).to_be_hidden()
    expect(page.locator("#keys")).to_be_hidden()


def test_who_watches_has_the_keys_that_order_nothing(visit: Visit, stars: Game) -> None:
    page = visit(at(stars), signed_in=False)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog.get_by_role("link", name="Whole history")).to_be_visible()
    expect(dialog.get_by_role("button", name="Undo")).to_have_count(0)
