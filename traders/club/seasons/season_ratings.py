"""Ratings out of seasons: rebuilt from final results, per system. Public clubs are rated together;
each private one by itself, since only its members may know its results.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet

from traders.club.competition.ratings import Ratings, ratings
from traders.club.seasons.league_tables import game_result
from traders.club.seasons.table_results import results_at
from traders.engines.registry import ENGINES, engine
from traders.models import Club, Player, SeasonTable, StatedResult

KEPT = 60 * 60


@dataclass(frozen=True)
class ShownRating:
    """A player's rating at one game."""

    title: str
    words: str
    sure: str
    history: tuple[str, ...]
    """Game by game, the first first."""


def ratings_of(player: Player, seen: QuerySet[Club]) -> list[ShownRating]:
    """The player's ratings, of clubs that the reader sees."""
    person = str(player.pk)
    tables = SeasonTable.objects.filter(
        places__entrant__player=player, round__approved__isnull=False, game__isnull=False
    )
    found = []
    rows = set(tables.values_list("game__system", "round__season__club__public"))
    for system, public in sorted(rows):
        if public:
            found += shown(person, system, rated_at(system, "public"))
    private = seen.filter(public=False, seasons__drawn_rounds__tables__in=tables).distinct()
    for club in private:
        for system, public in sorted(rows):
            if not public:
                found += shown(person, system, rated_at(system, str(club.pk)), club.name)
    return found


def shown(person: str, system: str, rated: Ratings, club: str = "") -> list[ShownRating]:
    """The person's rating at a system as a page tells it, none where there is none. `club`: the
    private club by whose games it is.
    """
    if person not in rated.now or system not in ENGINES:
        return []
    now = rated.now[person]
    return [
        ShownRating(
            ", ".join(filter(None, (engine(system).title, club))),
            now.words(),
            now.how_sure(),
            tuple(step.after.words() for step in rated.of(person)),
        )
    ]


def rated_at(system: str, pool: str) -> Ratings:
    """Everybody's ratings at a system: of all public clubs (`public`), or of one private club, by
    its number.
    """
    tables = SeasonTable.objects.filter(round__approved__isnull=False, game__system=system)
    chosen = {"public": True} if pool == "public" else {"pk": int(pool), "public": False}
    tables = tables.filter(round__season__club__in=Club.objects.filter(**chosen))
    stated = StatedResult.objects.filter(place__table__in=tables)
    state = stated.aggregate(last=Max("pk"), some=Count("pk"))
    key = f"ratings.{system}.{pool}.{state['last']}.{state['some']}"
    found: Ratings | None = cache.get(key)
    if found is None:
        found = _rebuilt(tables)
        cache.set(key, found, KEPT)
    return found


def _rebuilt(tables: QuerySet[SeasonTable]) -> Ratings:
    """In the order in which the games ended."""
    played = [one for one in results_at(tables) if one.settled and one.table.game is not None]
    played.sort(key=lambda one: (one.table.round.begun, one.table.round.number, one.table.pk))
    people = {share.person for one in played for place in one.places for share in place.sat}
    nobody = [one for one in people if not one.isdecimal()]
    return ratings([game_result(one) for one in played], bots=nobody)
