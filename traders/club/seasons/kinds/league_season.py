"""The league: all rounds are drawn at once, points are added up, divisions change places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from traders.club.seasons import league_tables, scoring_rules
from traders.club.seasons.draft_draw import Draft
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

    def faults(self, divisions: Sequence[int], table_size: int, going_on: int) -> Iterator[str]:
        """Nothing of its own."""
        yield from ()

    def words(self, season: Season) -> str:
        """`3 rounds, tables of 4`."""
        return f"{count(season.rounds, 'round')}, tables of {season.table_size}"

    def legend(self, season: Season) -> list[Legend]:
        """Points, then tie-breaks."""
        return scoring_rules.legend(season)

    def title(self, season: Season, number: int) -> str:
        """`Round 1`."""
        return f"Round {number}"

    def titles_to_come(self, season: Season) -> Iterator[str]:
        """None: the draw makes all."""
        yield from ()

    def drafted(self, season: Season, draft: Draft) -> None:
        """The worker does it."""

    def bound(self, season: Season, draft: Draft) -> None:
        """The rounds are all."""

    def undone(self, season: Season) -> None:
        """Nothing else was kept."""

    def gone(self, round_: Round, gone: Sequence[Entrant]) -> None:
        """Refuse: the coming rounds are drawn anew."""
        has = "has" if len(gone) == 1 else "have"
        raise Refusal(
            f"{listed(sorted(one.name for one in gone))} {has} withdrawn or left the club: draw "
            "the coming rounds anew.",
            "PR-SEASON-03",
        )

    def approved(self, season: Season, round_: Round, there: Iterable[Entrant]) -> bool:
        """Nothing: an organizer ends it."""
        return False

    def unsettled(self, season: Season, round_: Round, *, reopened: bool) -> bool:
        """Nothing rests on a round."""
        return False

    def tables(self, season: Season, results: Sequence[TableResult]) -> list[LeagueTable]:
        """The league tables."""
        return league_tables.tables(season, results)

    def order(
        self, season: Season, division: Division, results: Sequence[TableResult]
    ) -> tuple[str, ...]:
        """By the standings."""
        return league_tables.standings_of(season, division, results).order

    def own_words(self, season: Season, entrant: Entrant, results: Sequence[TableResult]) -> str:
        """The table says it."""
        return ""
