"""The end of a season: its tables are final, and everybody is told."""

from __future__ import annotations

from traders.club.seasons import season_letters
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.league_tables import LeagueTable
from traders.club.seasons.locked_season import hold, now
from traders.club.seasons.table_results import TableResult, results, results_at
from traders.domain.history import declared_end
from traders.domain.play.organizer import ending_and_announcing
from traders.engines.kernel.refusal import Refusal
from traders.models import Phase, Player, Season, SeasonPhase, SeasonTable


def end(season_id: int, by: Player) -> None:
    """End a season all of whose rounds are approved; each division gets its final table."""
    with hold(season_id, SeasonPhase.RUNNING, by=by) as season:
        rounds = list(season.drawn_rounds.all())
        left = [one.number for one in rounds if one.approved is None]
        if left or len(rounds) < season.rounds:
            number = left[0] if left else len(rounds) + 1
            raise Refusal(
                f"Round {number} is not approved yet: nothing is final before that.", "PR-SEASON-04"
            )
        close(season)


def end_games(season_id: int, by: Player) -> tuple[int, int]:
    """End the games that go on though their tables have a result: what was stated counts, and the
    games count for nobody. Returns how many were ended, and how many could not be: a claim holds
    them, or the organizer has or had a seat in them (PR-SEASON-04, PR-SEAT-10).
    """
    with hold(season_id, SeasonPhase.RUNNING, by=by) as season:
        games = [one.table.game_id for one in going_on(season) if one.table.game_id is not None]
    left = 0
    for game in games:
        try:
            ending_and_announcing.end(game, by, declared_end.Ending.VOID, "Its table has a result.")
        except Refusal:
            left += 1
    return len(games) - left, left


def going_on(season: Season) -> list[TableResult]:
    """The season's tables that have a result, though their games go on."""
    tables = SeasonTable.objects.filter(round__season=season, game__phase=Phase.PLAYING)
    return [one for one in results_at(tables) if one.settled]


def close(season: Season) -> None:
    """End a season that is held and decided: each division gets its final table."""
    season.phase, season.ended, season.draft = SeasonPhase.OVER, now(), {}
    season.save(update_fields=["phase", "ended", "draft"])
    for table in kind_of(season).tables(season, results(season)):
        _tell(season, table)


def _tell(season: Season, table: LeagueTable) -> None:
    lines = [
        f"{row.place}. {row.entrant.name}{f' ({row.moves})' if row.moves else ''}"
        for row in table.rows
    ]
    first = table.rows[0].entrant if table.rows else None
    several = season.divisions.count() > 1
    of = f"{table.division.name}, {season.name}" if several else season.name
    title = f"The final table of {table.division.name}" if several else "The final table"
    final, key = f"{title}: {', '.join(lines)}.", f"end.{table.division.order}"
    if first is not None:
        own = [f"Well played: you won {of}. {final}"]
        season_letters.tell([first.player], season, key, f"You won {of}", own)
    won = f"{first.name} won {of}" if first is not None else f"{of} is over"
    season_letters.tell_division(table.division, key, won, [f"{won}. {final}"])
