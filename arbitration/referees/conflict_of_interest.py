"""Conflicts of interest: seats do not judge their own game, and judges take no seat in it
(PR-RULING-02, PR-APPEAL-01).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q

from arbitration.models import Asking, CaseLook, Claim, Opening, Recusal, Ruling
from traders.club.seasons import conflict_of_interest
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
    """Raise `Refusal` for a player who has ruled in the game, has looked at what is hidden in it,
    or was asked to rule on it or gave a case of it back (PR-RULING-02, PR-SEAT-04).
    """
    in_a_case = {"claim__game": game}
    for rows, deed in (
        (Ruling.objects.filter(**in_a_case, referee=player), "ruled in this game"),
        (
            Opening.objects.filter(game=game, player=player),
            "opened the hidden hands of this game",
        ),
        (
            CaseLook.objects.filter(**in_a_case, player=player),
            "read what was said to the referee alone in this game",
        ),
        (Recusal.objects.filter(**in_a_case, referee=player), "given back a case of this game"),
        (Asking.objects.filter(**in_a_case, referee=player), "been asked to rule on this game"),
    ):
        if rows.exists():
            raise Refusal(
                f"You have {deed}: nobody judges their own game.", "PR-RULING-02", "PR-SEAT-04"
            )


@dataclass(frozen=True)
class Interest:
    """Players for whom something hangs on a game without a seat in it, and in what words they are
    told that they do not rule on it.
    """

    players: Callable[[Game], Q]
    words: str
    of_organizers: bool = False
    """Whether it is that of running the club, which bars no organizer from organizing."""
    games: Callable[[Player], Q] | None = None
    """The other way round: the games in which a player has it. None: each game that has a claim is
    asked about.
    """

    def of(self, player: Player) -> Q:
        """Filter for games in which the player has it."""
        if self.games is not None:
            return self.games(player)
        disputed = Game.objects.filter(claims__isnull=False).select_related("club").distinct()
        one = Player.objects.filter(pk=player.pk)
        return Q(pk__in=[game.pk for game in disputed if one.filter(self.players(game)).exists()])


_ORGANIZES = Q(role=Role.ORGANIZER, standing=Standing.MEMBER)


def _ran_the_club(game: Game) -> Q:
    """Organizers of the game's club, also those who were any since the game was made."""
    rows = Membership.objects.filter(_ORGANIZES | Q(organized__gte=game.created), club=game.club)
    return Q(pk__in=rows.values("player"))


def _of_clubs_run_by(player: Player) -> Q:
    """The other way round: games of clubs that the player runs, or ran while they were there."""
    since = Q(organized__gte=OuterRef("created"))
    return Q(
        Exists(Membership.objects.filter(_ORGANIZES | since, club=OuterRef("club"), player=player))
    )


INTERESTED = [
    Interest(
        _ran_the_club,
        "You run this club, or ran it while this game was there.",
        of_organizers=True,
        games=_of_clubs_run_by,
    ),
    Interest(
        conflict_of_interest.same_division,
        conflict_of_interest.WORDS,
        games=conflict_of_interest.games_of_rivals,
    ),
]
"""Those who are no judges of a game without ever having sat in it (PR-RULING-02)."""


def interested(game: Game) -> Q:
    """Filter for players who have an interest in the game."""
    return reduce(or_, (one.players(game) for one in INTERESTED))


def barred_games(player: Player) -> Q:
    """Filter for games on which the player does not rule, for having had a seat or for an interest
    (PR-RULING-02, PR-SEAT-04).
    """
    return reduce(
        or_, (one.of(player) for one in INTERESTED), Q(pk__in=seating.numbers_of_games(player.pk))
    )


def barred(player: Player) -> Q:
    """Filter for claims on which the player may not rule: `may_rule` as a query."""
    recused = Recusal.objects.filter(referee=player)
    appealed = Ruling.objects.filter(referee=player, claim__appeal__isnull=False)
    return (
        Q(game__in=Game.objects.filter(barred_games(player)))
        | Q(pk__in=recused.values("claim"))
        | Q(pk__in=appealed.exclude(claim__rulings__on_appeal=True).values("claim"))
    )


def without_interest(player: Player, game: Game, *, organizes: bool = False) -> None:
    """Raise `Refusal` as `may_judge` does, and for who has an interest in the game. `organizes`:
    running its club is none, since the player acts as its organizer (PR-RULING-02).
    """
    may_judge(player, game)
    for one in INTERESTED:
        if organizes and one.of_organizers:
            continue
        if Player.objects.filter(one.players(game), pk=player.pk).exists():
            raise Refusal(one.words, "PR-RULING-02")


def may_organize(organizer: Player, game: Game) -> None:
    """Raise `Refusal` for an organizer who has an interest in the game beside running its club:
    for what the court leaves to organizers.
    """
    without_interest(organizer, game, organizes=True)


def may_rule(player: Player, claim: Claim) -> None:
    """Raise `Refusal` for who ever sat in the game or has an interest in it, for a recused referee,
    and, of an appeal, for the referee who gave the ruling (PR-APPEAL-01).
    """
    without_interest(player, claim.game)
    may_hear(player, Recusal.objects.filter(claim=claim), Ruling.objects.filter(claim=claim))


def may_hear(player: Player, recusals: Iterable[Recusal], rulings: Iterable[Ruling]) -> None:
    """Raise `Refusal` for who recused from a case or has ruled on it; these are the case's."""
    if any(recusal.referee_id == player.pk for recusal in recusals):
        raise Refusal("You do not judge this case, by your own word.", "PR-RULING-02")
    if any(ruling.referee_id == player.pk for ruling in rulings):
        raise Refusal(
            "An appeal is heard by a referee who did not give the ruling.", "PR-APPEAL-01"
        )
