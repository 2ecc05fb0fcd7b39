"""Another address for an account: proven by both mailboxes at once, or after three days in which
the old one undoes it. A session that was left open takes nothing over.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from tests.web.test_notification_settings import HOOK, KEYS
from traders.domain.accounts import address_changes
from traders.domain.calendar import clock
from traders.models import AddressChange, ApiToken, Browser, Player, WebHook

NEW = "new@example.org"
TOKEN = {"name": "a bot", "scopes": ["read"], "days": "30"}


@pytest.fixture(autouse=True)
def _at_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter goes at once: the transaction of a test has no end."""
    monkeypatch.setattr("django.db.transaction.on_commit", lambda deed: deed())


def code(to: str) -> str:
    body = next(str(one.body) for one in reversed(mail.outbox) if one.to == [to])
    found = re.search(r"^ +(\S+)$", body, re.MULTILINE)
    assert found is not None
    return found[1]


def signed_in(player: Player, days: float = 0) -> Client:
    """A browser that the player signed in with so many days ago."""
    client = Client()
    client.post("/accounts/login/", {"login": player.email})
    client.post("/accounts/login/code/confirm/", {"code": code(player.email)})
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] = time.time() - days * 86_400
    session.save()
    assert is_in(client)
    return client


def is_in(client: Client) -> bool:
    return int(client.get("/account").status_code) == 200


def changes(client: Client, address: str = NEW) -> None:
    client.post("/accounts/email/", {"action_add": "1", "email": address})
    client.post("/accounts/confirm-email/", {"code": code(address)})


def links() -> list[str]:
    return [
        link.replace("=\n", "")
        for one in mail.outbox
        for link in re.findall(r"https?://[^/\s]+(/account/address/keep/\S+)", str(one.body))
    ]


@pytest.fixture
def address(red: Player) -> Callable[[], str]:
    def now() -> str:
        red.refresh_from_db()
        return red.email

    return now


def test_an_open_session_takes_no_account_over(red: Player, address: Callable[[], str]) -> None:
    owner, thief = signed_in(red, 1), signed_in(red, 20)
    changes(thief)
    assert address() == "red@example.org"
    told = mail.outbox[-1]
    assert told.to == [red.email]
    assert NEW in str(told.body)
    (page,) = links()
    for way in (Client().get, Client().head):  # a program that looks at links
        assert way(page).status_code == 200
    assert AddressChange.objects.exists()
    assert "Kept" in Client().post(page).content.decode()
    assert not AddressChange.objects.exists()
    assert not is_in(thief)
    assert not is_in(owner)
    address_changes.carry_out_due(clock.now() + timedelta(days=4))
    assert address() == "red@example.org"


def test_with_a_code_from_both_mailboxes_it_counts_at_once(
    red: Player, address: Callable[[], str]
) -> None:
    mine, elsewhere = signed_in(red, 20), signed_in(red, 1)
    mine.post("/accounts/reauthenticate/")
    mine.post("/accounts/reauthenticate/", {"code": code(red.email)})
    changes(mine)
    assert address() == NEW
    assert is_in(mine)
    assert not is_in(elsewhere)
    assert not links()
    assert is_in(signed_in(red))


def test_a_code_from_the_old_mailbox_may_come_afterwards(
    red: Player, address: Callable[[], str]
) -> None:
    mine = signed_in(red, 20)
    changes(mine)
    html = mine.get("/accounts/email/").content.decode()
    assert f"{NEW} becomes your address" in html
    mine.post("/accounts/reauthenticate/")
    answer = mine.post(
        "/accounts/reauthenticate/", {"code": code(red.email), "next": "/accounts/email/"}
    )
    assert answer["Location"] == "/accounts/email/"
    assert address() == NEW
    assert is_in(mine)


def test_a_code_typed_for_something_else_gives_the_account_to_no_thief(
    red: Player, address: Callable[[], str]
) -> None:
    owner, thief = signed_in(red, 1), signed_in(red, 20)
    changes(thief)
    owner.post("/accounts/reauthenticate/")
    owner.post("/accounts/reauthenticate/", {"code": code(red.email), "next": "/account/tokens"})
    assert address() == "red@example.org"
    assert AddressChange.objects.get().address == NEW
    assert is_in(owner)
    assert owner.post("/account/tokens", TOKEN).status_code == 201


