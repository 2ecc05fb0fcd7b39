"""A case from claim to ruling, in a real browser: wide, on a tablet, by the keys; and a referee who
sits in the game.
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from arbitration.models import Claim, Ruling
from tests.arbitration import disputed
from tests.arbitration.browsing import QUEUE, WIDTHS, SignIn, drawing, picture, sign_in
from tests.services.axe import faults
from traders.domain.calendar import clock
from traders.models import Game, Letter, Player, Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
__all__ = ["sign_in"]


def test_from_claim_to_ruling(sign_in: SignIn, claim: Claim, judge: Player) -> None:
    game = claim.game
    page = sign_in(judge, QUEUE)
    picture(page, "queue-wide")
    page.get_by_role("link", name="1 by Blue").click()
    page.get_by_role("button", name="Take the case").click()
    expect(page.get_by_role("heading", name="What happened, minute by minute")).to_be_visible()
    expect(page.get_by_text("PR-BACKUP-02 ·")).to_be_visible()
    admitted = page.locator("figure", has_text="back up and admit")
    expect(admitted.locator("svg")).to_be_visible()
    expect(page.locator("figure", has_text="the move stands").locator("svg")).to_be_visible()
    picture(page, "case-wide")
    assert faults(page, within=".case") == []
    page.get_by_label(re.compile("^Remedy")).select_option("admit")
    page.get_by_label("Reasons").fill("Blue could not have gained from the die.")
    page.get_by_label("Why not what the rules say?").fill(
        "The finding leaves it to the referee (PR-BACKUP-04)."
    )
    page.get_by_role("button", name="Give the ruling").click()
    expect(page.get_by_text("All seats are told.")).to_be_visible()
    picture(page, "ruled-wide")
    assert Ruling.objects.get(claim=claim).referee == judge
    position = disputed.board(game)
    assert (position["red"]["at"], position["red"]["jumps_left"]) == ("Kluge", 3)
    assert [(one["world"], one["by"]) for one in position["quarantines"]] == [("Kluge", "blue")]
    assert not game.frozen
    assert not position["blue"]["hand"]
    told = Letter.objects.filter(
        game=game, facts__icontains="Blue could not have gained from the die."
    )
    assert {letter.seat for letter in told} == set(disputed.COLOURS)


def test_the_other_player_appeals_and_a_second_referee_upholds(
    sign_in: SignIn, claim: Claim, judge: Player
) -> None:
    given = sign_in(judge, f"{QUEUE}{claim.pk}/change/")
    _rule(given, "stand", "The die had fallen.")
    expect(given.get_by_text("All seats are told.")).to_be_visible()
    disputed.by_letter(
        claim.game, "blue", "appeal 1: I had told the table", disputed.HEARD + timedelta(hours=1)
    )
    clock.set_to(disputed.HEARD + timedelta(hours=26))
    page = sign_in(disputed.referee("second"), QUEUE)
    page.get_by_role("link", name="1 by Blue").click()
    expect(page.get_by_text("I had told the table")).to_be_visible()
    _rule(page, "stand", "Upheld.")
    expect(page.get_by_text("All seats are told.")).to_be_visible()
    assert disputed.board(claim.game)["blue"]["hand"] == ["Quarantine"]
    assert list(Ruling.objects.filter(claim=claim).values_list("on_appeal", flat=True)) == [
        False,
        True,
    ]


def _rule(page: Page, remedy: str, reasons: str) -> None:
    page.get_by_label(re.compile("^Remedy")).select_option(remedy)
    page.get_by_label("Reasons").fill(reasons)
    page.get_by_label("Why not what the rules say?").fill("The rules leave it to the referee.")
    page.get_by_role("button", name="Give the ruling").click()


def test_on_a_tablet_nothing_runs_over_the_edge(
    sign_in: SignIn, claim: Claim, judge: Player
) -> None:
    page = sign_in(judge, QUEUE, width=820, height=1180)
    picture(page, "queue-tablet")
    page.get_by_role("link", name="1 by Blue").click()
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
    page.get_by_label(re.compile("^Remedy")).focus()
    page.keyboard.type("the move stands")
    for _ in range(3):  # past the two remedies that may stand beside it
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


def test_a_referee_who_sits_in_the_game_is_shown_nothing(
    sign_in: SignIn, claim: Claim, judge: Player
) -> None:
    Seat.objects.filter(game=claim.game, colour="green").update(player=judge)
    page = sign_in(judge, f"{QUEUE}?due=all", answers="403")
    expect(page.get_by_text("1 by Blue")).to_have_count(0)
    page.goto(page.url.split("/admin")[0] + f"{QUEUE}{claim.pk}/change/")
    expect(page.locator(".case")).to_have_count(0)
    expect(page.get_by_text("Quarantine")).to_have_count(0)
    assert not Ruling.objects.exists()
    assert Game.objects.get(pk=claim.game_id).frozen


# --- players --------------------------------------------------------------------------------------


def seated(colour: str) -> Player:
    return Player.objects.get(email=f"{colour}@example.org")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_player_claims_from_the_games_page_on_a_phone(
    sign_in: SignIn, game: Game, scripts: bool
) -> None:
    clock.set_to(disputed.CLAIMED)
    page = sign_in(
        seated("blue"),
        f"/games/{game.slug}/",
        width=390,
        height=844,
        scripts=scripts,
        answers="400",
    )
    page.get_by_role("link", name="Claims", exact=True).click()
    page.get_by_role("link", name="I had no chance to react").click()
    page.get_by_label("What it is about").select_option("quarantine")
    words = page.get_by_label("The order that you would have made")
    words.fill("play zap down")
    page.get_by_role("button", name="Make the claim").click()
    expect(page.get_by_role("alert")).to_contain_text("You could not have made that order then")
    expect(words).to_have_value("play zap down")
    words.fill("play quarantine at kluge")
    page.get_by_role("button", name="Make the claim").click()
    expect(page.get_by_text("Your claim is number 1")).to_be_visible()
    expect(page.get_by_text("paused", exact=True)).to_be_visible()
    assert Claim.objects.get(game=game).order == "play quarantine at kluge"


def test_a_claim_is_made_by_the_keys_alone(sign_in: SignIn, game: Game) -> None:
    clock.set_to(disputed.CLAIMED)
    page = sign_in(seated("blue"), f"/games/{game.slug}/claims")
    page.get_by_role("link", name="How somebody behaves").focus()
    page.keyboard.press("Enter")
    page.get_by_label("In your words").focus()
    page.keyboard.type("Red shouts.")
    page.keyboard.press("Tab")
    for _ in range(4):
        if page.evaluate("document.activeElement.innerText") == "Make the claim":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your claim is number 1")).to_be_visible()


# --- the whole way, and how it looks --------------------------------------------------------------


def test_a_case_by_letter_to_its_end(sign_in: SignIn, game: Game, judge: Player) -> None:
    """A player claims by letter; two remedies are looked at; it is ruled; board, clocks and letters
    are so; appealed; upheld; published.
    """
    claim = disputed.claimed(game)
    assert Game.objects.get(pk=game.pk).frozen
    clock.set_to(disputed.HEARD)
    page = sign_in(judge, QUEUE)
    page.get_by_role("link", name="1 by Blue").click()
    today = drawing(page, "figure.now")
    shown = {
        name: drawing(page, "figure", name) for name in ("the move stands", "back up and admit")
    }
    assert shown["the move stands"] == today != shown["back up and admit"]
    _rule(page, "admit", "Blue could not have gained from the die.")
    expect(page.get_by_text("All seats are told.")).to_be_visible()
    expect(page.locator("figure.now svg")).to_be_visible()
    # as it was shown before it was ruled
    assert drawing(page, "figure.now") == shown["back up and admit"]
    _is_carried_out(game)
    disputed.by_letter(
        game, "red", "appeal 1: the die had fallen", disputed.HEARD + timedelta(hours=1)
    )
    clock.set_to(disputed.HEARD + timedelta(hours=26))
    page.reload()
    expect(
        page.get_by_text("An appeal is heard by a referee who did not give the ruling.")
    ).to_be_visible()
    _uphold(sign_in(disputed.referee("second"), f"{QUEUE}{claim.pk}/change/"))
    assert [(world["world"], world["by"]) for world in disputed.board(game)["quarantines"]] == [
        ("Kluge", "blue")
    ]
    assert list(Ruling.objects.filter(claim=claim).values_list("remedy", "on_appeal")) == [
        ("admit", False),
        ("admit", True),
    ]
    _find_in_the_casebook(sign_in(seated("green"), "/casebook/"))


def _is_carried_out(game: Game) -> None:
    """The clock runs, play goes on, and every seat is told."""
    clocks = game.deadlines.filter(kind="turn", done_at=None)
    assert [row.due is not None for row in clocks] == [True]
    assert not Game.objects.get(pk=game.pk).frozen
    told = Letter.objects.filter(
        game=game, facts__icontains="Blue could not have gained from the die."
    )
    assert {letter.seat for letter in told} == set(disputed.COLOURS)


def _uphold(second: Page) -> None:
    """The second referee finds the ruling right, and says so."""
    expect(second.get_by_label(re.compile("^Remedy"))).to_have_value("uphold")
    second.get_by_label("Reasons").fill("Rightly so.")
    second.get_by_role("button", name="Give the ruling").click()
    expect(second.get_by_text("All seats are told.")).to_be_visible()


def _find_in_the_casebook(reader: Page) -> None:
    """The published case is found by a card's name, and says what was ruled."""
    reader.get_by_label("Card, world or goods").fill("quarantine")
    reader.get_by_role("button", name="Find").click()
    reader.get_by_role(
        "link", name="Appeal: play ran past a seat that wished to act, about quarantine"
    ).click()
    expect(reader.get_by_text("Rightly so.")).to_be_visible()
    expect(reader.get_by_role("heading", name="PR-BACKUP-04")).to_be_visible()


