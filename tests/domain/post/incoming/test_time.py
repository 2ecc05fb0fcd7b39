"""The time that a letter takes is in proportion to its length, whoever made it, and of what."""

from __future__ import annotations

import random
from functools import partial

import pytest

from tests.domain.post.incoming.conftest import letter
from tests.examples import drawn
from tests.proportion import times_as_long, usual
from traders.domain.post.incoming import bounces
from traders.domain.post.incoming.automatic_mail_detection import came_by_a_list, machine
from traders.domain.post.incoming.mime_parsing import (
    OpenedLetter,
    Unreadable,
    open_head,
    open_letter,
)
from traders.domain.post.incoming.order_recognition import recognition
from traders.domain.post.incoming.quote_detection import own_letters
from traders.domain.post.incoming.reply_line_sorting import sorted_reply
from traders.domain.post.incoming.sender_authentication import vouched
from traders.domain.post.incoming.unread_part_remarks import remarks
from traders.models import Seat

pytestmark = pytest.mark.django_db

MOST = 60
"""Times as long as a plain letter of the same size."""
OCTETS = 200_000
PIECES = (
    "\n", "\r\n", " ", "\t", "a", "!", "-", "_", "> ", ">\n", "-a", ".a", " .", "a \n", "zq\n",
    '"', '"\\', '\\"', "(", "<", "<a ", "<p>", "</p>", '<p style="font-size:', "0", "&#1;", "--\n",
    "\n--b\n", "\n--z\n\n", "Message-ID: ", "wrote:\n", "On 1/1/2026 ", "From: a@b\n", "end\n",
    "jump niven if ", ", ", "a: ", "stop at zap when ", "pass until ", "From 12:30 @ a:\n",
)  # fmt: skip
KINDS = (
    "text/plain", "text/html", "text/plain; format=flowed; delsp=yes", "text/enriched",
    "multipart/mixed; boundary=z", "multipart/report; report-type=delivery-status; boundary=z",
    "message/delivery-status", "message/rfc822",
)  # fmt: skip
HEADERS = (
    "Authentication-Results", "Authentication-Results: mx.post.test; spf=", "Received",
    "From", "Subject", "References", "Date", "X-Odd",
    "Content-Disposition", "Auto-Submitted",
)  # fmt: skip


def texts() -> list[bytes]:
    """Letters of one piece again and again, in the body and in a header, and some of many."""
    chance = random.Random(1)
    made = [_letter(kind, piece * (OCTETS // len(piece))) for piece in PIECES for kind in KINDS[:2]]
    made += [
        _letter("text/plain", "end", f"{name}: {_in_line(piece) * (100_000 // len(piece))}\n")
        for piece in PIECES
        for name in HEADERS
        if len(_in_line(piece)) == len(piece)
    ]
    for _ in range(40):
        run = [chance.choice(PIECES) * chance.choice((1, 40, 4_000)) for _ in range(60)]
        begins = chance.choice(("", "--z\nContent-Type: " + chance.choice(KINDS) + "\n\n"))
        made.append(_letter(chance.choice(KINDS), (begins + "".join(run))[:OCTETS]))
    nested = "".join(
        f"--b{n}\nContent-Type: multipart/mixed; boundary=b{n + 1}\n\n" for n in range(40)
    )
    for piece in ("x\n", "--b\n", "> \n"):
        body = nested + piece * ((OCTETS - len(nested)) // len(piece))
        made.append(_letter("multipart/report; report-type=delivery-status; boundary=b0", body))
    return made


def _in_line(piece: str) -> str:
    return piece.replace("\r", "").replace("\n", "")


def _letter(kind: str, body: str, headers: str = "") -> bytes:
    head = "From: red@example.org\nMessage-ID: <a@example.org>\n"
    return f"{head}{headers}Content-Type: {kind}\n\n{body}".encode()


@pytest.mark.examples("long-letters")
def test_every_letter_is_read_in_time_that_grows_with_its_length(game, settings):
    settings.TRUSTED_MAIL_HOSTS = ["mx.post.test"]
    place = Seat.objects.select_related("game", "player").get(game=game, colour="red")
    raw, _ = letter(game, "red", "end")
    _read(raw, place)  # what is kept from one letter to the next
    sentence = "The station at Mink is mine now, and so it stays.\n"
    usual_one = _letter("text/plain", sentence * (OCTETS // len(sentence)))
    plain, slow = usual(lambda: _read(usual_one, place)), list[str]()
    for raw in drawn("long-letters", texts()):
        ratio = times_as_long(partial(_read, raw, place), plain, MOST)
        if ratio > MOST:
            slow.append(f"{ratio:.0f} times as long: {raw[:150]!r} … {raw[-40:]!r}")
    assert slow == [], "\n".join(slow)


def _read(raw: bytes, place: Seat) -> None:
    """All that is asked of a letter before its orders go to the door."""
    bounces.recipient_reports(raw)
    bounces.letters_named(raw)
    try:
        open_head(raw)
        opened = open_letter(raw)
    except Unreadable:
        return
    machine(opened, "a@b.test")
    came_by_a_list(opened)
    vouched(opened)
    bounces.is_relays(opened, "")
    _sort(opened, place)


def _sort(opened: OpenedLetter, place: Seat) -> None:
    assert place.player is not None
    own = own_letters(place, opened, "")
    list(remarks(sorted_reply(opened.text, recognition(place), own, place.player.display_name)))
