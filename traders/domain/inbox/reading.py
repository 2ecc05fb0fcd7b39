"""Reading what came: each letter ends in one of a closed set of outcomes, whatever its bytes, and can be read again from them.

A reading claims the letter in a step of its own and counts the attempt, so that one whose reading kills the worker twice is set aside,
answered and shown to the operator, and blocks nothing. The orders, the answer and the outcome are then stored in one transaction under
the game's lock: a letter counts once however often it comes and whoever reads it (PR-RECEIPT-04).
"""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from django.db import transaction
from django.db.models import Q

from traders.domain import clock, play, sweep, words
from traders.domain.inbox.machine import machine
from traders.domain.inbox.opened import Opened, open_letter
from traders.domain.inbox.sender import is_players
from traders.domain.inbox.written import written
from traders.domain.letters import office
from traders.domain.passage import Line
from traders.engines.contract import Refusal
from traders.models import Game, Source
from traders.models.post import Arrival, ArrivalOutcome, ArrivalStatus, Letter

if TYPE_CHECKING:
    from traders.domain.desk import Desk

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 2
"""Readings that may die before a letter is set aside."""
CLAIM_TIME = timedelta(minutes=5)
"""After which a claim is taken to be a dead worker's."""
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


def read(arrival_id: int) -> str:
    """Read one letter; returns its outcome, "" where somebody else is reading it or has read it."""
    arrival = _claim(arrival_id)
    if arrival is None:
        return ""
    if arrival.attempts > MOST_ATTEMPTS:
        return _set_aside(arrival)
    letter = open_letter(bytes(arrival.raw))
    if arrival.game_id:
        sweep.catch_up(arrival.game_id, arrival.taken)  # outside the transaction: it reads letters taken before
    with transaction.atomic():
        if arrival.game_id:
            Game.objects.select_for_update().get(pk=arrival.game_id)
        if not Arrival.objects.filter(pk=arrival.pk, status=ArrivalStatus.READING, worker=arrival.worker).exists():
            return ""
        _note(arrival, letter)
        outcome = _outcome(arrival, letter)
        arrival.status, arrival.outcome, arrival.read_at = ArrivalStatus.READ, outcome, clock.now()
        arrival.save()
    return str(outcome)


def read_waiting(game_id: int, upto: datetime) -> int:
    """Read the letters to a game taken by `upto` that nobody has read yet, oldest first; returns how many (DESIGN §4)."""
    waiting = Arrival.objects.filter(game_id=game_id, taken__lte=upto, status__in=[ArrivalStatus.STORED, ArrivalStatus.READING])
    ids = list(waiting.order_by("taken", "id").values_list("pk", flat=True))
    return sum(1 for pk in ids if read(pk))


def waiting_ids(limit: int = 200) -> list[int]:
    """Letters that nobody has read, or whose reader has died: what a sweep takes up, oldest first."""
    dead = Q(status=ArrivalStatus.READING, claimed_at__lt=clock.now() - CLAIM_TIME)
    found = Arrival.objects.filter(Q(status=ArrivalStatus.STORED) | dead).order_by("taken", "id")
    return list(found.values_list("pk", flat=True)[:limit])


def confirm(arrival: Arrival, at: datetime) -> None:
    """The player says that a held letter is the player's own: it counts from now (PR-RECEIPT-03)."""
    if arrival.outcome != ArrivalOutcome.UNCONFIRMED or arrival.seat is None:
        raise Refusal("There is no letter to confirm.", "PR-RECEIPT-03", kind="stale")
    with transaction.atomic():
        arrival.outcome, arrival.counts_from = ArrivalOutcome.CONFIRMED, at
        arrival.save(update_fields=["outcome", "counts_from"])
        letter = open_letter(bytes(arrival.raw))
        _orders(arrival, letter, written(letter.text), at)
        arrival.save()


# --- claiming ---------------------------------------------------------------------------------------------------------------------


def _claim(arrival_id: int) -> Arrival | None:
    """Take a letter for reading, in a step of its own; None where another worker has it."""
    now, worker = clock.now(), uuid4().hex
    free = Q(status=ArrivalStatus.STORED) | Q(status=ArrivalStatus.READING, claimed_at__lt=now - CLAIM_TIME)
    with transaction.atomic():
        taken = Arrival.objects.filter(free, pk=arrival_id).update(status=ArrivalStatus.READING, claimed_at=now, worker=worker)
        if not taken:
            return None
        arrival = Arrival.objects.select_related("seat__player").get(pk=arrival_id)
        arrival.attempts += 1
        arrival.save(update_fields=["attempts"])
    return arrival


