"""Conflicts of interest: seats do not judge their own game, and judges take no seat in it
(PR-RULING-02, PR-APPEAL-01).
"""

from __future__ import annotations

from collections.abc import Iterable

from arbitration.models import Claim, Opening, Recusal, Ruling
from traders.domain.people import seating
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Player, Seat


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


def may_rule(player: Player, claim: Claim) -> None:
    """Raise `Refusal` as `may_judge` does, for a recused referee, and, of an appeal, for the
    referee who gave the ruling (PR-APPEAL-01).
    """
    may_judge(player, claim.game)
    may_hear(player, Recusal.objects.filter(claim=claim), Ruling.objects.filter(claim=claim))


def may_hear(player: Player, recusals: Iterable[Recusal], rulings: Iterable[Ruling]) -> None:
    """Raise `Refusal` for who recused from a case or has ruled on it; these are the case's."""
    if any(recusal.referee_id == player.pk for recusal in recusals):
        raise Refusal("You do not judge this case, by your own word.", "PR-RULING-02")
    if any(ruling.referee_id == player.pk for ruling in rulings):
        raise Refusal(
            "An appeal is heard by a referee who did not give the ruling.", "PR-APPEAL-01"
        )
