"""The way out was blocked: the mail server was away, took nothing or put off all that it was given,
whosever letter it was. One letter of a batch tries it each minute; when any letter has left since,
the others go at once.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Max, QuerySet, Subquery

from traders.domain.post.preparing import pause
from traders.models import Change, Letter, LetterStatus

TRIED_AGAIN = timedelta(minutes=1)
"""After this time the letter that found the way blocked tries it again, however often it has."""


def wait(attempts: int, blocked: bool) -> timedelta:
    """How long a letter waits after so many tries; whether the last found the way blocked."""
    return TRIED_AGAIN if blocked else pause(attempts)


def _calling(now: object = datetime) -> tuple[QuerySet[Letter], dict[str, object]]:
    """Blocked letters, where another letter was taken after they were tried, are due now."""
    taken = Letter.objects.filter(accepted__isnull=False).order_by("-accepted")
    waiting = Letter.objects.filter(
        blocked=True,
        status=LetterStatus.PREPARED,
        next_try__gt=now,
        claimed_at__lt=Subquery(taken.values("accepted")[:1]),
    )
    return waiting, {"next_try": now}


OPEN_AGAIN = Change(Letter, _calling)


def hand_over(now: datetime) -> None:
    """The letter that was to try the way does not go as it was: the first of the others tries."""
    waiting = Letter.objects.filter(status=LetterStatus.PREPARED, blocked=True)
    first = waiting.order_by("next_try", "pk").values("pk")[:1]
    Letter.objects.filter(pk__in=first, next_try__gt=now).update(next_try=now)


def found_blocked(now: datetime) -> None:
    """Letters were put off. Where none has left for a minute, and those put off since were for two
    mailboxes or more, that is not their mailboxes' doing: the way is blocked for them. The one that
    was tried first tries it again.
    """
    left = Letter.objects.aggregate(last=Max("accepted"))["last"]
    put_off = Letter.objects.filter(status=LetterStatus.PREPARED, attempts__gt=0)
    if left is not None:
        if now - left < TRIED_AGAIN:
            return
        put_off = put_off.filter(claimed_at__gt=left)
    if put_off.values("recipient").distinct().count() < 2:
        return
    put_off.update(blocked=True)
    first = put_off.order_by("claimed_at", "pk").values("pk")[:1]
    Letter.objects.filter(pk__in=first, next_try__gt=now + TRIED_AGAIN).update(
        next_try=now + TRIED_AGAIN
    )
