"""Looks at a game's page, stored as evidence of what a player knew when (PR-EVIDENCE-02), and
readings by a player's programs, which show no person's knowledge (PR-MAIL-01). Only claims of that
seat read them.
"""

from __future__ import annotations

from contextlib import suppress

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from traders.domain.calendar import clock
from traders.models import Look, ProgramLook, Seat, Sitting


def note(seat: Seat, entry: int) -> int:
    """Keep that the seat's player was shown the game after this entry: the first time, in whole
    seconds. Returns the entry after which its player looked last before; 0 for who never did, or
    has seen this one (PR-SEAT-01: a predecessor's looks are no substitute's).
    """
    earlier = Sitting.objects.filter(seat=seat, until=None, since__gte=OuterRef("at"))
    newest = list(
        Look.objects.filter(~Exists(earlier), seat=seat, entry__lte=entry)
        .order_by("-entry")
        .values_list("entry", flat=True)[:1]
    )
    if entry not in newest:
        with suppress(IntegrityError), transaction.atomic():  # another window was first
            Look.objects.create(seat=seat, entry=entry, at=clock.now())
    return 0 if entry in newest else next(iter(newest), 0)


def note_program(seat: Seat, entry: int) -> None:
    """Keep that a program of the seat's player was told the game after this entry: the first
    time.
    """
    if not ProgramLook.objects.filter(seat=seat, entry=entry).exists():
        with suppress(IntegrityError), transaction.atomic():  # another request was first
            ProgramLook.objects.create(seat=seat, entry=entry, at=clock.now())
