"""Joining and signing in by a mailed code."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core import mail
from django.core.cache import cache
from django.template import Template
from django.test import Client
from django.test.signals import template_rendered
from pytest_django import Settings

from traders.models import Player
from traders.web import mailed_code_sign_in


def code() -> str:
    found = re.search(r"^ +(\S+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found is not None
    return found[1]


def test_a_newcomer_joins_with_a_mailed_code(client: Client, db: None) -> None:
    client.cookies["zone"] = "Europe%2FBerlin"
    answer = client.post(
        "/accounts/signup/",
        {"email": "Jo.Sailor@Example.org", "display_name": "Jo  Long"},
        follow=True,
    )
    assert "Your code" in answer.content.decode()
    assert mail.outbox[-1].to == ["jo.sailor@example.org"]
    # not of the machine that wrote it
    assert mail.outbox[-1].message()["Message-ID"].endswith("@post.test>")
    assert mail.outbox[-1].message()["Auto-Submitted"] == "auto-generated"
    answer = client.post("/accounts/confirm-email/", {"code": code()}, follow=True)
    player = Player.objects.get(email="jo.sailor@example.org")
    assert (player.display_name, player.zone) == ("Jo Long", "Europe/Berlin")
    assert "Jo Long" in answer.content.decode()


def test_a_player_signs_in_with_a_mailed_code(client: Client, red: Player) -> None:
    client.post("/accounts/login/", {"login": red.email}, follow=True)
    answer = client.post("/accounts/login/code/confirm/", {"code": "WRONG1"}, follow=True)
    assert not answer.context["request"].user.is_authenticated
    answer = client.post("/accounts/login/code/confirm/", {"code": code()}, follow=True)
    assert answer.context["request"].user == red


def test_a_stranger_is_not_told_who_plays_here(client: Client, red: Player) -> None:
    told = []
    for address in (red.email, "nobody@example.org"):
        html = Client().post("/accounts/login/", {"login": address}, follow=True).content.decode()
        told.append(re.sub(r'value="[^"]*"', "", html).replace(address, "you"))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "address", ["anna+x@example.org", "ANNA+2@Example.org", "anna@example.org"]
)
def test_one_mailbox_has_one_account_and_the_page_does_not_tell(
    client: Client, db: None, address: str
) -> None:
    Player.objects.create_user("anna@example.org", display_name="Anna")
    told = []
    for typed in (address, "anna2@example.org"):
        html = (
            Client()
            .post("/accounts/signup/", {"email": typed, "display_name": "Jo Long"}, follow=True)
            .content.decode()
        )
        told.append(
            re.sub(r'value="[^"]*"', "", html).replace(typed.lower(), "you").replace(typed, "you")
        )
        if typed == address:
            assert mail.outbox[-1].to == [address.lower()]
            assert "account for this mailbox already" in mail.outbox[-1].body
            assert "/accounts/login/" in mail.outbox[-1].body
            # where a plus is another's mailbox it is none of theirs
            assert "anna@example.org" not in str(mail.outbox[-1].body)
            assert Player.objects.count() == 1
    assert told[0] == told[1]


def test_an_account_that_was_only_begun_keeps_nobody_out(client: Client, db: None) -> None:
    joins(Client(), "anna+x@example.org", "Mallory")
    joins(client, "anna@example.org", "Anna Long")
    client.post("/accounts/confirm-email/", {"code": code()})
    assert Player.objects.get(email="anna@example.org").display_name == "Anna Long"


def test_who_joins_again_before_the_code_came_is_mailed_another(client: Client, db: None) -> None:
    other = Client()
    pages = [joins(other, "anna@example.org", "Anna Short")]
    first = code()
    cache.clear()  # ten seconds later
    pages.append(joins(client, "anna@example.org", "Anna Long"))
    assert re.sub(r'value="[^"]*"', "", pages[0]) == re.sub(r'value="[^"]*"', "", pages[1])
    assert [letter.to for letter in mail.outbox] == [["anna@example.org"]] * 2
    assert code() != first  # a letter with a code, again
    client.post("/accounts/confirm-email/", {"code": code()})
    assert Player.objects.get().display_name == "Anna Long"
    other.post("/accounts/confirm-email/", {"code": first})  # the mailbox's owner, elsewhere
    assert Player.objects.get().display_name == "Anna Long"


@pytest.mark.parametrize("way", ["confirm-email", "login"])
def test_of_two_accounts_begun_for_one_mailbox_one_is_made(db: None, way: str) -> None:
    sent = {}
    browsers = {address: Client() for address in ("anna+1@example.org", "anna+2@example.org")}
    for address, browser in browsers.items():
        joins(browser, address, f"Anna {'Long' if address[5] == '1' else 'Short'}")
        sent[address] = code()
    first, second = browsers
    browsers[first].post("/accounts/confirm-email/", {"code": sent[first]})
    if way == "login":
        browsers[second] = Client()
        browsers[second].post("/accounts/login/", {"login": second})
        html = (
            browsers[second]
            .post("/accounts/login/code/confirm/", {"code": code()}, follow=True)
            .content.decode()
        )
    else:
        html = (
            browsers[second]
            .post("/accounts/confirm-email/", {"code": sent[second]}, follow=True)
            .content.decode()
        )
    assert "One mailbox is one player" in html
    assert [player.email for player in Player.objects.exclude(display_name="")] == [first]
    assert not browsers[second].get("/account").context


def test_nobody_changes_to_another_spelling_of_anothers_mailbox(
    red_client: Client, red: Player, blue: Player
) -> None:
    for address, taken in (("blue+2@example.org", True), ("red+2@example.org", False)):
        red_client.post("/accounts/email/", {"email": address, "action_add": "1"})
        html = red_client.post(
            "/accounts/confirm-email/", {"code": code()}, follow=True
        ).content.decode()
        assert ("One mailbox is one player" in html) is taken
        red.refresh_from_db()
        assert red.email == ("red@example.org" if taken else address)


def test_how_long_an_answer_takes_tells_nothing(
    client: Client, red: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    clocks = iter([10.0, 10.1, 20.0, 20.3, 30.0, 30.6])
    monkeypatch.setattr(mailed_code_sign_in, "STEP", 0.5)
    monkeypatch.setattr(
        mailed_code_sign_in, "time", SimpleNamespace(monotonic=clocks.__next__, sleep=slept.append)
    )
    joins(client, red.email, "Jo Long")
    joins(Client(), "free@example.org", "Jo Long")
    Client().post("/accounts/login/", {"login": "nobody@example.org"})
    assert [round(pause, 6) for pause in slept] == [0.4, 0.2, 0.4]


def test_a_mail_server_that_refuses_is_no_fault(
    client: Client, red: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise smtplib.SMTPRecipientsRefused({})

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
    answer = client.post("/accounts/login/", {"login": red.email}, follow=True)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "could not be mailed" in page
    assert "on its way" not in page


def joins(client: Client, address: str, name: str) -> str:
    return client.post(
        "/accounts/signup/", {"email": address, "display_name": name}, follow=True
    ).content.decode()


@pytest.mark.parametrize("name", ["", "red", "x", "Niven", "12", "First", "two\nlines: x"])
def test_a_name_is_asked_for_and_checked(client: Client, red: Player, name: str) -> None:
    assert "errorlist" in joins(client, "jo.sailor@example.org", name)
    assert not Player.objects.filter(email="jo.sailor@example.org").exists()


def test_an_account_whose_address_is_not_proven_has_no_name_and_goes(
    client: Client, db: None
) -> None:
    joins(client, "jo@example.org", "Jo Long")
    unproven = Player.objects.get(email="jo@example.org")
    assert unproven.display_name == ""
    operator = Client()
    operator.force_login(Player.objects.create_superuser("op@example.org", display_name="Op"))
    assert "jo@example.org" not in operator.get("/admin/traders/player/").content.decode()
    other = Client()
    assert "errorlist" not in joins(other, "ann@example.org", "Jo Long")
    other.post("/accounts/confirm-email/", {"code": code()})
    assert Player.objects.get(email="ann@example.org").display_name == "Jo Long"
    Player.objects.filter(pk=unproven.pk).update(created=unproven.created - timedelta(days=2))
    joins(Client(), "third@example.org", "Third")
    assert not Player.objects.filter(pk=unproven.pk).exists()


def test_who_finds_the_name_taken_meanwhile_gets_another_and_is_told(
    client: Client, db: None
) -> None:
    joins(client, "jo@example.org", "Jo Long")
    sent = code()
    Player.objects.create_user("quick@example.org", display_name="Jo Long")
    html = client.post("/accounts/confirm-email/", {"code": sent}, follow=True).content.decode()
    assert Player.objects.get(email="jo@example.org").display_name.startswith("Newcomer ")
    assert "Choose your name" in html


def test_an_account_that_a_stranger_began_is_its_owners(client: Client, db: None) -> None:
    joins(Client(), "ann@example.org", "Mallory")
    client.post("/accounts/login/", {"login": "ann@example.org"}, follow=True)
    client.post("/accounts/login/code/confirm/", {"code": code()}, follow=True)
    assert Player.objects.get(email="ann@example.org").display_name.startswith("Newcomer ")


@pytest.mark.parametrize("page", ["/accounts/login/", "/accounts/signup/", "/accounts/login/code/"])
@pytest.mark.parametrize(
    "foreign",
    [
        "https://evil.example/",
        "//evil.example/x",
        "javascript:evil.example",
        "https:///evil.example",
    ],
)
def test_a_way_out_of_the_site_is_not_repeated(
    client: Client, db: None, page: str, foreign: str
) -> None:
    assert "evil.example" not in client.get(page, {"next": foreign}).content.decode()
    assert "evil.example" not in client.post(page, {"next": foreign, "email": "x"}).content.decode()
    assert "/games/new" in client.get("/accounts/login/", {"next": "/games/new"}).content.decode()


@pytest.fixture
def shown() -> Iterator[set[str]]:
    """Names of the templates of signing in that were used and are not ours."""
    foreign: set[str] = set()

    def note(sender: object, template: Template, **kwargs: object) -> None:
        name = template.name or ""
        if name.startswith(("account/", "allauth/", "429")) and "allauth" in str(
            template.origin
        ).removesuffix(name):
            foreign.add(name)

    template_rendered.connect(note)
    yield foreign
    template_rendered.disconnect(note)


def test_every_text_of_signing_in_is_ours(client: Client, red: Player, shown: set[str]) -> None:
    pages = ["login", "login/code", "logout", "inactive", "signup"]
    told = [client.get(f"/accounts/{page}/").content.decode() for page in pages]
    joins(Client(), red.email, "Jo Long")
    Client().post("/accounts/login/", {"login": "nobody@example.org"}, follow=True)
    told.append(joins(client, "jo@example.org", "Jo Long"))
    told += [
        client.post("/accounts/confirm-email/", {"code": one}, follow=True).content.decode()
        for one in ("WRONG", code())
    ]
    told += [client.get(f"/accounts/{page}/").content.decode() for page in ("logout", "email")]
    for address in ("jo@example.org", red.email, "jo2@example.org"):
        cache.clear()
        told.append(
            client.post(
                "/accounts/email/", {"email": address, "action_add": "1"}, follow=True
            ).content.decode()
        )
    told.append(
        client.post(
            "/accounts/email/", {"email": "jo2@example.org", "action_remove": "1"}, follow=True
        ).content.decode()
    )
    told.append(client.post("/accounts/logout/", follow=True).content.decode())
    client.post("/accounts/login/", {"login": red.email}, follow=True)
    told += [
        client.post(
            "/accounts/login/code/confirm/", {"code": "WRONG"}, follow=True
        ).content.decode()
        for _ in range(4)
    ]
    many = [client.post("/accounts/login/", {"login": red.email}) for _ in range(40)][-1]
    assert many.status_code == 429
    assert shown == {
        f"account/email/email_confirmation_signup_{part}.txt" for part in ("subject", "message")
    }  # which include ours
    assert "<h1>Too many requests</h1>" in many.content.decode()
    texts = " ".join([*told, *(f"{letter.subject} {letter.body}" for letter in mail.outbox)])
    for allauths in ("email", "password", "login", "Incorrect", "Please", "verif", "Successfully"):
        assert allauths not in re.sub(
            r"<[^>]+>|no passwords here|https?://\S+|\S+@\S+", "", texts
        ), allauths


def test_subjects_say_what_the_letter_brings(client: Client, red: Player) -> None:
    joins(client, "jo@example.org", "Jo Long")
    Client().post("/accounts/login/", {"login": red.email}, follow=True)
    joined, signed_in = mail.outbox
    assert (
        joined.subject
        == f"{re.findall(r'^ +(.+)$', str(joined.body), re.MULTILINE)[0]} proves your address"
    )
    assert signed_in.subject == f"{code()} is your sign-in code"
    assert "It works for 15 minutes." in " ".join(str(joined.body).split())
    assert "It works for 15 minutes." in " ".join(str(signed_in.body).split())


def test_who_joins_with_the_address_of_an_account_is_told_by_letter_alone(
    client: Client, red: Player
) -> None:
    taken, free = (
        joins(client, red.email, "Jo Long"),
        joins(Client(), "free@example.org", "Jo Long"),
    )
    assert re.sub(r'value="[^"]*"', "", taken) == re.sub(r'value="[^"]*"', "", free)
    assert mail.outbox[0].to == [red.email]
    assert "/accounts/login/" in str(mail.outbox[0].body)
    assert Player.objects.filter(email=red.email).get().display_name == "First"


@pytest.mark.parametrize("page", ["/accounts/login/", "/accounts/signup/"])
def test_the_demonstration_says_where_its_codes_come_to(
    client: Client, db: None, settings: Settings, page: str
) -> None:
    told = '<a href="/mailbox/">mailbox page</a>'
    assert told not in client.get(page).content.decode()
    settings.EMBEDDED = True
    assert told in client.get(page).content.decode()


def test_who_mistyped_the_address_can_type_another(client: Client, db: None) -> None:
    client.post("/accounts/signup/", {"email": "mistyped@example.org", "display_name": "Dora"})
    shown = client.get("/accounts/login/", follow=True).content.decode()
    assert 'form="another">Use another address' in shown
    left = client.post("/accounts/logout/", {"next": "/accounts/login/"}, follow=True)
    assert left.redirect_chain[-1][0] == "/accounts/login/"
    assert client.get("/accounts/signup/").status_code == 200


def test_a_code_that_did_not_come_is_sent_again_and_a_stranger_is_told_the_same(
    client: Client, red: Player
) -> None:
    told = []
    for address in (red.email, "nobody@example.org"):
        client, sent = Client(), len(mail.outbox)
        client.post("/accounts/login/", {"login": address}, follow=True)
        again = client.post("/accounts/login/code/confirm/", {"action": "resend"}, follow=True)
        html = again.content.decode()
        assert "Send it again" in html
        told.append(re.sub(r'value="[^"]*"', "", html).replace(address, "you"))
        assert {letter.to[0] for letter in mail.outbox[sent:]} == {address}
    assert told[0] == told[1]
    client = Client()
    client.post("/accounts/login/", {"login": red.email}, follow=True)
    first = code()
    client.post("/accounts/login/code/confirm/", {"action": "resend"}, follow=True)
    assert code() != first
    answer = client.post("/accounts/login/code/confirm/", {"code": code()}, follow=True)
    assert answer.context["request"].user == red
