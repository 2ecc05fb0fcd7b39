"""What a letter is, and whatever follows from it: one of a closed set of outcomes."""

from __future__ import annotations

import hashlib
from datetime import datetime
from email.utils import parseaddr
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from traders.domain import play, words
from traders.domain.inbox import bounce
from traders.domain.inbox.edge import MOST_OCTETS, arrived
from traders.domain.inbox.machine import machine
from traders.domain.inbox.opened import Opened
from traders.domain.inbox.sender import is_players
from traders.domain.inbox.written import written
from traders.domain.letters import office
from traders.domain.passage import Line
from traders.domain.reports import mailbox_works
from traders.engines.contract import Refusal
from traders.models import Source
from traders.models.post import Arrival, ArrivalOutcome, ArrivalStatus, Letter

if TYPE_CHECKING:
    from traders.domain.desk import Desk

_TRACE = frozenset(
    {
        "received",
        "return-path",
        "delivered-to",
        "x-received",
        "arc-seal",
        "arc-message-signature",
        "arc-authentication-results",
        "authentication-results",
        "received-spf",
        "x-original-to",
    }
)


LONGEST_LINE = 2_000
"""Characters kept of a transfer line: a client's certificate and our own long addresses stand before its date."""


def outcome_of(arrival: Arrival, letter: Opened | None, at: datetime) -> ArrivalOutcome:
    """What the letter is, and whatever follows from it."""
    place = arrival.seat
    nobody = place is None or place.player is None
    if letter is None:
        answer(arrival, "", "Your letter could not be read. Please write your orders once more, as plain text.")
        return ArrivalOutcome.STRANGER if nobody else ArrivalOutcome.UNREADABLE
    confirmed = arrival.outcome == ArrivalOutcome.CONFIRMED
    _note(arrival, letter)
    found = machine(letter, arrival.envelope_from, own_addresses())
    if not found and Letter.objects.filter(message_id=letter.message_id).exists():
        found = ArrivalOutcome.LOOP
    if found == ArrivalOutcome.BOUNCE:
        bounce.keep(bytes(arrival.raw), arrival.taken)
    if found:
        return ArrivalOutcome(found)
    if place is None or place.player is None:
        return ArrivalOutcome.STRANGER
    earlier = _earlier(arrival, letter)
    if earlier is not None and not confirmed:
        arrival.duplicate_of, arrival.answered_by = earlier, earlier.answered_by
        if earlier.answered_by is not None:
            office.again(earlier.answered_by)
        return ArrivalOutcome.DUPLICATE
    if not confirmed and not is_players(letter, place.player):
        _ask_to_confirm(arrival, letter)
        return ArrivalOutcome.UNCONFIRMED
    mailbox_works(place.player)
    if arrival.size > len(arrival.raw):
        answer(
            arrival,
            letter.message_id,
            f"Your letter is too large: a letter holds at most {MOST_OCTETS // 2**20} MiB. Orders need no pictures.",
        )
        return ArrivalOutcome.TOO_LARGE
    text = written(letter.text)
    if not any(line.strip() and not line.strip().startswith("#") for line in text.splitlines()):
        answer(
            arrival,
            letter.message_id,
            "Your letter holds no order above the quoted letter. Write one order a line at the top; 'help' tells how.",
        )
        return ArrivalOutcome.EMPTY
    _orders(arrival, letter, text, at)
    return ArrivalOutcome.CONFIRMED if confirmed else ArrivalOutcome.ORDERS


def _note(arrival: Arrival, letter: Opened) -> None:
    arrival.message_id = letter.message_id
    arrival.content = _content(bytes(arrival.raw))
    arrival.notes = {
        "from": list(letter.senders[:5]),
        "subject": letter.subject,
        "date": letter.date,
        "received": [value[:LONGEST_LINE] for value in letter.values("received")[:20]],
    }


def _content(raw: bytes) -> str:
    """Digest of a letter without the lines that each mail server adds: the same letter come again has the same."""
    head, gap, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    kept, keep = [], True
    for line in head.split(b"\n"):
        if line[:1] not in (b" ", b"\t"):
            keep = line.partition(b":")[0].strip().lower().decode("ascii", "replace") not in _TRACE
        if keep:
            kept.append(line.rstrip())
    return hashlib.sha256(b"\n".join(kept) + gap + body).hexdigest()


