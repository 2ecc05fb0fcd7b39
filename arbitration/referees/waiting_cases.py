"""Cases that wait for a ruling, for the organizer's desk: words that all may read."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from arbitration.models import Asking, Claim, ClaimStatus
from traders.club.desk.game_facts import Case


def cases(games: Collection[int]) -> dict[int, Case]:
    """Of these games the case that is to be ruled on first, and by whom."""
    ruled = Q(status=ClaimStatus.RULED, appeal__isnull=False) & ~Q(rulings__on_appeal=True)
    waiting = list(
        Claim.objects.filter(Q(status=ClaimStatus.OPEN) | ruled, game__in=games)
        .select_related("appeal")
        .order_by("-ruling_due")
    )
    asked = Asking.objects.filter(claim__in=waiting).select_related("referee").order_by("pk")
    referees = {(row.claim_id, row.on_appeal): row.referee.display_name for row in asked}
    found: dict[int, Case] = {}
    for claim in waiting:
        on_appeal = claim.status == ClaimStatus.RULED
        name = f"{'the appeal on ' if on_appeal else ''}{claim.name}"
        referee = referees.get((claim.pk, on_appeal), "")
        words = f"{name[0].upper()}{name[1:]} waits for {referee or 'a referee: nobody is asked'}"
        due = claim.appeal.ruling_due if on_appeal else claim.ruling_due
        found[claim.game_id] = Case(words=words, due=due)
    return found
