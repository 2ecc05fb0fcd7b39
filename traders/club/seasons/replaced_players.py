"""Who is drawn for coming rounds of a season still, though somebody else has taken their seat in
one of its games: the organizer is told, since they are drawn until they are withdrawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, Min, OuterRef

from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.season_letters import page_of
from traders.models import Game, Player, Season, SeasonPhase, SeasonPlace, Seat, Sitting


@dataclass(frozen=True, slots=True)
class ReplacedPlayer:
    """One who is drawn for the round of that number, the next one of theirs, whose seat in a game
    of the season somebody else has.
    """

    place: SeasonPlace
    seat: Seat
    number: int

    @property
    def words(self) -> str:
        """What the organizer has to know."""
        name, season = self.place.entrant.name, self.place.table.round.season
        return (
            f"{self.seat.called} has taken {name}'s seat in {self.seat.game.title}, and {name} is "
            f"still drawn for round {self.number} of {season.name}. If {name} plays no more, "
            f"withdraw {name} on the season's page, under People, and draw the coming rounds anew."
        )


def replaced_players(season: Season) -> list[ReplacedPlayer]:
    """Those whose seat in a game is gone of a round of which the results are not final."""
    if season.phase != SeasonPhase.RUNNING:
        return []
    coming = SeasonPlace.objects.filter(
        table__round__season=season,
        table__round__begun=None,
        entrant__in=entries(season).taking_part,
    )
    next_of_each = dict(
        coming.order_by().values_list("entrant").annotate(Min("table__round__number"))
    )
    sits = Seat.objects.filter(game=OuterRef("table__game"), player=OuterRef("entrant__player"))
    places = SeasonPlace.objects.filter(
        ~Exists(sits),
        table__round__season=season,
        table__round__approved=None,
        table__game__isnull=False,
        entrant__in=next_of_each,
    ).select_related("entrant", "table__round__season")
    replaced = []
    for place in places:
        sat = Sitting.objects.filter(seat__game=place.table.game_id, player=place.entrant.player_id)
        last = sat.select_related("seat__player", "seat__game").last()
        if last is not None:
            replaced.append(ReplacedPlayer(place, last.seat, next_of_each[place.entrant_id]))
    return replaced


def after_a_substitute(game: Game, before: Player) -> str:
    """What the organizer has to know of a player whose seat in the game a substitute has taken; ""
    where nothing of a season.
    """
    season = Season.objects.filter(drawn_rounds__tables__game=game).select_related("club").first()
    found = replaced_players(season) if season is not None else []
    of_game = (one for one in found if one.seat.game_id == game.pk)
    told = next((one.words for one in of_game if one.place.entrant.player_id == before.pk), "")
    return f"{told} {page_of(season)}" if season is not None and told else ""
