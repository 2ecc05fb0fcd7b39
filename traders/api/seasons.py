"""Seasons of clubs: their league tables and results, for who may see the club."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Schema

from traders.api.access import ANYBODY, Refused, access_of
from traders.api.games import OPEN_TO_ALL
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.league import LeagueTable
from traders.club.seasons.results import TableResult, results
from traders.domain.people import visibility
from traders.models import Club, Season, SeasonPhase

router = Router(tags=["seasons"], auth=ANYBODY)


class SeasonLineOut(Schema):
    """A season in a list. `kind`: `league` or `knockout`."""

    slug: str
    name: str
    kind: str
    phase: str
    systems: list[str]


class SeasonsOut(Schema):
    """Seasons of a club, the newest first."""

    seasons: list[SeasonLineOut]


class LeagueRowOut(Schema):
    """A line of a league table, or of how far people came in a knock-out. `values`: what its
    columns say; `decided`: the tie-break by which the player stands before the next; `moves`: `up`,
    `down` or nothing.
    """

    place: int
    player: str
    values: dict[str, str]
    decided: str
    moves: str


class LeagueOut(Schema):
    """The table of a division; `final` once all results are approved."""

    division: str
    final: bool
    rows: list[LeagueRowOut]


class PlaceOut(Schema):
    """Somebody at a table, in turn order. `place`: where they came in; nothing while it is open."""

    player: str
    place: int | None
    forfeit: bool


class TableOut(Schema):
    """A table of a round. `game`: its game's name in addresses, empty before it begins."""

    round: int
    division: str
    table: int
    game: str
    final: bool
    places: list[PlaceOut]


class SeasonOut(SeasonLineOut):
    """A season with its league tables and results."""

    leagues: list[LeagueOut]
    tables: list[TableOut]


@router.get("/clubs/{slug:club}/seasons", response=SeasonsOut, openapi_extra=OPEN_TO_ALL)
def seasons(request: HttpRequest, club: str) -> SeasonsOut:
    """Seasons of a club that are open, running or over."""
    found = _club(request, club).seasons.exclude(phase=SeasonPhase.DRAFT)
    return SeasonsOut(seasons=[_line(season) for season in found])


@router.get(
    "/clubs/{slug:club}/seasons/{slug:season}", response=SeasonOut, openapi_extra=OPEN_TO_ALL
)
def season(request: HttpRequest, club: str, season: str) -> SeasonOut:
    """A season: league tables as they stand, provisional results counted, and all tables."""
    rows = _club(request, club).seasons.exclude(phase=SeasonPhase.DRAFT)
    found = rows.filter(slug=season).first()
    if found is None:
        raise Refused(404, "There is no such season.")
    tables = results(found)
    leagues = kind_of(found).tables(found, tables) if tables else []
    return SeasonOut(
        **_line(found).model_dump(),
        leagues=[_league(one) for one in leagues],
        tables=[_table(one) for one in tables],
    )


def _club(request: HttpRequest, slug: str) -> Club:
    found = visibility.clubs_seen(access_of(request).player).filter(slug=slug).first()
    if found is None:
        raise Refused(404, "There is no such club.")
    return found


def _line(season: Season) -> SeasonLineOut:
    systems = [str(game["system"]) for game in season.games]
    return SeasonLineOut(
        slug=season.slug, name=season.name, kind=season.kind, phase=season.phase, systems=systems
    )


def _league(table: LeagueTable) -> LeagueOut:
    rows = [
        LeagueRowOut(
            place=row.place,
            player=row.entrant.name,
            values=dict(zip(table.columns, row.values, strict=True)),
            decided=row.decided,
            moves=row.moves,
        )
        for row in table.rows
    ]
    return LeagueOut(division=table.division.name, final=table.final, rows=rows)


def _table(table: TableResult) -> TableOut:
    return TableOut(
        round=table.table.round.number,
        division=table.table.division.name,
        table=table.table.number,
        game=table.table.game.slug if table.table.game else "",
        final=table.final,
        places=[
            PlaceOut(player=one.place.entrant.name, place=one.rank, forfeit=one.forfeited)
            for one in table.places
        ],
    )
