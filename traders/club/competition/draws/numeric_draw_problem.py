"""A draw in numbers: people and tables are counted from 0, meetings stand in a square of rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from traders.club.competition.draws import table_sizes
from traders.club.competition.draws.draw_request_and_result import LARGEST, DrawWanted, Round

Counts = list[list[int]]
Tables = list[list[list[int]]]
"""[round][table]: the people of each table. The last "table" of a round has the byes; who pauses
stands at none.
"""


@dataclass(frozen=True, slots=True)
class Problem:
    """What a draw has to do with. `sizes[r]` are the sizes of round r's tables."""

    people: int
    sizes: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    """How many of each round."""
    present: tuple[frozenset[int], ...]
    """Who is there in each round."""
    apart: tuple[frozenset[int], ...]
    """Of each person: who never sits with them."""
    met: Counts
    """[person][person], in the rounds before."""
    sat: Counts
    """[person][seat], in the rounds before."""
    byes_before: list[int]

    @property
    def rounds(self) -> int:
        """How many are drawn."""
        return len(self.sizes)

    @property
    def alike(self) -> bool:
        """Whether any two people could change names, and the task stays the same."""
        all_there = all(len(there) == self.people for there in self.present)
        return all_there and not (
            any(self.apart) or any(map(any, self.met)) or any(self.byes_before)
        )

    @property
    def even(self) -> bool:
        """Whether all tables have the same size."""
        return len({size for sizes in self.sizes for size in sizes}) == 1


def problem_of(wanted: DrawWanted) -> Problem:
    """The task in numbers.

    Raises `DrawImpossible` where a round has no table.
    """
    shapes = table_sizes.shapes(wanted)
    number = {name: at for at, name in enumerate(wanted.people)}
    people = len(number)
    apart: list[set[int]] = [set() for _ in number]
    for one, other in wanted.apart:
        apart[number[one]].add(number[other])
        apart[number[other]].add(number[one])
    problem = Problem(
        people=people,
        sizes=tuple(sizes for sizes, _ in shapes),
        byes=tuple(byes for _, byes in shapes),
        present=tuple(
            frozenset(number[name] for name in wanted.present(coming))
            for coming in range(1, wanted.rounds + 1)
        ),
        apart=tuple(map(frozenset, apart)),
        met=[[0] * people for _ in number],
        sat=[[0] * LARGEST for _ in number],
        byes_before=[0] * people,
    )
    for past in wanted.played:
        _count_past(past, number, problem)
    return problem


def _count_past(past: Round, number: dict[str, int], problem: Problem) -> None:
    for table in past.tables:
        for one, other in combinations([number[name] for name in table if name in number], 2):
            problem.met[one][other] += 1
            problem.met[other][one] += 1
        for seat, name in enumerate(table):
            if name in number:
                problem.sat[number[name]][seat] += 1
    for name in past.byes:
        if name in number:
            problem.byes_before[number[name]] += 1


def meetings(problem: Problem, tables: Tables) -> Counts:
    """How often each two meet, the rounds before counted."""
    found = [list(row) for row in problem.met]
    for round_ in tables:
        for table in round_[:-1]:
            for one in table:
                for other in table:
                    found[one][other] += one != other
    return found


def again(counts: Iterable[int]) -> int:
    """How much comes again: the second time counts 1, the third 2, the fourth 3."""
    return sum(count * (count - 1) // 2 for count in counts)


def meetings_again(problem: Problem, tables: Tables) -> int:
    """Repeat meetings of a draw; each two count once."""
    return sum(map(again, meetings(problem, tables))) // 2
