"""Tables to begin with: by a design where people fill whole tables, else by chance; people who are
kept apart never share one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from traders.club.competition.draws import kept_apart_seating
from traders.club.competition.draws.combinatorial_designs import designs
from traders.club.competition.draws.numeric_draw_problem import Problem, Tables, meetings_again

TRIES = 10
"""Choices of byes, or of whole draws, before those who are kept apart are said to be in the way."""


def begin(
    problem: Problem, box: Random, in_time: Callable[[], bool] = lambda: True
) -> Tables | None:
    """The best of these ways; None where those who are kept apart could not be seated with byes
    spread evenly while it was `in_time`.
    """
    found = by_chance(problem, box, in_time)
    if found is None or not problem.alike or not problem.even or any(problem.byes):
        return found
    people = box.sample(range(problem.people), problem.people)
    ways = [found]
    for rounds in designs(problem.people, problem.sizes[0][0]):
        ways.append([
            [*([people[one] for one in table] for table in rounds[round_ % len(rounds)]), []]
            for round_ in range(problem.rounds)
        ])  # fmt: skip
    return min(ways, key=lambda tables: meetings_again(problem, tables))


def by_chance(
    problem: Problem, box: Random, in_time: Callable[[], bool] = lambda: True
) -> Tables | None:
    """Each round's people shuffled, byes to those who had the fewest; None as above."""
    for _ in range(TRIES if any(problem.apart) and any(problem.byes) else 1):
        had = list(problem.byes_before)
        found: Tables = []
        for round_ in range(problem.rounds):
            tables = _one_round(problem, round_, had, box) if in_time() else None
            if tables is None:
                break
            found.append(tables)
        else:
            return found
    return None


def _one_round(
    problem: Problem, round_: int, had: list[int], box: Random
) -> list[list[int]] | None:
    """Its tables. `had`: how many byes each had; this round's are counted there."""
    for _ in range(TRIES):
        there = sorted(problem.present[round_])
        box.shuffle(there)
        there.sort(key=had.__getitem__)
        byes, playing = there[: problem.byes[round_]], there[problem.byes[round_] :]
        box.shuffle(playing)
        found = kept_apart_seating.seated(playing, problem.sizes[round_], problem.apart)
        if found:
            for one in byes:
                had[one] += 1
            return [*found, sorted(byes)]
    return None
