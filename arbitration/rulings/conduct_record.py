"""What was ruled on the conduct of a game's players before, in the same club (PR-REMEDY-07,
PR-PRECEDENT-01).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arbitration.models import Claim, Remedy, Ruling
from traders.models import Seat


@dataclass(frozen=True, slots=True)
class Ruled:
    """One ruling against a player who sits in the game."""

    seat: str
    what: str
    at: datetime
    game: str


def earlier(claim: Claim) -> list[Ruled]:
    """Rulings on conduct, the oldest first; in a game without a club those of that game."""
    same = (
        {"claim__game__club": claim.game.club} if claim.game.club else {"claim__game": claim.game}
    )
    seats = {
        seat.player_id: seat.colour
        for seat in Seat.objects.filter(game=claim.game).exclude(player=None)
    }
    found = []
    for ruling in (
        Ruling.objects.filter(at__lte=claim.made, **same)
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
            found.append(
                Ruled(seats[player], ruling.data.get("what") or "a warning", ruling.at, game.title)
            )
    return found
