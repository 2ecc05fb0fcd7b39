"""Whether a seat has said its last word in an open interval, from what is kept: its own business,
told to it alone (PR-INTERVAL-05).
"""

from __future__ import annotations

from traders.domain.history import record
from traders.domain.table import answers
from traders.engines.registry import engine as engine_of
from traders.models import Game, Sealed, SealedKind


def said(game: Game, seat: str, key: int) -> bool:
    """Whether the seat has passed in that interval, or answered all that it is asked there."""
    rows = Sealed.objects.filter(
        game=game, seat=seat, interval=key, used=None, kind__in=[SealedKind.PASS, SealedKind.ANSWER]
    )
    found = list(rows.order_by("serial").values_list("kind", "text"))
    if not found or any(kind == SealedKind.PASS for kind, _ in found):
        return bool(found)
    return answers.complete(
        engine_of(game.system), record.position_now(game), seat, [text for _, text in found]
    )


def sealed(game: Game, seat: str, key: int) -> list[str]:
    """What the seat has answered in that question and is not opened yet, oldest first."""
    rows = Sealed.objects.filter(
        game=game, seat=seat, interval=key, used=None, kind=SealedKind.ANSWER
    )
    return list(rows.order_by("serial").values_list("text", flat=True))
