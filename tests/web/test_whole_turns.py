"""Whole turns played from the board in a real browser, in every game: by touching on a telephone,
by the keys alone, without JavaScript.
"""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakSet

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.examples import drawn
from tests.web.test_in_a_browser import Visit, at, visit
from tests.web.test_touch_targets import SYSTEMS, on_the_board, played
from traders.bots.registry import bots
from traders.domain.history import recording_and_replay
from traders.domain.play import door
from traders.engines.kernel.contract.contract import Choice, Interval, Turn
from traders.engines.registry import engine
from traders.models import Entry, Game, Player

__all__ = ["visit"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SPOT, SEND = "#board a.spot", "#board button[name=send]"
MOST_TABS = 120
SCRIPTLESS: WeakSet[Page] = WeakSet()
"""Pages on which each touch loads a page."""


def by_touching(page: Page) -> None:
    """Touch the first thing, then the first order of its list if it has one."""
    spot = page.locator(SPOT).first
    at_place = not spot.get_attribute("data-order") and spot.get_attribute("data-at")
    if not (at_place and page.locator(f"#{at_place}").is_visible()):
        press(page, spot)
    if at_place:
        press(page, page.locator(f"#{at_place} button").first)
    press(page, page.locator(SEND))


def press(page: Page, place: Locator) -> None:
    """Click, and wait for the page that this loads where no script answers."""
    if page in SCRIPTLESS:
        with page.expect_navigation():
            place.click()
    else:
        place.click()


def by_the_keys(page: Page) -> None:
    """The same with Tab and Enter alone, from the top of the page."""
    page.locator("body").focus()
    spot = _tabbed(page, SPOT)
    at_place = not spot.get_attribute("data-order") and spot.get_attribute("data-at")
    page.keyboard.press("Enter")
    if at_place:
        expect(page.locator(f"#{at_place} button").first).to_be_focused()
        page.keyboard.press("Enter")
    _tabbed(page, SEND)
    page.keyboard.press("Enter")


def _tabbed(page: Page, to: str) -> Locator:
    """Tab until something of that kind has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("to => document.activeElement.matches(to)", to):
            return page.locator(":focus")
    raise AssertionError(f"{to} is not reached by the keys")


def word(page: Page, order: str, how: Callable[[Page], None]) -> None:
    """A word of the bar under the board, sent."""
    button = f".bar [data-order='{order}']"
    if how is by_the_keys:
        page.locator("body").focus()
        _tabbed(page, button)
        page.keyboard.press("Enter")
        _tabbed(page, SEND)
        page.keyboard.press("Enter")
    else:
        press(page, page.locator(button))
        press(page, page.locator(SEND))


def waits_for_red(game: Game) -> bool:
    pending = engine(game.system).pending(recording_and_replay.position_now(game))
    return isinstance(pending, Turn) and pending.seats == ("red",)


def others_play(game: Game) -> Game:
    """All that comes until red has the turn, and can touch something."""
    rules = engine(game.system)
    for number in range(100):
        game = Game.objects.get(pk=game.pk)
        if waits_for_red(game) and on_the_board(game):
            return game
        state = recording_and_replay.position_now(game)
        pending = rules.pending(state)
        asked = (pending.seat,) if isinstance(pending, Choice) else getattr(pending, "seats", ())
        for seat in asked:
            view, offers = rules.view(state, seat), rules.offers(state, seat)
            said = bots(rules.name).bot(view, pending, offers, number)
            text = said or "pass" if isinstance(pending, Interval) else said
            door.orders(game.pk, seat, text)
    raise AssertionError("red never has the turn")


def loaded(page: Page, before: Game) -> None:
    """The page has gone on from a position, and its scripts answer."""
    expect(page.locator(f"[hx-get$='after={before.number}']")).to_have_count(0)
    page.wait_for_load_state()


@pytest.mark.examples("turns-in-a-browser")
@pytest.mark.parametrize("system", drawn("turns-in-a-browser", list(SYSTEMS)))
def test_turns_by_touch_by_the_keys_and_without_javascript(
    visit: Visit, red: Player, blue: Player, system: str
) -> None:
    """A turn in each way, in one game."""
    game = played(system, red, blue, 0)
    for how, looks in (
        (by_touching, {"width": 390}),
        (by_the_keys, {}),
        (by_touching, {"scripts": False}),
    ):
        game = others_play(game)
        page = visit(at(game), **looks)
        if "scripts" in looks:
            SCRIPTLESS.add(page)
        number = game.number
        how(page)
        loaded(page, game)
        expect(page.locator(".bar .receipt")).to_be_visible()
        assert Entry.objects.filter(game=game, number__gt=number, seat="red").exists()
        for _ in range(8):
            game = Game.objects.get(pk=game.pk)
            if not waits_for_red(game):
                break
            if page.locator(".bar [data-order=end]").count():
                word(page, "end", how)
            else:
                how(page)
            loaded(page, game)
        assert not waits_for_red(Game.objects.get(pk=game.pk))
        page.close()
