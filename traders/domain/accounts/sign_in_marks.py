"""Where players signed in, kept for a short time and only so far that two can be seen to be alike:
one person with two seats signs in to both from one browser, or one address of the net (PR-SEAT-01).

That is a hint for a club's organizer, who asks; it proves nothing, since households share both.
Browsers and addresses are kept as keyed digests alone.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from traders.domain.calendar import clock
from traders.models import MarkKind, Player, SignInMark

KEPT = {MarkKind.BROWSER: timedelta(days=30), MarkKind.NETWORK: timedelta(days=7)}
"""How long a mark is kept after the last sign-in that left it."""
MOST = 20
"""Marks of one player: the newest stay."""


def note(player: Player, *, browser: str, network: str) -> None:
    """Keep that the player signed in just now, from that browser and that address of the net."""
    now = clock.now()
    for kind, value in ((MarkKind.BROWSER, browser), (MarkKind.NETWORK, network)):
        if value:
            SignInMark.objects.update_or_create(
                player=player,
                kind=kind,
                digest=_digest(kind, value),
                defaults={"ends": now + KEPT[kind]},
            )
    newest = player.sign_in_marks.order_by("-ends", "-pk").values_list("pk", flat=True)
    player.sign_in_marks.exclude(pk__in=list(newest[:MOST])).delete()


def _digest(kind: MarkKind, value: str) -> str:
    return salted_hmac(f"{__name__}.{kind}", value, algorithm="sha256").hexdigest()[:32]


def forget(now: datetime) -> None:
    """Remove the marks whose time is over."""
    SignInMark.objects.filter(ends__lte=now).delete()
