"""The people of a season: they join by a code that is mailed, play by the lines that they send, and
answer letters from their mailboxes.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from django.test import Client
from playwright.sync_api import Page

from tests.services.smtp import Sink
from traders.domain.post import delivery
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import Game, Letter, LetterStatus, Player, Seat

START = "start at harrowgate"
"""A port, where upgrades are sold."""
KEEPS, SPENDS = "round: end", "round: buy hull"
"""Whoever keeps the 25 credits of the beginning wins a game of one round; a hull costs 15."""


def address(name: str) -> str:
    """The mailbox of a person."""
    return f"{name.lower()}@example.org"


def newest(sink: Sink, name: str) -> EmailMessage:
    """The latest letter in somebody's mailbox."""
    return parsed(sink.to(address(name))[-1].raw)


def parsed(raw: bytes) -> EmailMessage:
    """A letter as a mail program reads it."""
    found = message_from_bytes(raw, policy=default)
    assert isinstance(found, EmailMessage)
    return found


def text_of(letter: EmailMessage) -> str:
    """What it says."""
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def code(sink: Sink, name: str) -> str:
    """The code that was mailed last."""
    found = re.search(r"^ +(\S+)$", text_of(newest(sink, name)), re.MULTILINE)
    assert found is not None
    return found[1]


def joins(sink: Sink, name: str, path: str) -> Client:
    """Somebody who is signed out presses the button at this address, and joins by requests as a
    browser sends them; their browser.
    """
    client = Client(REMOTE_ADDR=f"10.0.0.{len(sink.taken) % 250 + 1}")
    client.post(path)
    told = {"email": address(name), "display_name": name, "next": path}
    client.post("/accounts/signup/", told)
    client.post("/accounts/confirm-email/", {"code": code(sink, name), "next": path}, follow=True)
    assert Player.objects.get(email=address(name)).display_name == name
    return client


def joins_by_clicks(page: Page, sink: Sink, name: str) -> None:
    """Somebody joins by clicks, from the page on which that is asked."""
    page.get_by_label("Your address").fill(address(name))
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Mail me a code").click()
    page.get_by_label("The code").fill(code(sink, name))
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator("a.who", has_text=name).wait_for()


def sent(name: str) -> int:
    """Letters to somebody go out; how many."""
    waiting = Letter.objects.filter(player__email=address(name), status=LetterStatus.WRITTEN)
    return delivery.prepare_and_send(list(waiting.order_by("pk").values_list("pk", flat=True)))


def answers(sink: Sink, name: str, text: str) -> None:
    """Somebody answers their latest letter, by mail."""
    to = newest(sink, name)["Reply-To"].addresses[0].addr_spec
    head = f"From: {address(name)}\r\nTo: {to}\r\nSubject: Re\r\n\r\n"
    raw = (head + text).encode()
    came = intake.take(raw, envelope_to=to, envelope_from=address(name), channel="smtp")
    timeline.read(came.pk)


def says(game: Game, name: str, line: str) -> None:
    """Somebody sends a line to their table."""
    seat = Seat.objects.get(game=game, player__email=address(name))
    (told,) = timeline.orders(game.pk, seat.colour, line).lines
    assert told.answer in ("done", "kept", "opened"), told.words


def play(game: Game, winners: Collection[str], *, silent: str = "") -> None:
    """All choose where to start; then those who win keep their money, and the others spend it. Who
    is `silent` has started, and says nothing more.
    """
    rows = Seat.objects.filter(game=game).order_by("place").select_related("player")
    names = [seat.player.display_name for seat in rows if seat.player]
    for name in names:
        says(game, name, START)
    for name in names:
        if name != silent:
            says(game, name, KEEPS if name in winners else SPENDS)
