"""Who plays in the same division does not judge its games (PR-RULING-02)."""

from __future__ import annotations

from django.db.models import Q

from traders.models import Entrant, Game, Player

WORDS = "You play in the same division of the season: nobody judges a rival's game."


def same_division(game: Game) -> Q:
    """Filter for players who are, or were, in the division of the game's season."""
    rivals = Entrant.objects.filter(division__tables__game=game).exclude(player=None)
    return Q(pk__in=rivals.values("player"))


def games_of_rivals(player: Player) -> Q:
    """The other way round: the games of divisions in which the player is, or was."""
    own = Entrant.objects.filter(player=player, division__tables__game__isnull=False)
    return Q(pk__in=own.values("division__tables__game"))