@pytest.mark.sampled
@pytest.mark.parametrize("size", WIDTHS)
def test_nothing_runs_over_the_edge(
    sign_in: SignIn, claim: Claim, judge: Player, size: str
) -> None:
    width = WIDTHS[size]
    page = sign_in(judge, QUEUE, width=width)
    _fits(page, width, f"queue-{size}")
    page.get_by_role("link", name="1 by Blue").click()
    _fits(page, width, f"case-{size}")
    _rule(page, "stand", "Blue set no stop, and claims after it has seen the die.")
    _fits(page, width, f"ruled-{size}")
    player = sign_in(seated("green"), "/casebook/", width=width)
    _fits(player, width, f"casebook-{size}")
    player.get_by_role(
        "link", name="Claim: play ran past a seat that wished to act, about quarantine"
    ).click()
    _fits(player, width, f"ruling-{size}")
    player.goto(player.url.split("/casebook")[0] + f"/games/{claim.game.slug}/claims?kind=missed")
    _fits(player, width, f"claim-{size}")


def _fits(page: Page, width: int, name: str) -> None:
    page.wait_for_load_state("networkidle")
    picture(page, name)
    assert page.evaluate("document.documentElement.scrollWidth") <= width, name


def test_the_theme_needs_no_inline_script(sign_in: SignIn, claim: Claim, client: Client) -> None:
    """A violation of the policy stands in the console, and fails the test."""
    boss = Player.objects.create_superuser("boss@example.org", display_name="Boss")
    page = sign_in(boss, "/admin/")
    assert (
        "script-src 'self' 'unsafe-eval';" in client.get("/admin/login/")["Content-Security-Policy"]
    )
    house = page.url.split("/admin")[0]
    for path in (
        "traders/club/add/",
        f"traders/player/{boss.pk}/change/",
        "traders/letter/",
        "traders/deadline/",
        "arbitration/claim/?due=all",
    ):
        page.goto(f"{house}/admin/{path}")
        page.wait_for_load_state("networkidle")
    page.get_by_text("Filters").first.click()
    expect(page.get_by_text("games that are paused").first).to_be_visible()