@pytest.mark.parametrize("dead", [False, True])
def test_after_three_days_it_counts_also_where_the_old_mailbox_is_dead(
    red: Player, address: Callable[[], str], monkeypatch: pytest.MonkeyPatch, dead: bool
) -> None:
    mine = signed_in(red, 20)
    if dead:
        monkeypatch.setattr(address_changes, "write_to_mailbox", lambda *_: None)
    changes(mine)
    due = AddressChange.objects.get().due
    assert address_changes.carry_out_due(due - timedelta(seconds=1)) == 0
    assert address() == "red@example.org"
    assert address_changes.carry_out_due(due) == 1
    assert address_changes.carry_out_due(due) == 0
    assert address() == NEW
    assert not is_in(mine)
    assert is_in(signed_in(red))
    assert mail.outbox[-1].to == [NEW]


def test_the_first_letter_undoes_the_second_wish_too(
    red: Player, address: Callable[[], str]
) -> None:
    thief = signed_in(red, 20)
    changes(thief)
    first = AddressChange.objects.get().due
    changes(thief, "other@example.org")
    assert AddressChange.objects.get().due >= first
    Client().post(links()[0])
    assert not AddressChange.objects.exists()
    assert "No change waits" in Client().post(links()[1]).content.decode()
    assert address() == "red@example.org"


def test_a_link_of_an_address_that_the_account_has_no_more_undoes_nothing(red: Player) -> None:
    changes(signed_in(red, 20))
    (page,) = links()
    address_changes.carry_out_due(clock.now() + timedelta(days=4))
    assert Client().post(page).status_code == 404
    assert Client().post(f"{page[:-3]}AAA").status_code == 404


def test_a_mailbox_that_has_an_account_by_then_is_not_taken(
    red: Player, address: Callable[[], str]
) -> None:
    changes(signed_in(red, 20))
    Player.objects.create_user(NEW, display_name="Newcomer", last_login=clock.now())
    address_changes.carry_out_due(clock.now() + timedelta(days=4))
    assert address() == "red@example.org"
    assert not AddressChange.objects.exists()


def test_who_asked_may_keep_the_old_address(red: Player) -> None:
    mine = signed_in(red, 20)
    changes(mine)
    mine.post("/account/address/keep")
    assert not AddressChange.objects.exists()
    assert is_in(mine)


def test_a_token_needs_a_fresh_code(red: Player) -> None:
    mine = signed_in(red, 20)
    assert "type in a code" in mine.get("/account/tokens").content.decode()
    answer = mine.post("/account/tokens", TOKEN)
    assert answer["Location"] == "/accounts/reauthenticate/?next=%2Faccount%2Ftokens"
    assert not ApiToken.objects.exists()
    mine.post("/accounts/reauthenticate/")
    for _ in range(3):
        assert mine.post("/accounts/reauthenticate/", {"code": "WRONG"}).status_code == 400
    mine.post("/accounts/reauthenticate/", {"code": code(red.email)})  # it was wrong too often
    assert mine.post("/account/tokens", TOKEN).status_code == 302
    mine.post("/accounts/reauthenticate/")
    mine.post("/accounts/reauthenticate/", {"code": code(red.email)})
    assert mine.post("/account/tokens", TOKEN).status_code == 201
    assert signed_in(red).post("/account/tokens", TOKEN).status_code == 201


GRAVE = {
    "/account/remove": {"address": "red@example.org"},
    "/account/web-hook": {"url": HOOK, "shape": "json"},
    "/account/browsers": KEYS,
}


@pytest.mark.parametrize("page", GRAVE)
def test_what_outlasts_an_open_session_needs_a_fresh_code(red: Player, page: str) -> None:
    mine = signed_in(red, 20)
    for _ in range(2):
        back = mine.post(page, GRAVE[page])["Location"]
        assert back.startswith("/accounts/reauthenticate/?next=%2Faccount")
        assert not WebHook.objects.exists()
        assert not Browser.objects.exists()
        red.refresh_from_db()
        assert red.is_active
        shown = mine.get(page if page == "/account/remove" else "/account").content.decode()
        assert "type in a code</a> that comes to your mailbox" in shown
    mine.post("/accounts/reauthenticate/")
    mine.post("/accounts/reauthenticate/", {"code": code(red.email)})
    assert "reauthenticate" not in mine.post(page, GRAVE[page])["Location"]
    red.refresh_from_db()
    done = [not red.is_active, WebHook.objects.exists(), Browser.objects.exists()]
    assert done == [page == one for one in GRAVE]


def test_a_fresh_code_leads_to_no_other_server(red: Player) -> None:
    mine = signed_in(red, 20)
    mine.post("/accounts/reauthenticate/")
    answer = mine.post(
        "/accounts/reauthenticate/", {"code": code(red.email), "next": "https://evil.example/"}
    )
    assert answer["Location"] == "/account"
