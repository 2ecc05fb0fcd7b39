"""Pages as axe-core looks at them: names, roles, order, contrast; wide and on a telephone, by light
and by dark.
"""

from __future__ import annotations

import re

import pytest
from django.core import mail
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.examples import drawn
from tests.services.axe import BY_DARK, faults
from tests.services.invitations import until_invitations_left
from tests.web.test_in_a_browser import Visit, at, stars, unfold_more, visit
from tests.web.test_touch_targets import played
from traders.club.membership import invitations, seat_invitations
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Game, Player, Role, Standing

__all__ = ["stars", "visit"]
pytestmark = [
    pytest.mark.examples("axe-pages"),
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


LOOKS = [
    (width, scheme, options)
    for width in (1280, 390)
    for scheme, options in (("dark", BY_DARK), ("light", None))
]


def looked_at(page: Page) -> list[str]:
    """What axe finds on the page as it is open, in each width by light and by dark."""
    found = []
    for width, scheme, options in drawn("axe-looks", LOOKS):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [f"{width} {scheme}: {fault}" for fault in faults(page, options)]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    return found


def test_axe_finds_nothing_on_the_main_pages(
    visit: Visit, live_server: LiveServer, stars: Game
) -> None:
    page = visit(at(stars))
    page.locator("#board a.spot[data-at]:not([data-order])").first.click()
    unfold_more(page)
    assert looked_at(page) == []
    paths = [
        "/",
        "/games/",
        "/players/",
        f"{at(stars)}history",
        f"{at(stars)}proof",
        "/account",
        "/games/new",
    ]
    paths += [f"{at(stars)}what-if", "/account/tokens", "/rules/stratastar/start", "/orders"]
    for path in drawn("axe-pages", paths):
        page.goto(live_server.url + path)
        assert looked_at(page) == [], path


@pytest.mark.parametrize(
    "system", drawn("axe-boards", ["traders-luck", "imperial-trader", "stratastar"])
)
def test_axe_finds_nothing_on_the_other_boards(
    visit: Visit, red: Player, blue: Player, system: str
) -> None:
    page = visit(at(played(system, red, blue, 9)))
    page.locator("#board a.spot").first.click()
    assert looked_at(page) == []


def test_axe_finds_nothing_where_it_is_asked_whether_an_order_is_meant(
    visit: Visit, stars: Game
) -> None:
    door.orders(stars.pk, "red", "resign")
    page = visit(at(stars))
    assert page.get_by_text("resign: are you sure?").is_visible()
    page.emulate_media(color_scheme="light")
    assert faults(page) == []


def test_axe_finds_nothing_on_the_page_of_claims(
    visit: Visit, live_server: LiveServer, stars: Game
) -> None:
    door.orders(stars.pk, "red", "halt\nend")
    door.orders(stars.pk, "red", "claim rule about end: I had more to do")
    page = visit(f"{at(stars)}claims")
    assert looked_at(page) == []


def _of_a_seat(maker: Player) -> list[str]:
    """The page of a game to which somebody is invited, and the two pages of the letter."""
    game = door.create("toll", ["red", "blue"], title="Friends", maker=maker)
    seat_invitations.invite(game.pk, maker, "anna@example.org")
    until_invitations_left()
    links = re.findall(r"(/invitations/\S+)", str(mail.outbox[-1].body))
    return [at(game), *links]


def test_axe_finds_nothing_on_the_pages_of_a_club(
    visit: Visit, live_server: LiveServer, red: Player, blue: Player
) -> None:
    club = club_roles.found("Lantern", "lantern", red, about="We play on Sundays.")
    club_roles.stand(club, blue, Standing.ASKED)
    third = Player.objects.create_user("third@example.org", display_name="Third")
    club_roles.stand(club, third, Standing.BANNED, why="Shouts")
    fourth = Player.objects.create_user("fourth@example.org", display_name="Fourth")
    club_roles.admit(club, fourth, Role.GUEST)
    game = door.create("toll", ["red", "blue", "green"], title="Cup", club=club)
    secret = invitations.by_link(club.pk, red, Role.PLAYER, 3, 7)
    page = visit("/clubs/")
    paths = [
        "/clubs/", "/clubs/new", "/clubs/lantern/", "/clubs/lantern/members",
        "/clubs/lantern/settings", "/clubs/lantern/desk/",
        "/clubs/lantern/desk/games/cup/", at(game), f"/invitations/{secret}", *_of_a_seat(red),
    ]  # fmt: skip
    for path in drawn("axe-pages", paths):
        page.goto(live_server.url + path)
        assert looked_at(page) == [], path
