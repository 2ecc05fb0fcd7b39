"""Earlier rulings on the conduct of a game's players, in the same club (PR-REMEDY-07,
PR-PRECEDENT-01).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arbitration.models import Claim, Remedy, Ruling
from traders.domain.people import seating


@dataclass(frozen=True, slots=True)
class ConductRuling:
    """An earlier ruling against a player of the game."""

    seat: str
    cost: str
    at: datetime
    game: str


def earlier(claim: Claim) -> list[ConductRuling]:
    """Earlier rulings on the conduct of those who had the seats when the claim was made, the oldest
    first; for a game without a club those of that game alone.
    """
    scope = (
        {"claim__game__club": claim.game.club} if claim.game.club else {"claim__game": claim.game}
    )
    seats = {player.pk: seat for seat, player in seating.seated_at(claim.game, claim.made).items()}
    rulings = []
    for ruling in (
        Ruling.objects.filter(at__lte=claim.made, **scope)
        .select_related("claim__game")
        .order_by("at")
    ):
        if Remedy.CONDUCT not in ruling.remedies:
            continue
        game = ruling.claim.game
        against = seating.seated_at(game, ruling.at).get(ruling.data.get("against", ""))
        if against is not None and against.pk in seats:
            what = ruling.data.get("what") or "a warning"
            rulings.append(ConductRuling(seats[against.pk], what, ruling.at, game.title))
    return rulings
