"""Open appeals, and the claims about the same moment that wait for them: none of these is ruled on
before the appeal is over, and then its ruling time begins (PR-APPEAL-01).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from arbitration.models import Appeal, Claim, ClaimStatus


def subject(moment: dict[str, Any]) -> tuple[str, int] | None:
    """What identifies a claim's moment; None where it is about none."""
    return (moment["kind"], moment["key"]) if moment.get("kind") else None


def _open(game_id: int) -> QuerySet[Appeal]:
    rows = Appeal.objects.filter(claim__game=game_id, claim__status=ClaimStatus.RULED)
    return rows.exclude(claim__rulings__on_appeal=True).select_related("claim")


def beside(claim: Claim) -> QuerySet[Appeal]:
    """The open appeals on other claims of the game."""
    return _open(claim.game_id).exclude(claim=claim.pk)


def awaited(
    claim: Claim,
    moment: dict[str, object] | None = None,
    among: Iterable[Appeal] | None = None,
) -> Appeal | None:
    """The open appeal for which an open claim waits: that on another claim about the same moment.
    `moment`: another than the claim's own; `among`: those `beside` it, where they are known.
    """
    about = subject(claim.moment if moment is None else moment)
    if about is None or claim.status != ClaimStatus.OPEN:
        return None
    others = beside(claim) if among is None else among
    return next((one for one in others if subject(one.claim.moment) == about), None)


def waiting_for(appealed: Claim) -> list[Claim]:
    """The open claims about the moment of a claim whose ruling is, or was, appealed against."""
    about = subject(appealed.moment)
    if about is None:
        return []
    rows = Claim.objects.filter(game=appealed.game_id, status=ClaimStatus.OPEN)
    others = rows.exclude(pk=appealed.pk).select_related("finding", "game__club").order_by("number")
    return [one for one in others if subject(one.moment) == about]


def words(appeal: Appeal) -> str:
    """What a claim waits for, within a sentence."""
    return f"the appeal against the ruling on {appeal.claim.name}, about the same moment"
