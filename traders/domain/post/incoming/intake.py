"""Storing incoming letters before anything in them is read (PR-RECORD-04)."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from django.db import transaction
from django.dispatch import Signal

from traders.domain.calendar import clock
from traders.domain.letters import addresses
from traders.domain.post.storable_text import storable
from traders.models import Letter, Prepared, Seat, together
from traders.models.incoming_letters import Arrival, ArrivalOutcome

MOST_OCTETS = 25 * 1024 * 1024
"""A longer letter is refused on arrival; the reply names the limit."""

HEAD_KEPT = 64 * 1024
"""Octets kept of a stranger's letter, and of a letter over the limit that can no longer be refused:
a web hook hands in what the provider took.
"""
STRANGERS_KEPT = timedelta(days=14)
"""How long a letter to no seat is kept."""

arrived = Signal()
"""Signal after the commit, with the arrivals' `ids`. The worker listens."""


_SEAT = Prepared(Seat, lambda pk: Seat.objects.filter(pk=pk).order_by())


class TooLarge(Exception):
    """A letter over the limit; its sender's mail server is told."""


def take(
    raw: bytes,
    *,
    envelope_to: str,
    envelope_from: str = "",
    channel: str,
    remote: str | None = None,
    provider_id: str = "",
    taken_over: bool = False,
) -> Arrival:
    """Store a letter with the database's time. Only the recipient's address is read: it names the
    game.

    Raises `TooLarge`, unless the letter was `taken_over` from a server that had already accepted
    it: then its head is stored, and the reader answers it.
    """
    if len(raw) > MOST_OCTETS and not taken_over:
        raise TooLarge(f"a letter holds at most {MOST_OCTETS // 2**20} MiB")
    envelope_to, envelope_from, provider_id = map(
        storable, (envelope_to, envelope_from, provider_id)
    )
    pk, moment = addresses.read_address(_local_part(envelope_to)) or (0, "")
    seats, [now] = together((_SEAT, pk), (clock.ASKED,))
    seat, now = next(iter(seats), None), clock.whole(now)
    asked = _letter_asking(envelope_to) if seat is None else None
    whole = len(raw) <= MOST_OCTETS and (seat is not None or asked is not None)
    if seat is None and asked is None:
        _forget_strangers(now)
    with transaction.atomic():
        arrival = Arrival.objects.create(
            raw=raw if whole else raw[:HEAD_KEPT],
            sha256=hashlib.sha256(raw).hexdigest(),
            size=len(raw),
            taken=now,
            envelope_from=envelope_from[:320],
            envelope_to=envelope_to[:320],
            channel=channel[:40],
            provider_id=provider_id[:200],
            remote=remote,
            game_id=seat.game_id if seat else asked.game_id if asked else None,
            seat=seat,
            moment=moment,
            asked_by=asked,
        )
        transaction.on_commit(lambda: arrived.send(sender=Arrival, ids=[arrival.pk]))
    return arrival


def _forget_strangers(now: datetime) -> None:
    """Delete some old letters of strangers to make room. Letters of a seat, a game or a report are
    not among them, nor answers.
    """
    old = Arrival.objects.filter(
        seat=None,
        game=None,
        asked_by=None,
        outcome=ArrivalOutcome.STRANGER,
        taken__lt=now - STRANGERS_KEPT,
    ).order_by("pk")
    Arrival.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:100])).delete()


def _letter_asking(recipient: str) -> Letter | None:
    """The letter to somebody without a seat that an address names, if this server wrote it."""
    tag = addresses.read_answer_address(_local_part(recipient))
    if tag is None:
        return None
    named = Letter.objects.filter(message_id__startswith=f"<{tag}@", seat="")
    return named.only("pk", "game_id").first()


def _local_part(recipient: str) -> str:
    """What stands before the `@` of an address of this server's; else nothing."""
    address = recipient.strip().strip("<>")
    return address.rpartition("@")[0] if addresses.is_ours(address) else ""
