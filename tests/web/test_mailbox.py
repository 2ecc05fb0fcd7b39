"""The mailbox of the embedded set-up: letters as they were sent, and answers that go the way of
every letter.
"""

from __future__ import annotations

from email import policy
from email.parser import BytesParser

import pytest
from django.test import Client
from pytest_django import Settings

from tests.services.smtp import Sink
from traders.domain.play import door
from traders.domain.post import delivery
from traders.models import Game, Letter, Player, Seat


@pytest.fixture(autouse=True)
def _embedded(settings: Settings) -> None:
    settings.EMBEDDED = True


@pytest.fixture
def sent(game: Game, smtp_sink: Sink) -> Letter:
    """Red's first letter, taken by a mail server."""
    delivery.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))
    return Letter.objects.get(game=game, seat="red")


def test_there_is_no_mailbox_page_elsewhere(
    red_client: Client, sent: Letter, settings: Settings
) -> None:
    settings.EMBEDDED = False
    for path in (
        "/mailbox/",
        f"/mailbox/{sent.tag}",
        f"/mailbox/{sent.tag}/raw",
        f"/mailbox/{sent.tag}/html",
    ):
        assert red_client.get(path).status_code == 404
    assert red_client.post(f"/mailbox/{sent.tag}/reply", {"answer": "roll"}).status_code == 404


def test_a_newcomer_gets_an_account_and_the_free_seat(client: Client, gathering: Game) -> None:
    answer = client.post("/begin", {"system": "toll"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/mailbox/"
    seat = Seat.objects.get(game=gathering, colour="blue")
    assert seat.player == answer.context["request"].user
    gathering.refresh_from_db()
    assert gathering.phase == "playing"
    client.post("/begin", {"system": "toll"})  # once more takes no other seat
    assert Player.objects.count() == 2


@pytest.mark.sampled
@pytest.mark.parametrize(
    "system", ["star-traders", "traders-luck", "imperial-trader", "stratastar"]
)
def test_a_newcomer_who_finds_no_free_seat_gets_a_game_of_their_own(
    client: Client, db: None, system: str
) -> None:
    assert f'value="{system}"' in client.get("/begin").content.decode()
    answer = client.post("/begin", {"system": system}, follow=True)
    seat = Seat.objects.get(player=answer.context["request"].user)
    assert seat.game.system == system
    assert seat.game.phase == "playing"
    assert all(other.bot for other in seat.game.seats.exclude(pk=seat.pk))


def test_the_letter_is_shown_as_it_was_sent(
    red_client: Client, sent: Letter, smtp_sink: Sink
) -> None:
    assert sent.subject in red_client.get("/mailbox/").content.decode().replace("&#x27;", "'")
    html = red_client.get(f"/mailbox/{sent.tag}").content.decode()
    assert "Reply-To" in html
    assert "roll" in html
    raw = red_client.get(f"/mailbox/{sent.tag}/raw").content
    assert any(raw.strip() == bytes(letter.raw).strip() for letter in smtp_sink.taken)


def test_only_a_letter_that_is_still_to_be_answered_asks(
    red_client: Client, sent: Letter, game: Game
) -> None:
    for path in ("/mailbox/", f"/mailbox/{sent.tag}"):
        html = red_client.get(path).content.decode()
        assert html.count(">needs an answer<") == 1
        assert f"The old road #{game.pk} · Toll" in html  # as subjects name it
    door.orders(game.pk, "red", "end")
    assert ">needs an answer<" not in red_client.get("/mailbox/").content.decode()
    door.orders(game.pk, "blue", "end")  # red's turn again
    delivery.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))
    html = red_client.get("/mailbox/").content.decode()
    newest = html.partition('class="letters plain"')[2].split("<li>")[1]
    assert html.count(">needs an answer<") == 1
    assert ">needs an answer<" in newest


def test_html_is_shown_in_a_frame_that_runs_and_loads_nothing(
    red_client: Client, sent: Letter
) -> None:
    assert "sandbox" in red_client.get(f"/mailbox/{sent.tag}?as=html").content.decode()
    answer = red_client.get(f"/mailbox/{sent.tag}/html")
    assert answer["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert b"cid:" not in answer.content


def test_anothers_letters_cannot_be_read_or_answered(
    client: Client, blue: Player, sent: Letter
) -> None:
    client.force_login(blue)
    for path in ("", "/raw", "/html"):
        assert client.get(f"/mailbox/{sent.tag}{path}").status_code == 404
    assert client.post(f"/mailbox/{sent.tag}/reply", {"answer": "roll"}).status_code == 404


def test_an_answer_is_a_letter_above_the_quoted_one(
    red_client: Client, sent: Letter, smtp_sink: Sink
) -> None:
    before = len(smtp_sink.taken)
    answer = red_client.post(f"/mailbox/{sent.tag}/reply", {"answer": "roll\n"})
    assert answer.status_code == 302
    raw = bytes(smtp_sink.taken[before].raw)
    letter = BytesParser(policy=policy.default).parsebytes(raw)
    original = BytesParser(policy=policy.default).parsebytes(bytes(sent.raw or b""))
    assert str(letter["To"]) == str(original["Reply-To"])
    assert letter["In-Reply-To"] == sent.message_id
    assert "red@example.org" in str(letter["From"])
    body = letter.get_body(("plain",))
    assert body is not None
    text = body.get_content().replace("\r\n", "\n")
    assert text.startswith("roll\n\nOn ")
    assert all(line.startswith(">") for line in text.split("wrote:\n")[1].splitlines())
    assert "on its way" in red_client.get(answer["Location"]).content.decode()


def test_the_receipt_is_found_by_the_answer_that_it_answers(
    red_client: Client, red: Player, sent: Letter
) -> None:
    Letter.objects.filter(pk=sent.pk).update(in_reply_to="<mine@example.org>")
    assert (
        "The receipt has come"
        in red_client.get(f"/mailbox/{sent.tag}?sent=%3Cmine%40example.org%3E").content.decode()
    )


def test_a_mail_server_that_is_away_loses_nothing_typed(
    red_client: Client, sent: Letter, settings: Settings
) -> None:
    settings.EMAIL_PORT = 1
    html = red_client.post(
        f"/mailbox/{sent.tag}/reply", {"answer": "roll"}, follow=True
    ).content.decode()
    assert "did not take the letter" in html
    assert ">roll</textarea>" in html


def test_an_empty_answer_is_not_sent(red_client: Client, sent: Letter, smtp_sink: Sink) -> None:
    before = len(smtp_sink.taken)
    assert (
        "Nothing was written"
        in red_client.post(
            f"/mailbox/{sent.tag}/reply", {"answer": " "}, follow=True
        ).content.decode()
    )
    assert len(smtp_sink.taken) == before
