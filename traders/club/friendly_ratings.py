"""Friendly ratings: out of games beside seasons, so that a season's rating stays its own.

Games that everybody may watch are rated together; those of a private club that its members may
watch by themselves. Other games are rated nowhere: a rating would tell of them. Nor are games in
which messages were under masks, or those that count for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.core.cache import cache
from django.db.models import Count, Max, Q, QuerySet, Value

from traders.club.competition.ratings import Ratings, ratings
from traders.club.competition.result_types import Finish, GameResult, Share
from traders.club.seasons.season_ratings import KEPT, ShownRating, shown
from traders.club.seasons.table_results import WITHOUT_RESULT, ranks_of, shares_of
from traders.domain.people import visibility
from traders.models import Club, Game, Phase, Player, SeasonTable, Seat
from traders.models.game_queries import as_set
from traders.models.players import PEOPLE

MOST_GAMES = 500
"""Games of a system that are rated together: the last ones that ended."""


def ratings_of(player: Player, seen: QuerySet[Club]) -> list[ShownRating]:
    """The player's friendly ratings, of games that everybody may watch and of private clubs that
    the reader sees.
    """
    found = []
    for games, pool, name in _pools(seen.filter(public=False, memberships__player=player)):
        rated = games.filter(pk__in=Seat.objects.filter(player=player, bot=False).values("game"))
        for system in sorted(set(rated.order_by().values_list("system", flat=True))):
            found += shown(str(player.pk), system, _rated(games, system, pool), name)
    return found


def _pools(private: QuerySet[Club]) -> Iterator[tuple[QuerySet[Game], str, str]]:
    """Games that are rated together: with a name for the cache, and what a page calls them."""
    yield _counted(visibility.games_listed(Game.objects.all(), None)), "public", ""
    for club in private:
        yield _counted(visibility.games_of_members(club)), str(club.pk), club.name


def _counted(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those that count: over, by their own end, of two people at least, and no season's."""
    tables = SeasonTable.objects.filter(game__isnull=False)
    people = Count("seats", filter=Q(seats__bot=False, seats__player__isnull=False))
    return (
        games.filter(phase=Phase.OVER, number__gt=0, take_backs=False)
        .exclude(ending__in=WITHOUT_RESULT)
        .exclude(pk__in=tables.values("game"))
        .alias(people=people, masks=as_set("press", Value("free")))
        .filter(people__gt=1)
        .exclude(masks="anonymous")
    )


def _rated(games: QuerySet[Game], system: str, pool: str) -> Ratings:
    """Everybody's ratings at a system, by the last of these games as they ended."""
    games = games.filter(system=system)
    state = games.aggregate(last=Max("ended"), some=Count("pk"))
    key = f"friendly.{system}.{pool}.{state['some']}.{state['last']:%Y%m%d%H%M%S%f}"
    found: Ratings | None = cache.get(key)
    if found is None:
        rows = games.order_by("-ended", "-pk").prefetch_related("seats")
        played = list(reversed(rows.defer("course", "secret", "start")[:MOST_GAMES]))
        shares = shares_of(played)
        results = [_result(game, shares) for game in played]
        people = {one.person for each in results for at in each.finishes for one in at.people}
        numbers = [int(one) for one in people if one.isdecimal()]
        known = Player.objects.filter(PEOPLE, pk__in=numbers).values_list("pk", flat=True)
        found = ratings(results, bots=people - set(map(str, known)))
        cache.set(key, found, KEPT)
    return found


def _result(game: Game, shares: Mapping[tuple[int, int], tuple[Share, ...]]) -> GameResult:
    ranks = ranks_of(game)
    finishes = tuple(
        Finish(ranks[seat.place], shares.get((game.pk, seat.place), _alone(seat)))
        for seat in game.seats.all()
    )
    return GameResult(str(game.pk), finishes, approved=True)


def _alone(seat: Seat) -> tuple[Share, ...]:
    return (Share("nobody" if seat.bot or not seat.player_id else str(seat.player_id)),)
