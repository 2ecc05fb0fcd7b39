"""Pruning: removing the boards of sent letters, the bytes of daily summaries, mail of strangers and
machines, expired sessions, and answers to programs of more than a day ago.

Histories, orders, letters to seats as they came (PR-RECORD-04), reports and the text of every
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
from traders.models import (
    ApiPost,
    Arrival,
    ArrivalOutcome,
    ArrivalStatus,
    AttemptCount,
    Invitation,
    Letter,
    LetterStatus,
    Picture,
    SignInMark,
)

LEAST = timedelta(days=30)
"""Younger rows are kept: a claim may need them, and a mail server may still report on them."""
BOARDS_KEPT = LEAST
"""How long a letter's picture is kept: an older one is drawn again for whoever asks for it."""
POSTS_KEPT = timedelta(days=1)
"""How long a program's post is answered again."""
PORTION = 500
"""Rows of one transaction."""
OF_NOBODY = (ArrivalOutcome.STRANGER, ArrivalOutcome.AUTOMATIC, ArrivalOutcome.LOOP)
GONE = (LetterStatus.SENT, LetterStatus.STALE, LetterStatus.FAILED)


@dataclass(frozen=True, slots=True)
class Pruned:
    """Rows removed or emptied of each kind."""

    bodies: int
    pictures: int
    arrivals: int


def prune(older: timedelta) -> Pruned:
    """Remove what is older and not needed, and what has its own end: boards, invitations, counts of
    codes, marks of sign-ins. Raises `ValueError` for less than a month.
    """
    if older < LEAST:
        raise ValueError(f"What is younger than {LEAST.days} days is kept.")
    before = clock.now() - older
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    _deleted(ApiPost.objects.filter(at__lt=clock.now() - POSTS_KEPT))
    _deleted(Invitation.objects.filter(expires__lt=before))
    _deleted(AttemptCount.objects.filter(ends__lt=clock.now()))
    _deleted(SignInMark.objects.filter(ends__lt=clock.now()))
    return Pruned(_bodies(before), _pictures(clock.now() - BOARDS_KEPT), _arrivals(before))


def _bodies(before: datetime) -> int:
    """Empty the bytes of letters outside games, such as daily summaries. Those of a game stay:
    its players have them too.
    """
    return _emptied(
        Letter.objects.filter(game=None, status__in=GONE, written__lt=before, raw__isnull=False),
        raw=None,
        picture=None,
    )


def _pictures(before: datetime) -> int:
    """Remove the board pictures of old letters, unless a younger letter shows them."""
    _emptied(
        Letter.objects.filter(status__in=GONE, written__lt=before, picture__isnull=False),
        picture=None,
    )
    shown = Exists(Letter.objects.filter(picture=OuterRef("pk")))
    return _deleted(Picture.objects.filter(~shown, made__lt=before))


def _arrivals(before: datetime) -> int:
    """Delete mail that belonged to no seat and no game and is no report."""
    of_nobody = Arrival.objects.filter(
        seat=None, game=None, status=ArrivalStatus.READ, outcome__in=OF_NOBODY
    )
    return _deleted(of_nobody.filter(taken__lt=before, duplicates=None))


def _emptied(letters: QuerySet[Letter], **columns: None) -> int:
    """Empty the columns of these letters, in portions; returns how many."""
    done = 0
    while ids := list(letters.order_by("pk").values_list("pk", flat=True)[:PORTION]):
        done += Letter.objects.filter(pk__in=ids).update(**columns)
    return done


def _deleted(rows: QuerySet) -> int:
    """Delete these rows, in portions; returns how many."""
    done = 0
    while ids := list(rows.order_by("pk").values_list("pk", flat=True)[:PORTION]):
        with transaction.atomic():
            done += rows.model._default_manager.filter(pk__in=ids).delete()[0]
    return done
