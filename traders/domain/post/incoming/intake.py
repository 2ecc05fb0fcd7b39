"""The edge: what comes is stored before anything in it is looked at (PR-RECORD-04, DESIGN §5)."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from django.db import transaction
from django.dispatch import Signal

from traders.domain.calendar import clock
from traders.domain.letters import addresses
from traders.models import Seat
from traders.models.arrivals import Arrival, ArrivalOutcome
from traders.models.storable import storable

MOST_OCTETS = 25 * 1024 * 1024
"""A longer letter is refused where it comes in, with the limit in the answer."""

HEAD_KEPT = 64 * 1024
"""Octets that are kept of a stranger's letter, and of one over the limit that nobody can refuse any
more: a hook hands in what it took.
"""
STRANGERS_KEPT = timedelta(days=14)
"""How long a letter to no seat is kept."""

arrived = Signal()
"""Sent after the commit with `ids`. The worker listens."""


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
    """Store a letter with the database's own time. Only the recipient's address is read: it names
    the game.

    Raises `TooLarge`, except for what was `taken_over` from who took it already: of that the head
    is kept, and the reader answers it.
    """
    if len(raw) > MOST_OCTETS and not taken_over:
        raise TooLarge(f"a letter holds at most {MOST_OCTETS // 2**20} MiB")
    envelope_to, envelope_from, provider_id = map(
        storable, (envelope_to, envelope_from, provider_id)
    )
    place, moment = _place(envelope_to)
    now = clock.now()
    if place is None:
        _forget_strangers(now)
    with transaction.atomic():
        arrival = Arrival.objects.create(
            raw=raw if place and len(raw) <= MOST_OCTETS else raw[:HEAD_KEPT],
            sha256=hashlib.sha256(raw).hexdigest(),
            size=len(raw),
            taken=now,
            envelope_from=envelope_from[:320],
            envelope_to=envelope_to[:320],
            channel=channel[:40],
            provider_id=provider_id[:200],
            remote=remote,
            game_id=place.game_id if place else None,
            seat=place,
            moment=moment,
        )
        transaction.on_commit(lambda: arrived.send(sender=Arrival, ids=[arrival.pk]))
    return arrival


def _forget_strangers(now: datetime) -> None:
    """Make room for a stranger's letter: older ones go. What a seat, a game or a report rests on is
    none of them.
    """
    old = Arrival.objects.filter(
        seat=None, game=None, outcome=ArrivalOutcome.STRANGER, taken__lt=now - STRANGERS_KEPT
    ).order_by("pk")
    Arrival.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:100])).delete()


def _place(recipient: str) -> tuple[Seat | None, str]:
    """The seat and moment that a reply address names, if this house wrote it."""
    local, _, _ = recipient.strip().strip("<>").rpartition("@")
    found = (
        addresses.read_address(local) if addresses.is_ours(recipient.strip().strip("<>")) else None
    )
    if found is None:
        return None, ""
    seat, moment = found
    return Seat.objects.filter(pk=seat).first(), moment
