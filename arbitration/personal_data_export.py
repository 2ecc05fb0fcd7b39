"""What the court keeps of a person, for the export of the account (PR-RECORD-04)."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from arbitration.models import Appeal, Claim, Ruling, Statement
from traders.domain.accounts.data_export import written
from traders.domain.accounts.personal_data_queries import while_seated
from traders.models import Player


def kept(player: Player) -> dict[str, Any]:
    """What the person said to the court, and did as a referee."""
    own = Q(opened_by=None) & while_seated(player, "game", "seat", "made")
    claims = Claim.objects.filter(own | Q(opened_by=player)).select_related("game")
    return {
        "claims": [
            _said(one, one.made) | {"what": one.kind, "order": one.order}
            for one in claims.order_by("pk")
        ],
        "answers to claims": [
            _said(one, one.at) | {"to the referee alone": one.private}
            for one in _while_seated(Statement, player, "at")
        ],
        "appeals": [_said(one, one.made) for one in _while_seated(Appeal, player, "made")],
        "as a referee": {
            "asked": [
                {"case": _case(one.claim), "at": written(one.at), "on appeal": one.on_appeal}
                for one in player.askings.select_related("claim__game")
            ],
            "not ruled on": [
                {"case": _case(one.claim), "at": written(one.at), "why": one.why}
                for one in player.recusals.select_related("claim__game")
            ],
            "private words read": [
                {"case": _case(one.claim), "at": written(one.at)}
                for one in player.case_looks.select_related("claim__game")
            ],
            "hands opened": [
                {"game": one.game.slug, "at": written(one.at), "why": one.reason}
                for one in player.openings.select_related("game")
            ],
            "rulings": [_ruling(one) for one in player.rulings.select_related("claim__game")],
        },
    }


def _case(claim: Claim) -> str:
    return f"{claim.game.slug} {claim.number}"


def _said(one: Claim | Statement | Appeal, at: Any) -> dict[str, Any]:
    case = one if isinstance(one, Claim) else one.claim
    return {"case": _case(case), "seat": one.seat, "at": written(at), "words": one.words}


def _while_seated(rows: type[Statement | Appeal], player: Player, at: str) -> Any:
    own = while_seated(player, "claim__game", "seat", at)
    return rows.objects.filter(own).select_related("claim__game").order_by("pk")


def _ruling(one: Ruling) -> dict[str, Any]:
    return {
        "case": _case(one.claim),
        "at": written(one.at),
        "on appeal": one.on_appeal,
        "ordered": one.remedy,
        "beside": one.beside,
        "found": one.found,
        "facts": one.facts,
        "rules": one.rules,
        "reasons": one.reasons,
        "departs": one.departs,
        "unfounded": one.unfounded,
    }
