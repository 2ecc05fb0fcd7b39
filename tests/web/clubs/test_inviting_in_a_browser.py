"""The page of a game that waits for its players shows one way to invite; the others are folded."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.test_in_a_browser import Visit, at, visit
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Player

__all__ = ["visit"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [390, 1280])
def test_one_way_to_invite_is_shown_and_the_others_are_folded(
    visit: Visit, red: Player, width: int
) -> None:
    page = visit(at(door.create("toll", ["red", "blue"], title="Friends", maker=red)), width=width)
    expect(page.get_by_label("Address", exact=True)).to_be_visible()
    others = page.get_by_text("Invite in another way")
    hidden = [
        page.get_by_text("Send the address of this page"),
        page.locator("a[href$='/take/blue']"),
    ]
    for one in hidden:
        expect(one).to_be_hidden()
    others.click()
    for one in hidden:
        expect(one).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_who_may_not_invite_by_letter_is_shown_the_address_of_the_page(
    visit: Visit, red: Player, blue: Player
) -> None:
    """The maker of a game of a club that others run."""
    club = club_roles.found("Lantern", "lantern", blue)
    club_roles.admit(club, red)
    page = visit(at(door.create("toll", ["red", "blue"], title="Friends", maker=red, club=club)))
    expect(page.get_by_text("Send the address of this page")).to_be_visible()
    expect(page.locator("a[href$='/take/blue']")).to_be_hidden()
    page.get_by_text("Addresses of single seats").click()
    expect(page.locator("a[href$='/take/blue']")).to_be_visible()