def own_addresses() -> frozenset[str]:
    """Addresses from which the house itself writes."""
    return frozenset(parseaddr(address)[1].lower() for address in (settings.DEFAULT_FROM_EMAIL, settings.SERVER_EMAIL))


def _earlier(arrival: Arrival, letter: Opened) -> Arrival | None:
    """The same letter, if it came to this seat before (PR-RECEIPT-04): the same bytes, or the same Message-ID of the same sender."""
    read_before = Arrival.objects.filter(seat=arrival.seat, status__in=[ArrivalStatus.READ, ArrivalStatus.SET_ASIDE]).exclude(pk=arrival.pk)
    read_before = read_before.exclude(outcome=ArrivalOutcome.DUPLICATE).order_by("id")
    same = read_before.filter(content=arrival.content).first()
    if same is None and len(letter.message_id) > len("<@>"):
        named = read_before.filter(message_id=letter.message_id)
        same = next((one for one in named[:20] if one.notes.get("from") == list(letter.senders[:5])), None)
    return same


def _orders(arrival: Arrival, letter: Opened, text: str, at: datetime) -> None:
    """Hand the lines to the door; the receipt is part of the passage's letter."""
    place = arrival.seat
    assert place is not None
    arrival.notes["orders"] = text[:4000]
    try:
        passage = play.orders(
            place.game_id, place.colour, text, source=Source.LETTER, moment=arrival.moment, at=at, in_reply_to=letter.message_id
        )
    except Refusal as refusal:  # no game to order in: not begun yet
        answer(arrival, letter.message_id, refusal.text)
        return
    arrival.notes["lines"] = [[line.text[:300], line.answer, line.kind, list(line.rules)] for line in passage.lines]
    receipt = Letter.objects.filter(game=place.game_id, seat=place.colour, entry=passage.last).order_by("-id").first()
    arrival.answered_by = receipt


def answer(arrival: Arrival, message_id: str, told: str) -> None:
    """An answer of the house itself, to the seat's player and nobody else."""
    place = arrival.seat
    if place is not None and place.player is not None:
        arrival.answered_by_id = office.note(place, told, in_reply_to=message_id, name=f"a{arrival.pk}")


def _ask_to_confirm(arrival: Arrival, letter: Opened) -> None:
    sender = ", ".join(letter.senders) or "a mailbox that does not name itself"
    answer(
        arrival,
        "",
        f"A letter with orders for your seat came from {sender}, which is not your mailbox. It is held and does not count. "
        f"If you wrote it, answer with the one line: confirm {arrival.pk}",
    )


def confirm(arrival_id: int, at: datetime) -> None:
    """The player says that a held letter is the player's own: it counts from `at`, and is to be read again (PR-RECEIPT-03)."""
    Arrival.objects.filter(pk=arrival_id, outcome=ArrivalOutcome.UNCONFIRMED).update(
        status=ArrivalStatus.STORED, outcome=ArrivalOutcome.CONFIRMED, counts_from=at, attempts=0
    )


def _confirm(desk: Desk, seat: str, rest: str, raw: str) -> Line | None:
    """`confirm <n>`: a letter held because it came from another mailbox is the player's own (PR-RECEIPT-03)."""
    if not rest.isdigit():
        return None
    arrival = Arrival.objects.select_related("seat__player").filter(pk=int(rest[:18]), game=desk.game, seat__colour=seat).first()
    if arrival is None or arrival.outcome != ArrivalOutcome.UNCONFIRMED:
        raise Refusal("There is no letter to confirm by that number.", "PR-RECEIPT-03", kind="stale")
    confirm(arrival.pk, desk.now)
    # read again by its own reader, after this passage: its orders are another passage through the door
    transaction.on_commit(lambda: arrived.send(sender=Arrival, ids=[arrival.pk]))
    return Line(raw, "done", "Confirmed: the letter counts from now. Its receipt follows.")


words.enter("confirm", _confirm, always=True)
