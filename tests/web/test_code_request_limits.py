"""Codes are asked for within limits that hold for all processes, and that keep nobody out of their
own account.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import timedelta
from itertools import islice
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core import mail
from django.db import connection, connections
from django.test import Client

from tests.services.smtp import Sink
from tests.services.waiting import FAR
from traders.domain.accounts import sign_in_limits
from traders.domain.accounts.sign_in_limits import OF_BOTH, OF_CLIENT, OF_CODE, OF_MAILBOX
from traders.domain.calendar import clock
from traders.models import AttemptCount, Player
from traders.web import mailed_code_sign_in

THIEF, OWNER = "203.0.113.66", "198.51.100.7"
PAGES = [
    ("/accounts/login/", "login"),
    ("/accounts/login/code/", "email"),
    ("/accounts/signup/", "email"),
]


def asks(address: str, client: str, page: str = "/accounts/login/", name: str = "login") -> int:
    more = {"display_name": "Jo Long"} if "signup" in page else {}
    return int(
        Client().post(page, {name: address, **more}, REMOTE_ADDR=client, follow=True).status_code
    )


@pytest.mark.sampled
@pytest.mark.parametrize(("page", "name"), PAGES)
@pytest.mark.parametrize("address", ["red@example.org", "nobody@example.org"])
def test_who_knows_an_address_keeps_nobody_out(
    red: Player, page: str, name: str, address: str
) -> None:
    answers = [asks(address, THIEF, page, name) for _ in range(OF_BOTH[0].most + 2)]
    assert answers[-1] == 429
    sent = len(mail.outbox)
    assert sent == OF_BOTH[0].most
    for number, (way, field) in enumerate(PAGES):
        assert asks(address, f"198.51.100.{number}", way, field) == 200
    assert len(mail.outbox) == sent + len(PAGES)


def test_a_flood_from_many_clients_is_one_letter_each(red: Player) -> None:
    for number in range(OF_MAILBOX.most):
        assert sign_in_limits.may_be_mailed(f"10.0.0.{number}", red.email)
    assert sign_in_limits.may_be_mailed(OWNER, red.email)
    assert not sign_in_limits.may_be_mailed(OWNER, red.email)
    assert sign_in_limits.may_be_mailed(OWNER, "blue@example.org")


def test_one_mailbox_is_counted_in_all_its_spellings(db: None) -> None:
    spelt = ["ann.a+1@gmail.com", "anna@googlemail.com", "AnnA@gmail.com", "a.nna+x@gmail.com"]
    may = [sign_in_limits.may_be_mailed(THIEF, spelt[n % 4]) for n in range(OF_BOTH[0].most + 1)]
    assert may == [True] * OF_BOTH[0].most + [False]


def test_a_client_may_ask_again_when_its_time_is_over(db: None) -> None:
    now = clock.now()
    with clock.at(now):
        assert [sign_in_limits.may_ask(THIEF) for _ in range(OF_CLIENT.most + 1)][-2:] == [
            True,
            False,
        ]
    with clock.at(now + timedelta(seconds=59)):
        assert not sign_in_limits.may_ask(THIEF)
        assert sign_in_limits.may_ask(OWNER)
    with clock.at(now + timedelta(seconds=61)):
        assert sign_in_limits.may_ask(THIEF)


def test_a_code_is_sent_again_as_often_for_a_stranger_as_for_a_player(red: Player) -> None:
    told = []
    for address in (red.email, "nobody@example.org"):
        client = Client(REMOTE_ADDR=f"10.1.0.{len(told)}")
        client.post("/accounts/login/", {"login": address})
        for _ in range(OF_BOTH[0].most - 1):
            client.post("/accounts/login/code/confirm/", {"action": "resend"})
        told.append(client.post("/accounts/login/code/confirm/", {"action": "resend"}).status_code)
    assert told == [429, 429]


def test_what_is_kept_names_nobody_and_goes(red: Player) -> None:
    asks(red.email, THIEF)
    kept = [row.key for row in AttemptCount.objects.all()]
    assert kept
    assert not any(red.email in key or THIEF in key for key in kept)
    sign_in_limits.forget(clock.now() + timedelta(hours=1, seconds=1))
    assert not AttemptCount.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_requests_at_once_are_all_counted() -> None:
    at_once, allowed = Barrier(8), list[bool]()

    def ask() -> None:
        at_once.wait()
        allowed.extend(sign_in_limits.may_ask(THIEF) for _ in range(OF_CLIENT.most // 4))
        connection.close()

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(allowed), sum(allowed)) == (2 * OF_CLIENT.most, OF_CLIENT.most)


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
@pytest.mark.parametrize("address", ["ann@example.org", "nobody@example.org"])
def test_guesses_at_one_code_are_few_also_at_once(address: str) -> None:
    """Each of the session's requests reads that nothing was guessed yet."""
    Player.objects.create_user("ann@example.org", display_name="Ann Long")
    asking, together = Client(), Barrier(12)
    asking.post("/accounts/login/", {"login": address})

    def guess(number: int) -> int:
        one = Client()
        one.cookies["sessionid"] = asking.cookies["sessionid"].value
        try:
            together.wait()
            return one.post(
                "/accounts/login/code/confirm/", {"code": f"WRNG{number:02}"}
            ).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(guess, range(12)))
    assert sum(one != 429 for one in answers) <= OF_CODE.most


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_while_the_mail_server_hangs_few_requests_wait_for_it(
    smtp_sink: Sink, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """The others are answered that the code cannot be mailed just now, and hold up no page."""
    monkeypatch.setattr(mailed_code_sign_in, "PATIENCE", 0.1)
    settings.EMAIL_TIMEOUT = 300
    for number in range(4):
        Player.objects.create_user(f"p{number}@example.org", display_name=f"Person {number}")
    smtp_sink.manner = "hang"

    def ask(number: int) -> bool:
        try:
            asked = {"login": f"p{number}@example.org"}
            answer = Client().post("/accounts/login/", asked, follow=True)
            return "could not be mailed" in answer.content.decode()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(ask, number) for number in range(4)]
        try:
            first = list(
                islice(as_completed(asked, timeout=FAR), 4 - mailed_code_sign_in.MOST_MAILING)
            )
            assert [one.result() for one in first] == [True, True]
        finally:
            smtp_sink.manner = "take"
        assert sorted(one.result() for one in asked) == [False, False, True, True]
    assert len(smtp_sink.taken) == mailed_code_sign_in.MOST_MAILING
