"""The mail of a simulated season: letters are written as ever, and taken by nobody's server: what
was taken is entered as the sender enters it, after a delay.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from tools.simulation.delays import Delay
from traders.domain.post import delivery, delivery_reports
from traders.models import Letter, LetterStatus, Player, ReportKind

ON_THE_WAY = Delay(0.03, 0.3)
"""Hours from a letter's writing until the mail server has taken it."""
NO_SUCH_BOX = "550 5.1.1 no such mailbox"


def written_after(last: int) -> list[Letter]:
    """Letters to people that were written since, without what they tell."""
    rows = Letter.objects.filter(pk__gt=last).exclude(status=LetterStatus.INSIDE)
    return list(rows.defer("facts", "raw").order_by("pk"))


def take(ids: Collection[int], at: datetime, dead: Collection[Player]) -> list[Player]:
    """The mail server takes these letters; those to dead mailboxes bounce at once. Returns whose
    did.
    """
    rows = Letter.objects.filter(pk__in=ids, status=LetterStatus.WRITTEN)
    letters = list(rows.select_related("player").defer("facts", "raw"))
    for letter in letters:
        Letter.objects.filter(pk=letter.pk).update(
            status=LetterStatus.SENT,
            claimed_at=at,
            next_try=at,
            recipient=letter.player.email,
            provider=delivery_reports.OWN_RELAY,
        )
    delivery.recover(at)
    bounced = [letter for letter in letters if letter.player in dead]
    for letter in bounced:
        letter.refresh_from_db(fields=["recipient"])
        delivery_reports.record(
            letter,
            ReportKind.BOUNCED,
            at=at,
            source="provider",
            words=NO_SUCH_BOX,
            recipient=letter.recipient,
            for_good=True,
        )
    return [letter.player for letter in bounced]
