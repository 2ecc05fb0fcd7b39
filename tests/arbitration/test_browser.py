"""A case from claim to ruling, in a real browser: wide, on a tablet, by the keys; and a referee who sits in the game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from arbitration.models import Claim, Ruling
from tests.arbitration import disputed
from traders.domain import clock
from traders.models import Game, Letter, Player, Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SignIn = Callable[..., Page]
QUEUE = "/admin/arbitration/claim/"


@pytest.fixture
def sign_in(browser: Browser, live_server: LiveServer) -> Iterator[SignIn]:
    """Opens a page as a player; an error in the console fails the test, but for the answer 403 where it is wanted."""
    contexts = []
    problems: list[str] = []

    def opened(player: Player, path: str, *, width: int = 1440, height: int = 1000, answers: str = "") -> Page:
        client = Client()
        client.force_login(player)
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 1200)
        contexts.append(context)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        page = context.new_page()
        page.on(
            "console",
            lambda said: problems.append(said.text) if said.type == "error" and (not answers or answers not in said.text) else None,
        )
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(live_server.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not problems


def picture(page: Page, name: str) -> None:
    """A screenshot to look at, where SCREENSHOTS names a folder."""
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def test_from_claim_to_ruling(sign_in: SignIn, claim: Claim, judge: Player) -> None:
    game = claim.game
    page = sign_in(judge, QUEUE)
    picture(page, "queue-wide")
    page.get_by_role("link", name="1 by blue").click()
    expect(page.get_by_role("heading", name="What happened, minute by minute")).to_be_visible()
    expect(page.get_by_text("PR-BACKUP-02 ·")).to_be_visible()
    admitted = page.locator("figure", has_text="back up and admit")
    expect(admitted.locator("svg")).to_be_visible()
    expect(page.locator("figure", has_text="let it stand").locator("svg")).to_be_visible()
    picture(page, "case-wide")
    page.get_by_label("Remedy").select_option("admit")
    page.get_by_label("Reasons").fill("Blue could not have gained from the die.")
    page.get_by_label("Why it departs").fill("The finding leaves it to the referee (PR-BACKUP-04).")
    page.get_by_role("button", name="Give the ruling").click()
    expect(page.get_by_text("All seats are told.")).to_be_visible()
    picture(page, "ruled-wide")
    assert Ruling.objects.get(claim=claim).referee == judge
    position = disputed.board(game)
    assert (position["red"]["at"], position["red"]["jumps_left"]) == ("Kluge", 3)
    assert [(one["world"], one["by"]) for one in position["quarantines"]] == [("Kluge", "blue")]
    assert not game.frozen
    assert not position["blue"]["hand"]
    told = Letter.objects.filter(game=game, facts__icontains="Blue could not have gained from the die.")
    assert {letter.seat for letter in told} == set(disputed.COLOURS)


def test_the_other_player_appeals_and_a_second_referee_upholds(sign_in: SignIn, claim: Claim, judge: Player) -> None:
    given = sign_in(judge, f"{QUEUE}{claim.pk}/change/")
    _rule(given, "stand", "The die had fallen.")
    expect(given.get_by_text("All seats are told.")).to_be_visible()
    disputed.by_letter(claim.game, "blue", "appeal 1: I had told the table", disputed.HEARD + timedelta(hours=1))
    clock.set_to(disputed.HEARD + timedelta(hours=26))
    page = sign_in(disputed.referee("second"), QUEUE)
    page.get_by_role("link", name="1 by blue").click()
    expect(page.get_by_text("I had told the table")).to_be_visible()
    _rule(page, "stand", "Upheld.")
    expect(page.get_by_text("All seats are told.")).to_be_visible()
    assert disputed.board(claim.game)["blue"]["hand"] == ["Quarantine"]
    assert list(Ruling.objects.filter(claim=claim).values_list("on_appeal", flat=True)) == [False, True]


def _rule(page: Page, remedy: str, reasons: str) -> None:
    page.get_by_label("Remedy").select_option(remedy)
    page.get_by_label("Reasons").fill(reasons)
    page.get_by_label("Why it departs").fill("The rules leave it to the referee.")
    page.get_by_role("button", name="Give the ruling").click()


def test_on_a_tablet_nothing_runs_over_the_edge(sign_in: SignIn, claim: Claim, judge: Player) -> None:
    page = sign_in(judge, QUEUE, width=820, height=1180)
    picture(page, "queue-tablet")
    page.get_by_role("link", name="1 by blue").click()
    expect(page.locator(".time-line")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 820
    for button in page.locator(".case button:visible, .case summary:visible").all():
        assert (button.bounding_box() or {"height": 0})["height"] >= 44
    picture(page, "case-tablet")


def test_the_keys_alone_are_enough(sign_in: SignIn, claim: Claim, judge: Player) -> None:
    page = sign_in(judge, f"{QUEUE}{claim.pk}/change/")
    page.locator(".time-line a").first.focus()
    page.keyboard.press("Enter")
    assert page.url.endswith("#item-1") or "#item-" in page.url
    page.get_by_label("Remedy").focus()
    page.keyboard.type("let it stand")
    page.keyboard.press("Tab")
    page.keyboard.type("By the keys.")
    page.keyboard.press("Tab")
    page.keyboard.type("It is left to me.")
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText") == "Give the ruling":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_text("All seats are told.")).to_be_visible()
    assert Ruling.objects.get(claim=claim).reasons == "By the keys."


def test_a_referee_who_sits_in_the_game_is_shown_nothing(sign_in: SignIn, claim: Claim, judge: Player) -> None:
    Seat.objects.filter(game=claim.game, colour="green").update(player=judge)
    page = sign_in(judge, f"{QUEUE}?due=all", answers="403")
    expect(page.get_by_text("1 by blue")).to_have_count(0)
    page.goto(page.url.split("/admin")[0] + f"{QUEUE}{claim.pk}/change/")
    expect(page.locator(".case")).to_have_count(0)
    expect(page.get_by_text("Quarantine")).to_have_count(0)
    assert not Ruling.objects.exists()
    assert Game.objects.get(pk=claim.game_id).frozen
