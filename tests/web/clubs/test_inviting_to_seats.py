"""A friend is invited on the game's page, and takes the seat by the letter; nobody but who invited
is shown the address.
"""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from tests.api.program import Program
from tests.services.invitations import until_invitations_left
from tests.web.test_taking_and_leaving_seats import code
from traders.club.membership import invitations
from traders.domain.play import door
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.models import Game, Invitation, Player, Seat

ANNA = "anna.b@example.org"


@pytest.fixture
def road(red: Player, blue: Player) -> Game:
    """A game for three that red made, and in which blue sits, too."""
    game = door.create("toll", ["red", "blue", "green"], title="The old road", maker=red)
    sit_down(game, "red", red)
    sit_down(game, "blue", blue)
    return game


def page(game: Game) -> str:
    return f"/games/{game.slug}/"


def of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def link(
    road: Game, red_client: Client,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> str:  # fmt: skip
    """The link of the letter to Anna, whom red has invited."""
    with django_capture_on_commit_callbacks(execute=True):
        said = red_client.post(f"{page(road)}invite", {"address": ANNA}, follow=True).text
    assert "The invitation is on its way" in said and ANNA in said
    until_invitations_left()
    (letter,) = mail.outbox
    found = re.search(r"(/invitations/[\w-]+)\n", str(letter.body))
    assert found is not None
    return found[1]


def test_a_friend_without_an_account_joins_and_is_seated(
    road: Game, link: str, red: Player
) -> None:
    client = Client()
    shown = client.get(link).text
    assert f"{red.display_name} invites you" in shown and "The old road" in shown
    client.get(client.post(link)["Location"])
    joining = {"email": ANNA, "display_name": "Anna", "next": link}
    client.post("/accounts/signup/", joining, follow=True)
    done = client.post("/accounts/confirm-email/", {"code": code(), "next": link}, follow=True)
    assert done.redirect_chain[-1][0] == page(road)
    assert "you play Green" in done.text
    assert Seat.objects.get(game=road, colour="green").player == Player.objects.get(email=ANNA)
    assert client.get(link)["Location"] == page(road)  # the letter leads there from now on


def test_a_mail_program_refuses_further_ones_by_one_click(
    road: Game, link: str, red: Player
) -> None:
    """At the address that the letter's foot names, without a page of ours before (RFC 8058)."""
    (letter,) = mail.outbox
    told = letter.message()
    assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    page = str(told["List-Unsubscribe"]).strip("<>")
    assert str(letter.body).endswith(f"To get no more invitations from here:\n{page}\n")
    client = Client(enforce_csrf_checks=True)
    at = page[page.index("/invitations") :]
    assert client.post(at, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert invitations.is_refused(ANNA, red) and invitations.is_refused(ANNA, None)


def test_its_page_says_how_fast_play_is_and_who_sits_there(
    road: Game, link: str, red: Player, blue: Player
) -> None:
    """The settings of this game in words, and each seat that is taken."""
    Game.objects.update(settings={"turn_time": "5d", "interval_time": "7h", "timing": "table"})
    shown = " ".join(Client().get(link).text.split())
    for told in ("5 days", "7 hours", "until all who may react have answered", "1 of 3 is free"):
        assert told in shown, told
    assert f"{red.display_name} <span" in shown and f"{blue.display_name} <span" in shown
    Game.objects.update(settings={"timing": "sealed", "interval_time": "7h"})
    shown = Client().get(link).text
    assert "No reaction window waits" in shown and "7 hours" not in shown


def test_it_names_nobody_under_a_mask(road: Game, link: str, blue: Player) -> None:
    """(PR-SEAT-08)"""
    Game.objects.update(settings={"press": "anonymous"})
    shown = Client().get(link).text
    assert blue.display_name not in shown and "1 of 3 is free" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("system", "options", "reacts"),
    [
        ("imperial-trader", {}, False),
        ("traders-luck", {}, False),
        ("traders-luck", {"bounty_hunters": True}, True),
    ],
)
def test_reactions_are_told_of_where_the_game_has_them(
    red: Player, system: str, options: dict[str, bool], reacts: bool
) -> None:
    game = door.create(system, ["red", "blue"], options, maker=red)
    secret = invitations.made(red, club=None, game=game, address=ANNA)
    shown = Client().get(f"/invitations/{secret}").text
    assert ("reaction window" in shown) == reacts == ("Time to react" in shown)


def test_the_address_is_shown_to_who_invited_and_to_nobody_else(
    road: Game, link: str, red: Player, blue: Player, red_client: Client
) -> None:
    stranger = Player.objects.create_user("kim@example.org", display_name="Kim")
    operator = Player.objects.create_superuser("op@example.org", display_name="Op")
    assert ANNA in red_client.get(page(road)).text
    others = [Client(), *map(of, (blue, stranger, operator))]
    for client in others:
        told = client.get(page(road)).text
        assert ANNA not in told and "Invite somebody" not in told
    for player in (red, blue, stranger):
        for path in (f"games/{road.slug}", "games"):
            answer = Program(player).get(path)
            assert answer.status_code == 200 and ANNA not in answer.text


def test_it_is_taken_back_and_the_link_says_so(
    road: Game, link: str, blue: Player, red_client: Client
) -> None:
    (row,) = Invitation.objects.all()
    assert of(blue).post(f"{page(road)}invite", {"take-back": row.pk}).status_code == 403
    said = red_client.post(f"{page(road)}invite", {"take-back": row.pk}, follow=True).text
    assert "Taken back" in said and ANNA not in said
    answer = Client().get(link)
    assert answer.status_code == 409 and "was taken back" in answer.text


def test_who_comes_too_late_reads_why(road: Game, link: str, red_client: Client) -> None:
    sit_down(road, "green", Player.objects.create_user("kim@example.org", display_name="Kim"))
    answer = Client().get(link)
    assert answer.status_code == 409 and "were taken meanwhile" in answer.text
    said = red_client.post(f"{page(road)}invite", {"address": "x@example.org"}, follow=True).text
    assert "Nobody is invited to this game any more" in said


def test_only_who_made_the_game_invites_and_an_address_is_one(
    road: Game, blue: Player, red_client: Client
) -> None:
    assert of(blue).post(f"{page(road)}invite", {"address": ANNA}).status_code == 403
    assert Client().post(f"{page(road)}invite", {"address": ANNA}).status_code == 302
    assert red_client.get(f"{page(road)}invite").status_code == 405
    for typed, told in (
        ("anna", "This is not an address."),
        ("", "Write an address."),
        ("x@post.test", "Nobody reads mail"),
        ("anna.b@example.org\nBcc: kim@example.org", "This is not an address."),
    ):
        said = red_client.post(f"{page(road)}invite", {"address": typed}, follow=True).text
        assert told in said, typed
    assert not Invitation.objects.exists() and mail.outbox == []
