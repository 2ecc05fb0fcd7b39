"""The letters that are to go now, each taken by one sweep alone."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from django.db import connection, transaction
from django.db.models import QuerySet

from traders.models import Change, Letter, LetterStatus, Prepared, together
from traders.models.batch_selection import portion

PREPARE_TIME = timedelta(minutes=1)
"""How long a sweep has a letter for itself before it is made ready."""


def first(limit: int, now: datetime) -> list[int]:
    """The ids of at most so many that have waited longest; others that ask at once get others."""
    with transaction.atomic():
        found = portion(_to_go(now), "next_try", limit, _waiting_longest(limit).rows(now))
        ids = [letter.pk for letter in found]
        if ids:
            together((_KEPT_FOR_ONE, ids, now + PREPARE_TIME))
    return ids


def _to_go(now: object) -> QuerySet[Letter]:
    found = Letter.objects.filter(
        next_try__lte=now, status__in=[LetterStatus.WRITTEN, LetterStatus.PREPARED]
    )
    if connection.features.has_select_for_update_skip_locked:
        found = found.select_for_update(skip_locked=True)
    return found.only("next_try")


@cache
def _waiting_longest(limit: int) -> Prepared[Letter]:
    """So many that have waited longest, and one more."""
    return Prepared(
        Letter, lambda now=datetime: _to_go(now).order_by("next_try", "pk")[: limit + 1]
    )


_KEPT_FOR_ONE = Change(
    Letter,
    lambda ids=list, until=datetime: (
        Letter.objects.filter(pk__among=ids, status=LetterStatus.WRITTEN),
        {"next_try": until},
    ),
)
