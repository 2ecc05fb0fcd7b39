"""Two seats by one person: what was seen is a hint on the organizer's desk, shown nowhere else, and
kept for a short time as digests.
"""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.domain.letters import real
from traders.club.desk import duplicate_account_hints, morning_letter
from traders.domain.accounts import account_erasure, data_export, sign_in_marks
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import (
    Club,
    Entry,
    Game,
    Kind,
    Letter,
    MarkKind,
    Membership,
    Player,
    Seat,
    SignInMark,
)

pytestmark = pytest.mark.django_db
WORDS = re.compile("signed in from|deals were with|Households share")


@pytest.fixture
def club() -> Club:
    otto = Player.objects.create_user("otto@example.org", display_name="Otto")
    return club_roles.found("Lantern", "lantern", otto)


@pytest.fixture
def game(club: Club) -> Game:
    made = real.table()
    Game.objects.filter(pk=made.pk).update(club=club)

    door.begin(made.pk, stops=False)
    made.refresh_from_db()
    return made


def player(game: Game, seat: str) -> Player:
    found = Seat.objects.get(game=game, colour=seat).player
    assert found is not None
    return found


def signs_in(client: Client, whom: Player, network: str) -> None:
    client.post("/accounts/login/", {"login": whom.email}, REMOTE_ADDR=network)
    code = re.findall(r"^ +(\S+)$", str(mail.outbox[-1].body), re.MULTILINE)[0]
    client.post("/accounts/login/code/confirm/", {"code": code}, REMOTE_ADDR=network)
    client.post("/accounts/logout/", REMOTE_ADDR=network)


def pages(who: str = "otto@example.org") -> list[str]:
    desk = Client()
    desk.force_login(Player.objects.get(email=who))
    addresses = [
        reverse("desk", args=["lantern"]),
        reverse("desk-game", args=["lantern", "spiral"]),
    ]
    answers = [desk.get(address) for address in addresses]
    assert [one.status_code for one in answers] == [200, 200]
    return [one.content.decode() for one in answers]


def deals(game: Game, one: str, other: str, number: int) -> None:
    """Entries as deals leave them, of which the desk reads the open part."""
    for _ in range(number):
        last = Entry.objects.filter(game=game).count()
        public = {"text": f"deal between {one.title()} and {other.title()}"}
        Entry.objects.bulk_create([
            Entry(
                game=game, number=last + 1, parent=last, kind=Kind.DEAL, seat=other,
                source="letter", at=clock.now(), public=json.dumps(public), digest=f"{last}",
            )
        ])  # fmt: skip


def test_one_browser_and_one_address_of_the_net_are_told_on_the_desk(game: Game) -> None:
    red, blue, green = (player(game, seat) for seat in ("red", "blue", "green"))
    browser = Client()
    signs_in(browser, red, "203.0.113.5")
    signs_in(browser, blue, "198.51.100.1")
    signs_in(Client(), green, "203.0.113.5")
    for page in pages():
        assert "Blue and Red signed in from one browser of late." in page
        assert "Green and Red signed in from one address of the net of late." in page
        assert "Blue and Green" not in page


def test_whoever_sits_in_the_game_reads_nothing_of_it(game: Game, club: Club) -> None:
    browser, red = Client(), player(game, "red")
    for seat in ("red", "blue"):
        signs_in(browser, player(game, seat), "203.0.113.5")
    club_roles.admit(club, red, "organizer")
    assert Membership.objects.get(club=club, player=red).role == "organizer"
    assert not any(WORDS.search(page) for page in pages(red.email))


def test_no_other_page_letter_or_program_tells_it(game: Game, club: Club) -> None:
    browser = Client()
    for seat in ("red", "blue"):
        signs_in(browser, player(game, seat), "203.0.113.5")
    Membership.objects.filter(club=club).update(desk_letter=True)
    written = [morning_letter.desk_letters(clock.now() + timedelta(hours=n)) for n in range(24)]
    assert any(written)
    for who in ("otto@example.org", player(game, "red").email):
        reader = Client()
        reader.force_login(Player.objects.get(email=who))
        for page in (f"/games/{game.slug}/", f"/games/{game.slug}/history", "/clubs/lantern/",
                     "/account", f"/api/games/{game.slug}"):  # fmt: skip
            assert not WORDS.search(reader.get(page).content.decode()), page
    assert not any(WORDS.search(one.facts) for one in Letter.objects.all())


def test_seats_that_deal_with_one_other_alone_are_told(game: Game) -> None:
    deals(game, "red", "blue", 14)
    deals(game, "red", "green", 1)
    (page, *_) = pages()
    assert "14 of Red&#x27;s 15 deals were with Blue." in page
    assert "14 of Blue&#x27;s 14 deals were with Red." in page
    assert "Green&#x27;s" not in page


def test_few_deals_say_nothing(game: Game) -> None:
    deals(game, "red", "blue", duplicate_account_hints.LEAST_DEALS - 1)
    assert not any(WORDS.search(page) for page in pages())


def test_marks_are_digests_and_have_an_end(game: Game) -> None:
    red, blue = player(game, "red"), player(game, "blue")
    browser = Client()
    signs_in(browser, red, "203.0.113.5")
    signs_in(browser, blue, "203.0.113.5")
    kept = browser.cookies["browser"]
    assert kept["httponly"] and kept["samesite"] == "Lax" and kept["path"] == "/accounts/"
    rows = list(SignInMark.objects.values_list("digest", flat=True))
    assert len(rows) == 4
    assert not {kept.value, "203.0.113.5"} & set(rows)
    now = clock.now()
    sign_in_marks.forget(now + sign_in_marks.KEPT[MarkKind.NETWORK] + timedelta(minutes=1))
    assert set(SignInMark.objects.values_list("kind", flat=True)) == {"browser"}
    SignInMark.objects.update(ends=now)
    assert not any(WORDS.search(page) for page in pages())
    sign_in_marks.forget(now)
    assert not SignInMark.objects.exists()


def test_marks_are_few_and_go_with_the_account(game: Game) -> None:
    red = player(game, "red")
    for number in range(2 * sign_in_marks.MOST):
        sign_in_marks.note(red, browser=f"{number}", network=f"{number}")
    assert SignInMark.objects.count() == sign_in_marks.MOST
    (told, *_) = data_export.export(red)["sign-ins"]
    assert set(told) == {"kind", "kept until"}
    account_erasure.erase(red)
    assert not SignInMark.objects.exists()
