"""Boards that answer, in a real browser: by touching, by the keys alone, while others play."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.test_in_a_browser import Visit, at, stars, visit
from tests.web.test_touch_targets import SYSTEMS, played
from traders.domain.play import door
from traders.models import Game, Player

__all__ = ["stars", "visit"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_board_is_played_by_the_keys_alone(visit: Visit, stars: Game) -> None:
    page = visit(at(stars))
    page.locator("#board a.spot").first.focus()
    page.get_by_role("link", name="Mink: ").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#at-mink").get_by_role("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Mink: ")).to_be_focused()
    expect(page.locator("#at-mink")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("link", name="jump jaxin")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Orders, one a line")).to_have_value("jump jaxin")
    page.get_by_role("link", name="Remove last").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Orders, one a line")).to_have_value("")


def test_what_others_do_closes_nothing_and_takes_no_focus(visit: Visit, stars: Game) -> None:
    page = visit(at(stars))
    page.get_by_role("link", name="Mink: ").click()
    page.get_by_text("The board in words").click()
    button = page.locator("#at-mink").get_by_role("button", name="halt")
    button.focus()
    number = Game.objects.get(pk=stars.pk).number
    door.orders(stars.pk, "blue", "permit red")
    assert Game.objects.get(pk=stars.pk).number > number
    after = f"[hx-get*='after={Game.objects.get(pk=stars.pk).number}']"
    expect(page.locator(f"#live{after}")).to_be_attached()
    expect(page.locator("details.card pre")).to_be_visible()
    expect(button).to_be_focused()


def test_lines_gathered_before_play_went_on_stay_with_a_word(visit: Visit, stars: Game) -> None:
    page = visit(at(stars))
    page.get_by_role("link", name="jump jaxin").click()
    door.orders(stars.pk, "red", "halt\nend")
    expect(page.get_by_text("Play has gone on since: look at the board")).to_be_visible()
    expect(page.get_by_label("Orders, one a line")).to_have_value("jump jaxin")


def test_the_board_is_enlarged_moved_and_asked_on_a_telephone(visit: Visit, stars: Game) -> None:
    page = visit(at(stars), width=390)
    size = "document.querySelector('#board svg').getBoundingClientRect().width"
    whole = page.evaluate(size)
    expect(page.get_by_role("button", name="Smaller")).to_be_disabled()
    for _ in range(2):
        page.get_by_role("button", name="Larger").click()
    assert page.evaluate(size) == pytest.approx(whole * 2.25, rel=0.01)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    frame = page.locator("#board .map")
    frame.evaluate("it => it.scrollTo(0, 0)")
    page.locator("#board [data-tells^='Wells']").first.scroll_into_view_if_needed()
    assert frame.evaluate("it => it.scrollLeft") > 0
    look = page.locator("#board .look").first
    look.click(force=True)
    told = look.get_attribute("data-tells")
    expect(page.locator("#tells")).to_have_text(str(told))
    page.get_by_role("link", name="jump jaxin").click()
    expect(page.locator("#odds")).to_have_text("Odds if nobody reacts: Jaxin 83 %.")
    page.locator("#board button[value=board]").click()
    page.wait_for_url("**#board")
    assert page.evaluate(size) == pytest.approx(whole * 2.25, rel=0.01)
    page.get_by_role("button", name="Smaller").click()
    page.get_by_role("button", name="Smaller").click()
    assert page.evaluate(size) == pytest.approx(whole, rel=0.01)
    page.evaluate(_PINCH, [100, 150])
    assert page.evaluate(size) == pytest.approx(whole * 1.5, rel=0.01)


_PINCH = """distances => {
  const map = document.querySelector("#board .map"), edge = map.getBoundingClientRect();
  const finger = (n, x) => new Touch({
    identifier: n, target: map, clientX: edge.x + 100 + x, clientY: edge.y + 100,
  });
  for (const far of distances) map.dispatchEvent(new TouchEvent("touchmove", {
    touches: [finger(1, 0), finger(2, far)], bubbles: true, cancelable: true,
  }));
}"""
"""Two fingers move apart on the board."""


SIZES = {
    "a desk": (1280, 900),
    "a telephone": (390, 844),
    "a small one": (320, 640),
    "200 %": (640, 450),
}
"""Windows; a page enlarged to 200 % has half of the desk's."""
FIRST = ("a desk", "a telephone")
"""On these the whole board stands on the first screen."""


@pytest.mark.sampled
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_board_fits_the_window_and_nothing_covers_it(
    visit: Visit, red: Player, blue: Player, system: str
) -> None:
    """So the own piece is never under the bar. While lines are gathered the bar stays in sight, and
    board and bar stand in the window together.
    """
    page = visit(at(played(system, red, blue, 4)))
    for name, (wide, high) in SIZES.items():
        page.set_viewport_size({"width": wide, "height": high})
        for text in ("", "end"):
            page.get_by_label("Orders, one a line").fill(text)
            page.evaluate("gathered => scrollTo(0, gathered && board.offsetTop)", bool(text))
            map_, bar = (page.locator(f"#board {one}").bounding_box() for one in (".map", ".touch"))
            assert map_ and bar
            assert map_["height"] + bar["height"] <= high, (name, text)
            if not text:
                assert bar["y"] >= map_["y"] + map_["height"] - 1, name
                assert name not in FIRST or map_["y"] + map_["height"] <= high, name
            else:
                assert bar["y"] + bar["height"] <= high + 1, name
        assert page.evaluate("document.documentElement.scrollWidth") <= wide, name
