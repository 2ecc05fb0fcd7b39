"""What a kind of season is to the rest: how it is drawn, what follows a round, how it is won. What
a kind does not say is nothing: the worker draws it, and no round follows from another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from traders.club.competition.draws.table_sizes import Shape
from traders.club.seasons.draft_draw import Draft
from traders.club.seasons.league_tables import LeagueTable
from traders.club.seasons.scoring_rules import Legend
from traders.club.seasons.table_results import TableResult
from traders.models import Division, Entrant, Round, Season, SeasonPhase


class Kind(ABC):
    """A kind of season."""

    drawn_in: tuple[SeasonPhase, ...]
    """Phases in which a draw can be asked for."""
    not_drawn: str
    """Why not in others."""
    seeded: bool = False
    """Whether a draw may be by rating."""
    bye: str
    """What somebody is told who has no game in a round."""

    def faults(self, divisions: Sequence[int], table_size: int, going_on: int) -> Iterable[str]:
        """What cannot be of a plan, in sentences."""
        return ()

    @abstractmethod
    def words(self, season: Season) -> str:
        """How it is played, in a few words."""

    @abstractmethod
    def legend(self, season: Season) -> list[Legend]:
        """How it is counted."""

    @abstractmethod
    def title(self, season: Season, number: int) -> str:
        """A round's name, as a heading."""

    def titles_to_come(self, season: Season) -> Iterable[str]:
        """Rounds that are not drawn yet and follow from results."""
        return ()

    def drafted(self, season: Season, draft: Draft) -> None:
        """Fill in a draft at once, or leave it to the worker."""
        return

    def shapes(self, season: Season, people: int) -> list[Shape] | None:
        """Tables and byes of the rounds that a draft of so many has; None: all rounds to come, by
        the table size.
        """
        return None

    def bound(self, season: Season, draft: Draft) -> None:
        """Keep what the draw says beside its rounds."""
        return

    def undone(self, season: Season) -> None:
        """Take that back."""
        return

    @abstractmethod
    def gone(self, round_: Round, gone: Sequence[Entrant]) -> None:
        """What follows for a round that begins where some of its people take part no more."""

    def approved(self, season: Season, round_: Round, there: Iterable[Entrant]) -> bool:
        """What follows from a round that is final; returns whether the season is decided by it.
        `there`: who takes part.
        """
        return False

    def unsettled(self, season: Season, round_: Round, *, reopened: bool) -> bool:
        """Take back what followed from a round that was final, since its results change; returns
        whether there was anything. Refuses to have a round `reopened` on which others rest.
        """
        return False

    @abstractmethod
    def tables(self, season: Season, results: Sequence[TableResult]) -> list[LeagueTable]:
        """Everybody's place, division by division."""

    @abstractmethod
    def order(
        self, season: Season, division: Division, results: Sequence[TableResult]
    ) -> tuple[str, ...]:
        """The people of a division as the reckoning names them, the first first."""

    def own_words(self, season: Season, entrant: Entrant, results: Sequence[TableResult]) -> str:
        """How far somebody has come, told to them; empty where the table says it."""
        return ""
