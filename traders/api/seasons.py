"""Seasons of clubs: who takes part, rounds, league tables and results, for who may see the club;
and the orders of who takes part.
"""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from traders.api import seatless_answers
from traders.api.games import OPEN_TO_ALL
from traders.api.orders_and_press import Key
from traders.api.schemas import OrdersIn
from traders.api.token_authentication import ANYBODY, PLAY, Refused, access_of
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.league_tables import LeagueTable
from traders.club.seasons.participants_and_waiting_list import Entries, entries
from traders.club.seasons.season_letters import TOPIC
from traders.club.seasons.table_results import TableResult, results
from traders.models import Entrant, Round, Season, SeasonPhase

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
    """The table of a division, "" where there is one; `final` once all results are approved."""

    division: str
    final: bool
    rows: list[LeagueRowOut]


class EntrantOut(Schema):
    """Somebody who registered. `waiting`: their place on the waiting list, 0 for who takes part;
    `division`: empty before they have one, and where there is one.
    """

    player: str
    division: str
    confirmed: bool
    waiting: int


class RoundOut(Schema):
    """A round that was drawn. `begins`: its date, if it has one; `begun`: when it began; `final`:
    its results are approved; `byes`: who goes on in a knock-out without a game; `draws`: of each
    division (of the only one under "") how good its draw is.
    """

    number: int
    title: str
    begins: datetime | None
    begun: datetime | None
    final: bool
    byes: list[str]
    draws: dict[str, dict[str, object]]


class PlaceOut(Schema):
    """Somebody at a table, in turn order. `place`: where they came in; nothing while it is open;
    `why`: an organizer's words on a result that was corrected.
    """

    player: str
    place: int | None
    forfeit: bool
    why: str


class TableOut(Schema):
    """A table of a round. `division`: empty where there is one; `game`: its game's name in
    addresses, empty before it begins.
    """

    round: int
    division: str
    table: int
    game: str
    final: bool
    places: list[PlaceOut]


class SeasonOut(SeasonLineOut):
    """A season with who takes part, its rounds, league tables and results. `closes`: when
    registration does; `begins`: when the first round begins; `days`: after which a round's games
    should be over; `mine`: my own entry; `orders`: the forms of all that may be said.
    """

    closes: datetime | None
    begins: datetime | None
    days: int | None
    by_invitation: bool
    mine: EntrantOut | None
    entrants: list[EntrantOut]
    rounds: list[RoundOut]
    leagues: list[LeagueOut]
    tables: list[TableOut]
    orders: list[str]


@router.get("/clubs/{slug:club}/seasons", response=SeasonsOut, openapi_extra=OPEN_TO_ALL)
def seasons(request: HttpRequest, club: str) -> SeasonsOut:
    """Seasons of a club that are open, running or over."""
    found = seatless_answers.club_of(request, club).seasons.exclude(phase=SeasonPhase.DRAFT)
    return SeasonsOut(seasons=[_line(season) for season in found])


@router.get(
    "/clubs/{slug:club}/seasons/{slug:season}", response=SeasonOut, openapi_extra=OPEN_TO_ALL
)
def season(request: HttpRequest, club: str, season: str) -> SeasonOut:
    """A season: who takes part, league tables as they stand, provisional results counted, and all
    rounds and tables that were drawn.
    """
    found = _called(request, club, season)
    tables, there = results(found), entries(found)
    leagues = kind_of(found).tables(found, tables) if tables else []
    mine = there.of(access_of(request).player)
    rounds = found.drawn_rounds.prefetch_related("byes__player")
    divisions = {str(one.pk): one.called for one in found.divisions.all()}
    return SeasonOut(
        **_line(found).model_dump(),
        closes=found.closes,
        begins=found.begins,
        days=found.days,
        by_invitation=found.by_invitation,
        mine=_entrant(mine, there) if mine else None,
        entrants=[_entrant(one, there) for one in (*there.taking_part, *there.waiting)],
        rounds=[_round(found, one, divisions) for one in rounds],
        leagues=[_league(one) for one in leagues],
        tables=[_table(one) for one in tables],
        orders=seatless_answers.forms_of(TOPIC),
    )


@router.post(
    "/clubs/{slug:club}/seasons/{slug:season}/orders",
    auth=PLAY,
    response=seatless_answers.AnsweredOut,
)
def take_part(
    request: HttpRequest, club: str, season: str, sent: OrdersIn, key: Key = None
) -> HttpResponse:
    """Register for a season, confirm that I play, or withdraw."""
    found = _called(request, club, season)
    return seatless_answers.speak(request, seatless_answers.about(TOPIC, season=found.pk), sent)


def _called(request: HttpRequest, club: str, slug: str) -> Season:
    rows = seatless_answers.club_of(request, club).seasons.exclude(phase=SeasonPhase.DRAFT)
    found = rows.filter(slug=slug).first()
    if found is None:
        raise Refused(404, "There is no such season.")
    return found


def _entrant(entrant: Entrant, there: Entries) -> EntrantOut:
    return EntrantOut(
        player=entrant.name,
        division=entrant.division.called if entrant.division else "",
        confirmed=entrant.confirmed is not None,
        waiting=there.place_of(entrant),
    )


def _round(season: Season, round_: Round, divisions: dict[str, str]) -> RoundOut:
    return RoundOut(
        number=round_.number,
        title=kind_of(season).title(season, round_.number),
        begins=round_.begins,
        begun=round_.begun,
        final=round_.approved is not None,
        byes=[one.name for one in round_.byes.all()],
        draws={divisions.get(pk, ""): quality for pk, quality in round_.quality.items()},
    )


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
    return LeagueOut(division=table.division.called, final=table.final, rows=rows)


def _table(table: TableResult) -> TableOut:
    return TableOut(
        round=table.table.round.number,
        division=table.table.division.called,
        table=table.table.number,
        game=table.table.game.slug if table.table.game else "",
        final=table.final,
        places=[
            PlaceOut(
                player=one.place.entrant.name, place=one.rank, forfeit=one.forfeited, why=one.why
            )
            for one in table.places
        ],
    )
