"""Conflicts of interest: seats do not judge their own game, and judges take no seat in it
(PR-RULING-02, PR-APPEAL-01).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q

from arbitration.models import Claim, Opening, Recusal, Ruling
from traders.domain.people import seating
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Membership, Player, Role, Seat, Standing


def may_judge(player: Player, game: Game) -> None:
    """Raise `Refusal` for a player who sits or ever sat in the game: for ruling on it, and for
    reading what is hidden in it (PR-RULING-02, PR-SEAT-04).
    """
    if Seat.objects.filter(game=game, player=player).exists():
        raise Refusal("Nobody judges their own game.", "PR-RULING-02")
    if seating.ever_sat(player, game):
        raise Refusal(
            "You once had a seat of this game, and have seen its hand.",
            "PR-RULING-02",
            "PR-SEAT-04",
        )


def may_sit(game: Game, player: Player) -> None:
    """Raise `Refusal` for a player who has ruled in the game or has looked at what is hidden in it
    (PR-RULING-02).
    """
    ruled = Ruling.objects.filter(claim__game=game, referee=player).exists()
    if ruled or Opening.objects.filter(game=game, player=player).exists():
        deed = "ruled in this game" if ruled else "opened the hidden hands of this game"
        raise Refusal(f"You have {deed}: nobody judges their own game.", "PR-RULING-02")


@dataclass(frozen=True)
class Interest:
    """Players for whom something hangs on a game without a seat in it, and in what words they are
    told that they do not rule on it.
    """

    players: Callable[[Game], Q]
    words: str


def _ran_the_club(game: Game) -> Q:
    """Organizers of the game's club, also those who were any since the game was made."""
    rows = Membership.objects.filter(club=game.club)
    now = Q(role=Role.ORGANIZER, standing=Standing.MEMBER)
    return Q(pk__in=rows.filter(now | Q(organized__gte=game.created)).values("player"))


INTERESTED: list[Interest] = [
    Interest(_ran_the_club, "You run this club, or ran it while this game was there.")
]
"""Those who are no judges of a game without ever having sat in it (PR-RULING-02); upper layers
enter theirs: who plays in the same division of a season.
"""


def interested(game: Game) -> Q:
    """Filter for players who have an interest in the game."""
    return reduce(or_, (one.players(game) for one in INTERESTED))


def may_rule(player: Player, claim: Claim) -> None:
    """Raise `Refusal` as `may_judge` does, for who has an interest in the game, for a recused
    referee, and, of an appeal, for the referee who gave the ruling (PR-APPEAL-01).
    """
    may_judge(player, claim.game)
    for one in INTERESTED:
        if Player.objects.filter(one.players(claim.game), pk=player.pk).exists():
            raise Refusal(one.words, "PR-RULING-02")
    may_hear(player, Recusal.objects.filter(claim=claim), Ruling.objects.filter(claim=claim))


def may_hear(player: Player, recusals: Iterable[Recusal], rulings: Iterable[Ruling]) -> None:
    """Raise `Refusal` for who recused from a case or has ruled on it; these are the case's."""
    if any(recusal.referee_id == player.pk for recusal in recusals):
        raise Refusal("You do not judge this case, by your own word.", "PR-RULING-02")
    if any(ruling.referee_id == player.pk for ruling in rulings):
        raise Refusal(
            "An appeal is heard by a referee who did not give the ruling.", "PR-APPEAL-01"
        )
