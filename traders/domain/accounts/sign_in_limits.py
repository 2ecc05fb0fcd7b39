"""How often codes may be asked for: a client, a client for one mailbox, all for one mailbox; and
how often a mailbox is invited.

The counts are rows, for all processes together. Nobody is kept out by what others ask for: a
mailbox alone is counted against a flood of letters only, and the first request of each client for
it always counts (PR-SEAT-01 rests on who can sign in).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.crypto import salted_hmac

from traders.domain.calendar import clock
from traders.domain.people.mailbox_identity import canonical
from traders.models import AttemptCount


class Limit(NamedTuple):
    """So many attempts in a span of time."""

    most: int
    span: timedelta


MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
OF_CLIENT = Limit(20, MINUTE)
"""Requests of one client, for whatever mailboxes."""
OF_BOTH = (Limit(6, MINUTE), Limit(20, HOUR))
"""Letters with codes that one client asks for, to one mailbox."""
OF_MAILBOX = Limit(40, HOUR)
"""Letters with codes to one mailbox, beyond which each client has one."""
OF_CODE = Limit(5, HOUR)
"""Guesses at one code, also by many requests at once, each of which would be the session's first.
"""
OF_INVITED = Limit(3, timedelta(days=1))
"""Invitations that are mailed to one mailbox, whoever sends them, and has an account still."""


def may_ask(client: str) -> bool:
    """Count a request of a client; whether it may be made."""
    return _count(OF_CLIENT, "client", client) <= OF_CLIENT.most


def may_be_mailed(client: str, address: str) -> bool:
    """Count a letter with a code that a client asks for; whether it may be sent."""
    mailbox = canonical(address)
    made = [_count(limit, "both", client, mailbox) for limit in OF_BOTH]
    if any(one > limit.most for one, limit in zip(made, OF_BOTH, strict=True)):
        return False
    return _count(OF_MAILBOX, "mailbox", mailbox) <= OF_MAILBOX.most or made[-1] == 1


def may_be_invited(address: str) -> bool:
    """Count an invitation to a mailbox; whether it is mailed."""
    return _count(OF_INVITED, "invited", canonical(address)) <= OF_INVITED.most


def may_guess(code: str) -> bool:
    """Count a guess at a code that waits in a session; whether it is looked at."""
    return _count(OF_CODE, "code", code) <= OF_CODE.most


def _count(limit: Limit, *whose: str) -> int:
    """Attempts in the span, this one among them."""
    now = clock.now()
    key = salted_hmac(
        __name__, "\n".join([str(limit.span), *whose]), algorithm="sha256"
    ).hexdigest()
    with transaction.atomic():
        row, _ = AttemptCount.objects.select_for_update().get_or_create(
            key=key, defaults={"ends": now + limit.span}
        )
        if row.ends <= now:
            row.made, row.ends = 0, now + limit.span
        row.made += 1
        row.save()
    return row.made


def forget(now: datetime) -> None:
    """Remove the counts whose time is over."""
    AttemptCount.objects.filter(ends__lte=now).delete()
