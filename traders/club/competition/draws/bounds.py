"""How few repeat meetings there can be at all, by counting."""

from __future__ import annotations

from heapq import heapify, heapreplace
from itertools import combinations

import numpy as np

from traders.club.competition.draws.problem import Counts, Problem, again


def spread(total: int, over: int) -> int:
    """What comes again at least, where `total` meetings are spread as evenly as can be over so many
    people.
    """
    each, more = divmod(total, over)
    return over * (each * (each - 1) // 2) + more * each


def spread_on(total: int, had: Counts) -> int:
    """The same, where each of them has some already, of which nothing can be taken away."""
    if not had.any():
        return spread(total, len(had)) if len(had) else 0
    counts = [int(count) for count in had]
    heapify(counts)
    for _ in range(total):
        heapreplace(counts, counts[0] + 1)
    return again(np.array(counts))


def least_meetings(problem: Problem) -> int:
    """The greatest of the bounds."""
    return max(_each_person(problem), _each_two_rounds(problem))


def _each_person(problem: Problem) -> int:
    """Each meets as many as the tables seat, and so many others there are. Byes and unusual sizes
    are taken as they suit best.
    """
    if any(problem.byes) or not problem.even:
        return _all_pairs(problem)
    size = problem.sizes[0][0]
    total = 0
    for one in range(problem.people):
        others = ~problem.apart[one]
        others[one] = False
        games = int(problem.present[:, one].sum())
        total += spread_on(games * (size - 1), problem.met[one][others])
        total += again(problem.met[one][problem.apart[one]])
    return (total + 1) // 2


def _all_pairs(problem: Problem) -> int:
    """So many meetings there are, and so many pairs."""
    free = np.triu(~problem.apart, 1)
    met = problem.met[free]
    meetings = sum(size * (size - 1) // 2 for sizes in problem.sizes for size in sizes)
    kept = np.triu(problem.apart, 1)
    return spread_on(meetings, met) + again(problem.met[kept])


def _each_two_rounds(problem: Problem) -> int:
    """Who sit together in one round come from so many tables of another, or did not play there. Of
    two who meet three times, three pairs of rounds tell: as many as they count.
    """
    total = again(problem.met) // 2
    for one, other in combinations(range(problem.rounds), 2):
        total += max(_from(problem, one, other), _from(problem, other, one))
    return total


def _from(problem: Problem, one: int, other: int) -> int:
    """Meetings of the first round that the second has too, at least."""
    away = problem.present[one] & ~problem.present[other]
    strangers = int(away.sum()) + problem.byes[other]
    before = len(problem.sizes[other])
    spared = [
        spread(size - gone, before) - spread(size - gone - 1, before)
        for size in problem.sizes[one]
        for gone in range(size)
    ]
    return sum(spread(size, before) for size in problem.sizes[one]) - sum(
        sorted(spared, reverse=True)[:strangers]
    )
