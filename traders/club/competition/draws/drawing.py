"""A draw from beginning to end: tables to begin with, made better, proven where that can be, and
seats. It imports the solver: run it in a process of its own (`draw_process.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from traders.club.competition.draws import (
    bounds,
    constraint_solver,
    construction,
    keep_aparts,
    seating,
    table_sizes,
)
from traders.club.competition.draws.draw_request import (
    Draw,
    DrawImpossible,
    DrawWanted,
    Measure,
    Round,
)
from traders.club.competition.draws.improvement import COLD, WARM, Search
from traders.club.competition.draws.problem import (
    Problem,
    Tables,
    meetings,
    meetings_again,
    problem_of,
)

Progress = Callable[[float, str], None]
"""Told what share is done, from 0 to 1, and in words how far it is."""
STEPS = 1_000_000
"""Swaps in half of the time."""
EFFORT = 4.0
"""The solver's own measure of work, about a second each on one core."""


def draw(wanted: DrawWanted, progress: Progress = lambda share, words: None) -> Draw:
    """The best draw that was found.

    Raises `DrawImpossible`, and says which wish is in the way.
    """
    return _Drawing(wanted.checked(), progress).drawn()


class _Drawing:
    def __init__(self, wanted: DrawWanted, progress: Progress) -> None:
        self.wanted, self.progress = wanted, progress
        self.began = time.monotonic()
        self.box = Random(wanted.seed)
        self.problem = problem_of(wanted)
        self.in_time = True

    def _left(self, share: float = 1.0) -> float:
        """Seconds until this share of the time is over."""
        return self.wanted.seconds * share - (time.monotonic() - self.began)

    def drawn(self) -> Draw:
        """Tables, then seats."""
        problem = self.problem
        least = bounds.least_meetings(problem)
        tables = self._searched(least)
        found = meetings_again(problem, tables)
        if found > least and constraint_solver.fits(problem):
            self._tell(0.5, found, least)
            tables, least = self._proven(tables, least)
        self._tell(0.9, meetings_again(problem, tables), least)
        seats = seating.seated(problem, tables, self.box)
        self.in_time = self.in_time and self._left() > 0
        return self._told(tables, seats, least)

    def _searched(self, least: int) -> Tables:
        problem, wanted = self.problem, self.wanted
        start = construction.begin(problem, self.box)
        reserve = (
            keep_aparts.possible_tables(wanted, problem, start) if problem.apart.any() else None
        )
        search = Search(problem, start, self.box)
        self._run(search, least)
        if _keeps_apart(problem, search.tables):
            return search.tables
        if reserve is None:
            raise DrawImpossible(
                f"No draw was found in {wanted.seconds:g} seconds that keeps apart all who are to "
                "be. Give up one of these wishes, or allow more time."
            )
        search = Search(problem, reserve, self.box)
        self._run(search, least)
        return search.tables

    def _run(self, search: Search, least: int) -> None:
        part = (
            0.5 if constraint_solver.fits(self.problem) else 0.9
        )  # of the time; the solver has the rest

        def told(share: float, repeats: int) -> bool:
            self._tell(share * part, repeats, least)
            return self._left(part) > 0

        steps = int(STEPS * 2 * part)
        for share, warmth in ((10, COLD), (1, WARM)):  # most draws need the first alone
            self.in_time &= search.run(steps // share, least, told, warmth)

    def _proven(self, tables: Tables, least: int) -> tuple[Tables, int]:
        limits = (self._left(0.9), EFFORT, self.wanted.seed)
        found, least = constraint_solver.improved(
            self.problem, tables, least, limits, lambda cost, bound: self._tell(0.7, cost, bound)
        )
        self.in_time &= self._left(0.9) > 0
        if not self.problem.even:  # the solver looks at meetings alone
            search = Search(self.problem, found, self.box)
            search.run(STEPS // 20, least, lambda share, repeats: self._left(0.93) > 0)
            found = search.tables
        return found, least

    def _tell(self, share: float, repeats: int, least: int) -> None:
        self.progress(share, f"repeat meetings {Measure(repeats, least).words()}")

    def _told(self, tables: Tables, seats: seating.Seating, least: int) -> Draw:
        names, problem = self.wanted.people, self.problem
        rounds = [
            Round(
                tables=tuple(tuple(names[one] for one in table) for table in seats[round_]),
                byes=tuple(
                    names[one]
                    for one in range(problem.people)
                    if tables[round_, one] == len(problem.sizes[round_])
                ),
            )
            for round_ in range(problem.rounds)
        ]
        return Draw(
            rounds=tuple(rounds),
            meetings=Measure(meetings_again(problem, tables), least),
            most=int(meetings(problem, tables).max()),
            seats=Measure(
                seating.seats_again(problem, seats), seating.least_again(problem, tables)
            ),
            notes=table_sizes.notes(self.wanted),
            seed=self.wanted.seed,
            in_time=self.in_time,
        )


def _keeps_apart(problem: Problem, tables: Tables) -> bool:
    """Whether no two who are kept apart meet."""
    return not (meetings(problem, tables) - problem.met)[problem.apart].any()
