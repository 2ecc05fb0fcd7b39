"""The league: all rounds are drawn at once, points are added up, divisions change places."""

from __future__ import annotations

from collections.abc import Sequence

from traders.club.seasons import league_tables, scoring_rules
from traders.club.seasons.kinds.kind import Kind
from traders.club.seasons.league_tables import LeagueTable
from traders.club.seasons.scoring_rules import Legend
from traders.club.seasons.table_results import TableResult
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count, listed
from traders.models import Division, Entrant, Round, Season, SeasonPhase


class League(Kind):
    """A league."""

    drawn_in = (SeasonPhase.REGISTERING, SeasonPhase.DRAWN, SeasonPhase.RUNNING)
    not_drawn = ""
    bye = "you have no game"

    def words(self, season: Season) -> str:
        """`3 rounds, tables of 4`."""
        return f"{count(season.rounds, 'round')}, tables of {season.table_size}"

    def legend(self, season: Season) -> list[Legend]:
        """Points, then tie-breaks."""
        return scoring_rules.legend(season)

    def title(self, season: Season, number: int) -> str:
        """`Round 1`."""
        return f"Round {number}"

    def gone(self, round_: Round, gone: Sequence[Entrant]) -> None:
        """Refuse: the coming rounds are drawn anew."""
        has = "has" if len(gone) == 1 else "have"
        raise Refusal(
            f"{listed(sorted(one.name for one in gone))} {has} withdrawn or left the club: draw "
            "the coming rounds anew.",
            "PR-SEASON-03",
        )

    def tables(self, season: Season, results: Sequence[TableResult]) -> list[LeagueTable]:
        """The league tables."""
        return league_tables.tables(season, results)

    def order(
        self, season: Season, division: Division, results: Sequence[TableResult]
    ) -> tuple[str, ...]:
        """By the standings."""
        return league_tables.standings_of(season, division, results).order
