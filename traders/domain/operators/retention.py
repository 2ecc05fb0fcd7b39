"""What need not be kept for ever: the bytes that letters were sent with, mail of strangers and
machines, sessions of who signed in.

Histories, orders, letters to seats as they came (PR-RECORD-04), reports and the words of every
letter of a game stay: claims rest on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from traders.domain.calendar import clock
from traders.models import Arrival, ArrivalOutcome, ArrivalStatus, Letter, LetterStatus, Picture

LEAST = timedelta(days=30)
"""What is younger is kept: a claim may ask for it, and a mail server may still report of it."""
PORTION = 500
"""Rows of one transaction."""
OF_NOBODY = (ArrivalOutcome.STRANGER, ArrivalOutcome.AUTOMATIC, ArrivalOutcome.LOOP)
GONE = (LetterStatus.SENT, LetterStatus.STALE, LetterStatus.FAILED)


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many of each were taken away."""

    bodies: int
    pictures: int
    arrivals: int


def prune(older: timedelta) -> Pruned:
    """Take away what is older and not needed. `ValueError` where that is less than a month."""
    if older < LEAST:
        raise ValueError(f"What is younger than {LEAST.days} days is kept.")
    before = clock.now() - older
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return Pruned(_bodies(before), _pictures(before), _arrivals(before))


def _bodies(before: datetime) -> int:
    """The bytes of letters that belong to no game: digests, answers of the office. Those of a game
    are what its players hold too.
    """
    return _emptied(
        Letter.objects.filter(game=None, status__in=GONE, written__lt=before, raw__isnull=False),
        raw=None,
        picture=None,
    )


def _pictures(before: datetime) -> int:
    """The boards that letters showed; a board that a younger letter shows stays."""
    _emptied(
        Letter.objects.filter(status__in=GONE, written__lt=before, picture__isnull=False),
        picture=None,
    )
    shown = Exists(Letter.objects.filter(picture=OuterRef("pk")))
    return _deleted(Picture.objects.filter(~shown, made__lt=before))


def _arrivals(before: datetime) -> int:
    """Mail that was no seat's and no game's, and no report."""
    of_nobody = Arrival.objects.filter(
        seat=None, game=None, status=ArrivalStatus.READ, outcome__in=OF_NOBODY
    )
    return _deleted(of_nobody.filter(taken__lt=before, duplicates=None))


def _emptied(letters: QuerySet[Letter], **columns: None) -> int:
    done = 0
    while ids := list(letters.order_by("pk").values_list("pk", flat=True)[:PORTION]):
        done += Letter.objects.filter(pk__in=ids).update(**columns)
    return done


def _deleted(rows: QuerySet) -> int:
    done = 0
    while ids := list(rows.order_by("pk").values_list("pk", flat=True)[:PORTION]):
        with transaction.atomic():
            done += rows.model._default_manager.filter(pk__in=ids).delete()[0]
    return done