def _set_aside(arrival: Arrival) -> str:
    """Its reading died twice: answered, shown to the operator, no longer in anybody's way."""
    with transaction.atomic():
        arrival.status, arrival.outcome, arrival.read_at = ArrivalStatus.SET_ASIDE, ArrivalOutcome.SET_ASIDE, clock.now()
        _answer(
            arrival,
            "",
            "Your letter is here, but could not be read. The operator has been told. Please write your orders once more, as plain text.",
        )
        arrival.save()
    log.error("letter %s set aside after %s readings", arrival.pk, arrival.attempts - 1)
    return str(ArrivalOutcome.SET_ASIDE)


# --- what it is -------------------------------------------------------------------------------------------------------------------


def _note(arrival: Arrival, letter: Opened) -> None:
    arrival.message_id = letter.message_id
    arrival.content = _content(bytes(arrival.raw))
    arrival.notes = {
        "from": list(letter.senders[:5]),
        "subject": letter.subject,
        "date": letter.date,
        "received": [value[:500] for value in letter.values("received")[:20]],
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


def _outcome(arrival: Arrival, letter: Opened) -> ArrivalOutcome:
    """What the letter is, and whatever follows from it."""
    found = machine(letter, arrival.envelope_from)
    if found:
        return ArrivalOutcome(found)
    place = arrival.seat
    if place is None or place.player is None:
        return ArrivalOutcome.STRANGER
    earlier = _earlier(arrival)
    if earlier is not None:
        arrival.duplicate_of, arrival.answered_by = earlier, earlier.answered_by
        if earlier.answered_by is not None:
            office.again(earlier.answered_by)
        return ArrivalOutcome.DUPLICATE
    if not is_players(letter, place.player):
        _ask_to_confirm(arrival, letter)
        return ArrivalOutcome.UNCONFIRMED
    text = written(letter.text)
    if not any(line.strip() and not line.strip().startswith("#") for line in text.splitlines()):
        _answer(
            arrival,
            letter.message_id,
            "Your letter holds no order above the quoted letter. Write one order a line at the top; 'help' tells how.",
        )
        return ArrivalOutcome.EMPTY
    _orders(arrival, letter, text, arrival.taken)
    return ArrivalOutcome.ORDERS


def _earlier(arrival: Arrival) -> Arrival | None:
    """The same letter, if it came to this seat before (PR-RECEIPT-04)."""
    same = Q(content=arrival.content)
    if arrival.message_id:
        same |= Q(message_id=arrival.message_id)
    read_before = Arrival.objects.filter(same, seat=arrival.seat, status=ArrivalStatus.READ).exclude(pk=arrival.pk)
    return read_before.exclude(outcome=ArrivalOutcome.DUPLICATE).order_by("id").first()


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
        _answer(arrival, letter.message_id, refusal.text)
        return
    receipt = Letter.objects.filter(game=place.game_id, seat=place.colour, entry=passage.last).order_by("-id").first()
    arrival.answered_by = receipt


def _answer(arrival: Arrival, message_id: str, told: str) -> None:
    """An answer of the house itself, to the seat's player and nobody else."""
    place = arrival.seat
    if place is not None and place.player is not None:
        arrival.answered_by_id = office.note(place, told, in_reply_to=message_id, name=f"a{arrival.pk}")


def _ask_to_confirm(arrival: Arrival, letter: Opened) -> None:
    sender = ", ".join(letter.senders) or "a mailbox that does not name itself"
    _answer(
        arrival,
        "",
        f"A letter with orders for your seat came from {sender}, which is not your mailbox. It is held and does not count. "
        f"If you wrote it, answer with the one line: confirm {arrival.pk}",
    )


def _confirm(desk: Desk, seat: str, rest: str, raw: str) -> Line | None:
    """`confirm <n>`: a letter held because it came from another mailbox is the player's own (PR-RECEIPT-03)."""
    if not rest.isdigit():
        return None
    arrival = Arrival.objects.select_related("seat__player").filter(pk=int(rest[:18]), game=desk.game, seat__colour=seat).first()
    if arrival is None or arrival.outcome != ArrivalOutcome.UNCONFIRMED:
        raise Refusal("There is no letter to confirm by that number.", "PR-RECEIPT-03", kind="stale")
    transaction.on_commit(lambda: confirm(arrival, desk.now))
    return Line(raw, "done", "Confirmed: the letter counts from now. Its receipt follows.")


words.enter("confirm", _confirm)
