"""The task as a whole for CP-SAT, which makes a draw better or proves that none is, and says which
wishes cannot be had together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from ortools.sat.python import cp_model

from traders.club.competition.draws.problem import AWAY, Problem, Tables

WORKERS = 2
MOST = 6_000
"""Meetings (two people, a round, a table) up to which a whole task is given to the solver."""

Var = cp_model.IntVar
Told = Callable[[int, int], None]
"""Told of each better draw: its repeat meetings, and how few there can be."""


def solver(seconds: float, effort: float, seed: int) -> cp_model.CpSolver:
    """A solver that comes to the same end each time, if `effort` ends it and not the clock."""
    found = cp_model.CpSolver()
    found.parameters.num_workers = WORKERS
    found.parameters.interleave_search = True
    found.parameters.max_time_in_seconds = max(0.1, seconds)
    found.parameters.max_deterministic_time = effort
    found.parameters.random_seed = seed
    return found


def fits(problem: Problem) -> bool:
    """Whether the whole task is small enough."""
    pairs = problem.people * (problem.people - 1) // 2
    return pairs * sum(len(sizes) for sizes in problem.sizes) <= MOST


def improved(
    problem: Problem, hint: Tables, least: int, limits: tuple[float, float, int], told: Told
) -> tuple[Tables, int]:
    """Tables at least as good, and how few repeat meetings there can be at all. `limits`: seconds,
    effort, seed.
    """
    task = WholeTask(problem)
    if problem.alike:
        task.fix_first_round(hint)
    task.minimise_meetings(least)
    if any(problem.byes):
        task.model.add(task.spread_byes(hint) == 1)
    task.hint(hint)
    run = solver(*limits)
    status = run.solve(task.model, _Heard(told))
    found = hint
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found = task.tables(run)
    return found, max(least, int(np.ceil(run.best_objective_bound - 1e-6)))


class _Heard(cp_model.CpSolverSolutionCallback):
    def __init__(self, told: Told) -> None:
        super().__init__()
        self.told = told

    def on_solution_callback(self) -> None:
        """A better draw was found."""
        self.told(int(self.objective_value), int(self.best_objective_bound))


class WholeTask:
    """Variables: who sits at which table in which round; who meets whom."""

    def __init__(self, problem: Problem, rounds: Sequence[int] | None = None) -> None:
        self.problem, self.model = problem, cp_model.CpModel()
        self.rounds = range(problem.rounds) if rounds is None else rounds
        self.at: dict[tuple[int, int], list[Var]] = {}
        for round_ in self.rounds:
            self._seat_all(round_)

    def _seat_all(self, round_: int) -> None:
        sizes, byes = self.problem.sizes[round_], self.problem.byes[round_]
        there = [int(one) for one in np.flatnonzero(self.problem.present[round_])]
        for one in there:
            self.at[round_, one] = [
                self.model.new_bool_var("") for _ in range(len(sizes) + bool(byes))
            ]
            self.model.add_exactly_one(self.at[round_, one])
        for table, size in enumerate((*sizes, *([byes] if byes else []))):
            self.model.add(sum(self.at[round_, one][table] for one in there) == size)

    def there(self, round_: int) -> list[int]:
        """Who is drawn in a round."""
        return [one for one in range(self.problem.people) if (round_, one) in self.at]

    def keep_apart(self, one: int, other: int, unless: Var | None = None) -> None:
        """They never sit at one table; with `unless`, only where that holds."""
        for round_ in self.rounds:
            if (round_, one) in self.at and (round_, other) in self.at:
                for table in range(len(self.problem.sizes[round_])):
                    pair = (self.at[round_, one][table], self.at[round_, other][table])
                    only = [] if unless is None else [unless.negated()]
                    self.model.add_bool_or([pair[0].negated(), pair[1].negated(), *only])

    def byes_of(self, one: int) -> list[Var]:
        """Where each round's bye of a person is said."""
        return [
            self.at[round_, one][-1]
            for round_ in self.rounds
            if self.problem.byes[round_] and (round_, one) in self.at
        ]

    def spread_byes(self, like: Tables) -> Var:
        """Each person has no more byes, and no fewer, than somebody has in these tables; where the
        variable that comes back holds.
        """
        problem = self.problem
        had = problem.byes_before.copy()
        for round_, sizes in enumerate(problem.sizes):
            had += like[round_] == len(sizes)
        even = self.model.new_bool_var("")
        for one in range(problem.people):
            if byes := self.byes_of(one):
                before = int(problem.byes_before[one])
                fewest = min(int(had.min()) - before, len(byes), int(had[one]) - before)
                most = max(int(had.max()) - before, 0)
                self.model.add(sum(byes) <= most).only_enforce_if(even)
                self.model.add(sum(byes) >= fewest).only_enforce_if(even)
        return even

    def fix_first_round(self, hint: Tables) -> None:
        """People are alike: whoever they are, the first round can be called this."""
        for one in self.there(0):
            self.model.add(self.at[0, one][int(hint[0, one])] == 1)

    def minimise_meetings(self, least: int) -> None:
        """The second meeting of two costs 1, the third 2, and so on; keep-aparts hold."""
        problem = self.problem
        costs = []
        met: dict[tuple[int, int], list[Var]] = {}
        for round_ in self.rounds:
            self._meet(round_, met)
        for pair in combinations(range(problem.people), 2):
            if problem.apart[pair]:
                self.keep_apart(*pair)
            before = int(problem.met[pair])
            together = met.get(pair, [])
            most = before + len(together)
            cost = self.model.new_int_var(before * (before - 1) // 2, most * (most - 1) // 2, "")
            for level in range(max(1, before), max(most, 1)):
                self.model.add(cost >= level * (before + sum(together)) - level * (level + 1) // 2)
            costs.append(cost)
        total = sum(costs)
        self.model.add(total >= least)
        self.model.minimize(total)

    def _meet(self, round_: int, met: dict[tuple[int, int], list[Var]]) -> None:
        sizes = self.problem.sizes[round_]
        of: dict[int, list[Var]] = {one: [] for one in self.there(round_)}
        for pair in combinations(self.there(round_), 2):
            together = self.model.new_bool_var("")
            first, second = self.at[round_, pair[0]], self.at[round_, pair[1]]
            for table in range(len(sizes)):
                self.model.add_bool_or([first[table].negated(), second[table].negated(), together])
            met.setdefault(pair, []).append(together)
            for one in pair:
                of[one].append(together)
        for one, meets in of.items():  # implied, and what makes the bound good
            others = sum(
                (size - 1) * at for size, at in zip(sizes, self.at[round_, one], strict=False)
            )
            self.model.add(sum(meets) == others)

    def hint(self, tables: Tables) -> None:
        """Begin from these."""
        for (round_, one), at in self.at.items():
            for table, seated in enumerate(at):
                self.model.add_hint(seated, int(tables[round_, one]) == table)

    def tables(self, run: cp_model.CpSolver) -> Tables:
        """What the solver found."""
        found = np.full((self.problem.rounds, self.problem.people), AWAY, dtype=np.int64)
        for (round_, one), at in self.at.items():
            found[round_, one] = next(n for n, seated in enumerate(at) if run.value(seated))
        return found
