"""League tables: results as the reckoning takes them, and standings as pages show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from traders.club.competition import standings as standing
from traders.club.competition.point_rules import words
from traders.club.competition.result_types import Bye, Finish, GameResult, SeasonResults
from traders.club.competition.standings import Standings
from traders.club.competition.tiebreaks import TIE_BREAKS
from traders.club.seasons.scoring_rules import rules_of, tie_breaks_of
from traders.club.seasons.table_results import TableResult, person_of
from traders.models import Division, Entrant, Season


@dataclass(frozen=True)
class LeagueRow:
    """A line of a league table."""

    place: int
    entrant: Entrant
    values: tuple[str, ...]
    decided: str
    """The tie-break by which they stand before the next."""
    moves: str


@dataclass(frozen=True)
class LeagueTable:
    """The table of a division."""

    division: Division
    columns: tuple[str, ...]
    rows: tuple[LeagueRow, ...]
    final: bool


def entrants_of(division: Division) -> list[Entrant]:
    """Who stands in a division's table: who takes part, and who did before they withdrew."""
    rows = division.entrants.select_related("player").order_by("registered", "pk")
    played = set(
        rows.filter(places__table__round__begun__isnull=False).values_list("pk", flat=True)
    )
    return [one for one in rows if one.withdrawn is None or one.pk in played]


def standings_of(season: Season, division: Division, tables: Iterable[TableResult]) -> Standings:
    """A division's standings, provisional results counted. Games that go on count for nothing
    yet.
    """
    own = [one for one in tables if one.table.division_id == division.pk]
    entrants = entrants_of(division)
    games = tuple(game_result(one) for one in own if one.settled and one.table.round.begun)
    given = SeasonResults(
        people=tuple(person_of(entrant) for entrant in entrants),
        games=games,
        byes=tuple(_byes(own, entrants)),
    )
    return standing.standings(given, rules_of(season), tie_breaks_of(season), provisional=True)


def game_result(table: TableResult) -> GameResult:
    """A table's result as the reckoning takes it."""
    finishes = tuple(Finish(one.rank or 0, one.sat, forfeit=one.forfeited) for one in table.places)
    number = table.table.round.number
    return GameResult(str(table.table.pk), finishes, round=number, approved=table.final)


def _byes(tables: Sequence[TableResult], entrants: Iterable[Entrant]) -> Iterable[Bye]:
    """Who had no game in a round that has begun, and took part then."""
    rounds = {one.table.round_id: one.table.round for one in tables if one.table.round.begun}
    for round_ in rounds.values():
        playing = {
            place.place.entrant_id
            for one in tables
            if one.table.round_id == round_.pk
            for place in one.places
        }
        for one in entrants:
            begun = round_.begun
            gone = one.withdrawn is not None and begun is not None and one.withdrawn <= begun
            if one.pk not in playing and one.enters <= round_.number and not gone:
                yield Bye(person_of(one), round_.number)


def tables(season: Season, results: Sequence[TableResult]) -> list[LeagueTable]:
    """The league table of each division: provisional while something that counts is not final."""
    names = tie_breaks_of(season)
    columns = ("games", *(TIE_BREAKS[name].label for name in names if name != "fewest-games"))
    final = bool(results) and all(one.final for one in results)
    found = []
    divisions = list(season.divisions.all())
    for division in divisions:
        table = standings_of(season, division, results)
        people = {person_of(entrant): entrant for entrant in entrants_of(division)}
        counted = any(line.games for line in table.lines)
        rows = [
            LeagueRow(
                line.rank,
                people[line.person],
                (str(line.games), *_values(line, names)),
                TIE_BREAKS[line.decided].label if line.decided else "",
                _moves(line.rank, len(table.lines), division) if counted else "",
            )
            for line in table.lines
        ]
        found.append(LeagueTable(division, columns, tuple(rows), final))
    return found


def _values(line: standing.Line, names: Iterable[str]) -> tuple[str, ...]:
    """What the season's tie-breaks say; empty where they were not asked."""
    shown = (line.values.get(name) for name in names if name != "fewest-games")
    return tuple("" if value is None else words(value) for value in shown)


def _moves(rank: int, people: int, division: Division) -> str:
    if rank <= division.up:
        return "up"
    if rank > people - division.down:
        return "down"
    return ""
