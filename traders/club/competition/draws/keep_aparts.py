"""Whether all keep-aparts can be had, and if not, which of them are in the way, in words."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from ortools.sat.python import cp_model

from traders.club.competition.draws.constraint_solver import Var, WholeTask, solver
from traders.club.competition.draws.draw_request import DrawImpossible, DrawWanted
from traders.club.competition.draws.problem import Problem, Tables
from traders.club.competition.draws.table_sizes import in_words

SECONDS, EFFORT = 2.0, 2.0
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def possible_tables(wanted: DrawWanted, problem: Problem, like: Tables) -> Tables | None:
    """Tables at which all wishes hold; None where that was not found out in time. `like` says how
    evenly byes can be spread.

    Raises `DrawImpossible`, and says which wishes cannot be had together.
    """
    seen = set()
    for round_ in range(problem.rounds):
        kind = (problem.sizes[round_], problem.present[round_].tobytes())
        if kind not in seen:
            seen.add(kind)
            core = _Wishes(problem, [round_], wanted).in_the_way()
            if core:
                raise DrawImpossible(_words(wanted, problem, round_, core))
    whole = _Wishes(problem, range(problem.rounds), wanted, like)
    core = whole.in_the_way()
    if core:
        one_table = len(core) == 1 and all(len(sizes) == 1 for sizes in problem.sizes)
        why = ", for in each round one of them would have the bye" if one_table else ""
        raise DrawImpossible(f"{_pairs(core)}; then byes cannot be spread evenly{why}.")
    return whole.found


class _Wishes:
    """A feasibility task in which each wish can be given up."""

    def __init__(
        self,
        problem: Problem,
        rounds: range | list[int],
        wanted: DrawWanted,
        like: Tables | None = None,
    ) -> None:
        self.task = WholeTask(problem, rounds)
        self.found: Tables | None = None
        self.literals: dict[int, tuple[str, str]] = {}
        self.all: list[Var] = []
        for one, other in combinations(range(problem.people), 2):
            if problem.apart[one, other]:
                wish = self.task.model.new_bool_var("")
                self.task.keep_apart(one, other, wish)
                self.literals[wish.index] = (wanted.people[one], wanted.people[other])
                self.all.append(wish)
        if like is not None and any(problem.byes):
            self.task.model.add(self.task.spread_byes(like) == 1)

    def in_the_way(self) -> list[tuple[str, str]]:
        """Wishes that cannot be had together, as few as can be; empty if all can."""
        core = self._refuted(self.all)
        if core is None:
            return []
        for wish in list(core):  # each that is not needed for the contradiction is left out
            fewer = self._refuted([one for one in core if one.index != wish.index])
            core = core if fewer is None else fewer
        return [self.literals[wish.index] for wish in core]

    def _refuted(self, wishes: list[Var]) -> list[Var] | None:
        """Some of these wishes that cannot be had together; None if they can, or nobody knows."""
        self.task.model.clear_assumptions()
        self.task.model.add_assumptions(wishes)
        run = solver(SECONDS, EFFORT, 1)
        status = run.solve(self.task.model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            if len(wishes) == len(self.all):
                self.found = self.task.tables(run)
            return None
        if status != cp_model.INFEASIBLE:
            return None
        core = set(run.sufficient_assumptions_for_infeasibility())
        return [wish for wish in wishes if wish.index in core] or wishes


def _words(wanted: DrawWanted, problem: Problem, round_: int, core: list[tuple[str, str]]) -> str:
    tables, byes = problem.sizes[round_], problem.byes[round_]
    there = int(np.count_nonzero(problem.present[round_]))
    people = sorted({name for pair in core for name in pair}, key=wanted.people.index)
    every_two = len(core) == len(people) * (len(people) - 1) // 2
    where = "" if problem.rounds == 1 or problem.present.all() else f"Round {round_ + 1}: "
    if len(tables) == 1 and not byes:
        return f"{where}{_pairs(core)}, but all {_number(there)} sit at one table."
    sit = "there is only one table" if len(tables) == 1 else (
        f"there are only {_number(len(tables))} tables")  # fmt: skip
    if byes:
        sit += f" and {_number(byes)} bye{'s' * (byes > 1)}"
    if every_two and len(people) > 2:
        return f"{where}{_and(people)} are all kept apart from each other, but {sit}."
    return (
        f"{where}{_pairs(core)}. {_number(there).capitalize()} people at "
        f"{in_words(tables, byes)} cannot be seated so: give up one of these wishes."
    )


def _pairs(core: list[tuple[str, str]]) -> str:
    return _and([f"{one} and {other}" for one, other in core], ", ") + " are kept apart"


def _and(parts: list[str], last: str = " and ") -> str:
    return last.join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
