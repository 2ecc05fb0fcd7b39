"""Earlier rulings on the conduct of a game's players, in the same club (PR-REMEDY-07,
PR-PRECEDENT-01).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arbitration.models import Claim, Remedy, Ruling
from traders.models import Seat


@dataclass(frozen=True, slots=True)
class ConductRuling:
    """An earlier ruling against a player of the game."""

    seat: str
    cost: str
    at: datetime
    game: str


def earlier(claim: Claim) -> list[ConductRuling]:
    """Earlier rulings on conduct, the oldest first; for a game without a club those of that game
    alone.
    """
    scope = (
        {"claim__game__club": claim.game.club} if claim.game.club else {"claim__game": claim.game}
    )
    seats = {
        seat.player_id: seat.colour
        for seat in Seat.objects.filter(game=claim.game).exclude(player=None)
    }
    rulings = []
    for ruling in (
        Ruling.objects.filter(at__lte=claim.made, **scope)
        .select_related("claim__game")
        .order_by("at")
    ):
        if Remedy.CONDUCT not in ruling.remedies:
            continue
        game = ruling.claim.game
        player = (
            Seat.objects.filter(game=game, colour=ruling.data.get("against", ""))
            .values_list("player", flat=True)
            .first()
        )
        if player in seats and player is not None:
            rulings.append(
                ConductRuling(
                    seats[player], ruling.data.get("what") or "a warning", ruling.at, game.title
                )
            )
    return rulings
