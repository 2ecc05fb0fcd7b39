"""Results of tables. They settle themselves: a game that is over has one, and nobody types it in.
What an organizer stated goes before it, and what was approved stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import QuerySet

from traders.club.competition.result_types import Share
from traders.domain.history import recording_and_replay
from traders.domain.history.declared_end import Ending
from traders.engines.kernel.contract.seat_statistics import standing
from traders.engines.kernel.words import in_quotes
from traders.engines.registry import engine as engine_of
from traders.models import (
    Entrant,
    Game,
    Phase,
    Player,
    ResultCause,
    Season,
    SeasonPlace,
    SeasonTable,
    Sitting,
    StatedResult,
)

WITHOUT_RESULT = (Ending.CANCELLED, Ending.VOID)
"""Endings of games that count for nothing."""
KEPT = 60 * 60 * 24


@dataclass(frozen=True)
class PlaceResult:
    """One place of a table, and what came of it."""

    place: SeasonPlace
    rank: int | None
    """1 for who came first; None while the game goes on."""
    sat: tuple[Share, ...]
    """Who had the seat, one after another, by the number of their account, and for how many
    seconds; somebody who had all of it alone.
    """
    stated: StatedResult | None

    @property
    def forfeited(self) -> bool:
        """Whether the place was forfeited."""
        return self.stated is not None and self.stated.cause == ResultCause.FORFEIT

    @property
    def why(self) -> str:
        """Why it was corrected or forfeited, in an organizer's words."""
        return self.stated.why if self.stated else ""


@dataclass(frozen=True)
class TableResult:
    """One table, with all its places in the order of their seats."""

    table: SeasonTable
    places: tuple[PlaceResult, ...]

    @property
    def settled(self) -> bool:
        """Whether all places have a rank."""
        return all(one.rank is not None for one in self.places)

    @property
    def final(self) -> bool:
        """Whether it was approved."""
        return self.table.round.approved is not None

    @property
    def by_rank(self) -> list[PlaceResult]:
        """Places with the first at the top."""
        return sorted(self.places, key=lambda one: (one.rank or 0, one.place.seat))

    @property
    def by_organizer(self) -> bool:
        """Whether an organizer stated it: it is not as the game ended."""
        stated = [one.stated for one in self.places if one.stated and one.stated.by_id]
        return any(one.cause != ResultCause.GAME for one in stated)

    @property
    def reasons(self) -> list[str]:
        """What organizers said of it, and why the server stated it."""
        return list(
            dict.fromkeys(
                in_quotes(one.why) if one.stated and one.stated.by_id else one.why
                for one in self.places
                if one.why
            )
        )


def results(season: Season) -> list[TableResult]:
    """All tables that were drawn, in the order of rounds, with what is known of them."""
    return results_at(SeasonTable.objects.filter(round__season=season))


def result_of(table_id: int) -> TableResult:
    """One table's result."""
    return results_at(SeasonTable.objects.filter(pk=table_id))[0]


def results_at(tables: QuerySet[SeasonTable]) -> list[TableResult]:
    """What is known of these tables, in the order of rounds."""
    rows = (
        tables.select_related("round__season__club", "division", "game")
        .defer("game__position", "game__course", "game__secret", "game__start")
        .prefetch_related("places__entrant__player", "places__results")
        .order_by("round__number", "division__order", "number")
    )
    found = list(rows)
    shares = shares_of(table.game for table in found if table.game is not None)
    return [_result(table, shares) for table in found]


def _result(table: SeasonTable, shares: Mapping[tuple[int, int], tuple[Share, ...]]) -> TableResult:
    ranks = ranks_of(table.game) if table.game is not None else {}
    places = []
    for place in table.places.all():
        stated = max(place.results.all(), key=lambda one: one.pk, default=None)
        alone = (Share(person_of(place.entrant)),)
        sat = shares.get((table.game_id or 0, place.seat), alone)
        rank = stated.rank if stated else ranks.get(place.seat)
        places.append(PlaceResult(place, rank, sat, stated))
    return TableResult(table, tuple(places))


def ranks_of(game: Game) -> dict[int, int]:
    """The rank of each seat of a game that is over, by its number in turn order; ties share a rank.
    Nothing of one that counts for nothing: void, or played with take-backs (PR-BACKUP-05).
    """
    if game.phase != Phase.OVER or not game.number or game.ending in WITHOUT_RESULT:
        return {}
    if game.take_backs:
        return {}
    key = f"ranks.{game.pk}.{game.digest}.{'-'.join(game.winners)}"
    found: dict[int, int] | None = cache.get(key)
    if found is None:
        found = _ranks(game)
        cache.set(key, found, KEPT)
    return found


def _ranks(game: Game) -> dict[int, int]:
    engine = engine_of(game.system)
    if game.position is not None and game.position_schema == recording_and_replay.schema_of(game):
        position = engine.decode(bytes(game.position))
    else:
        position = recording_and_replay.position_at(game, game.head)
    seats = sorted(game.seats.all(), key=lambda seat: seat.place)
    colours = [seat.colour for seat in seats]
    figures = engine.figures(engine.view(position, None))
    out = [seat.colour for seat in seats if seat.dropped]
    places = {
        one.seat: one.place for one in standing(figures, colours, game.winners or colours, out)
    }
    return {seat.place: places[seat.colour] for seat in seats}


def person_of(entrant: Entrant) -> str:
    """Somebody's name in the reckoning: the number of the account, so that a substitute who takes
    part too is the same.
    """
    return str(entrant.player_id or f"gone {entrant.pk}")


def shares_of(games: Iterable[Game]) -> dict[tuple[int, int], tuple[Share, ...]]:
    """Of each seat of these games who sat in it for how long, where more than one did. The time in
    which nobody did is nobody's.
    """
    by_id = {game.pk: game for game in games if game.started is not None}
    sat: dict[tuple[int, int], list[Sitting]] = {}
    for sitting in Sitting.objects.filter(seat__game__in=by_id).select_related("seat"):
        sat.setdefault((sitting.seat.game_id, sitting.seat.place), []).append(sitting)
    return {
        (pk, place): _parts(some, by_id[pk]) for (pk, place), some in sat.items() if len(some) > 1
    }


def _parts(some: Iterable[Sitting], game: Game) -> tuple[Share, ...]:
    assert game.started is not None
    end = game.ended or max(one.until or one.since for one in some)
    found: list[Share] = []
    last = game.started
    for one in some:
        since, until = max(one.since, game.started), min(one.until or end, end)
        if since > last:
            found.append(Share("nobody", round((since - last).total_seconds())))
        if until > since:
            seconds = round((until - since).total_seconds())
            found.append(Share(str(one.player_id or "nobody"), seconds))
        last = max(last, until)
    return tuple(found) or (Share("nobody"),)


def results_of(player: Player) -> list[TableResult]:
    """The tables of seasons at which a player was drawn, the latest first."""
    tables = SeasonTable.objects.filter(places__entrant__player=player)
    return sorted(results_at(tables), key=lambda one: -one.table.pk)
