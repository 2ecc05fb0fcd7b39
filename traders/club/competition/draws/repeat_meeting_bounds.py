"""How few repeat meetings there can be at all, by counting."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heapreplace
from itertools import combinations

from traders.club.competition.draws.numeric_draw_problem import Problem, again


def spread(total: int, over: int) -> int:
    """What comes again at least, where `total` meetings are spread as evenly as can be over so many
    people.
    """
    each, more = divmod(total, over)
    return over * (each * (each - 1) // 2) + more * each


def spread_on(total: int, had: Iterable[int]) -> int:
    """The same, where each of them has some already, of which nothing can be taken away."""
    counts = list(had)
    if not any(counts):
        return spread(total, len(counts)) if counts else 0
    heapify(counts)
    for _ in range(total):
        heapreplace(counts, counts[0] + 1)
    return again(counts)


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
    for one, met in enumerate(problem.met):
        apart = problem.apart[one]
        games = sum(one in there for there in problem.present)
        others = (met[who] for who in range(problem.people) if who != one and who not in apart)
        total += spread_on(games * (size - 1), others) + again(met[who] for who in apart)
    return (total + 1) // 2


def _all_pairs(problem: Problem) -> int:
    """So many meetings there are, and so many pairs."""
    free: list[int] = []
    kept: list[int] = []
    for one, other in combinations(range(problem.people), 2):
        (kept if other in problem.apart[one] else free).append(problem.met[one][other])
    meetings = sum(size * (size - 1) // 2 for sizes in problem.sizes for size in sizes)
    return spread_on(meetings, free) + again(kept)


def _each_two_rounds(problem: Problem) -> int:
    """Who sit together in one round come from so many tables of another, or did not play there. Of
    two who meet three times, three pairs of rounds tell: as many as they count.
    """
    total = sum(map(again, problem.met)) // 2
    for one, other in combinations(range(problem.rounds), 2):
        total += max(_from(problem, one, other), _from(problem, other, one))
    return total


def _from(problem: Problem, one: int, other: int) -> int:
    """Meetings of the first round that the second has too, at least."""
    away = problem.present[one] - problem.present[other]
    strangers = len(away) + problem.byes[other]
    before = len(problem.sizes[other])
    spared = [
        spread(size - gone, before) - spread(size - gone - 1, before)
        for size in problem.sizes[one]
        for gone in range(size)
    ]
    return sum(spread(size, before) for size in problem.sizes[one]) - sum(
        sorted(spared, reverse=True)[:strangers]
    )
