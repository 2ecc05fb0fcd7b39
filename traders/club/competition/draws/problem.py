"""A draw in numbers: people and tables are counted from 0, meetings stand in matrices."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from traders.club.competition.draws import table_sizes
from traders.club.competition.draws.draw_request import LARGEST, DrawWanted, Round

type_of_counts = np.int64
Counts = NDArray[Any]
AWAY = -1
"""The table of a person who pauses."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What a draw has to do with. `sizes[r]` are the sizes of round r's tables; the byes are one
    "table" more, the last, whose people do not meet.
    """

    people: int
    sizes: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    present: NDArray[np.bool_]
    """[round, person]"""
    apart: NDArray[np.bool_]
    """[person, person]"""
    met: Counts
    """[person, person], in the rounds before."""
    sat: Counts
    """[person, seat], in the rounds before."""
    byes_before: Counts
    """[person]"""

    @property
    def rounds(self) -> int:
        """How many are drawn."""
        return len(self.sizes)

    @property
    def alike(self) -> bool:
        """Whether any two people could change names, and the task stays the same."""
        return not (
            self.apart.any() or self.met.any() or self.byes_before.any() or not self.present.all()
        )

    @property
    def even(self) -> bool:
        """Whether all tables have the same size."""
        return len({size for sizes in self.sizes for size in sizes}) == 1


def problem_of(wanted: DrawWanted) -> Problem:
    """The task in numbers.

    Raises `DrawImpossible` where a round has no table.
    """
    shapes = [table_sizes.of_round(wanted, coming) for coming in range(1, wanted.rounds + 1)]
    number = {name: at for at, name in enumerate(wanted.people)}
    people = len(number)
    present = np.ones((wanted.rounds, people), dtype=bool)
    for pause in wanted.pauses:
        present[pause.round - 1, number[pause.person]] = False
    apart = np.zeros((people, people), dtype=bool)
    for one, other in wanted.apart:
        apart[number[one], number[other]] = apart[number[other], number[one]] = True
    met = np.zeros((people, people), dtype=type_of_counts)
    sat = np.zeros((people, LARGEST), dtype=type_of_counts)
    byes = np.zeros(people, dtype=type_of_counts)
    for past in wanted.played:
        _count_past(past, number, met, sat, byes)
    return Problem(
        people=people,
        sizes=tuple(sizes for sizes, _ in shapes),
        byes=tuple(count for _, count in shapes),
        present=present,
        apart=apart,
        met=met,
        sat=sat,
        byes_before=byes,
    )


def _count_past(
    past: Round, number: dict[str, int], met: Counts, sat: Counts, byes: Counts
) -> None:
    for table in past.tables:
        known = [number[name] for name in table if name in number]
        for one in known:
            for other in known:
                met[one, other] += one != other
        for seat, name in enumerate(table):
            if name in number:
                sat[number[name], seat] += 1
    for name in past.byes:
        if name in number:
            byes[number[name]] += 1


def byes_in_turn(problem: Problem, box: Random) -> list[list[int]]:
    """Who has a bye in each round: always those who had the fewest."""
    had = [int(count) for count in problem.byes_before]
    found = []
    for round_, byes in enumerate(problem.byes):
        there = [one for one in range(problem.people) if problem.present[round_, one]]
        box.shuffle(there)
        chosen = sorted(there, key=lambda one: had[one])[:byes]
        for one in chosen:
            had[one] += 1
        found.append(sorted(chosen))
    return found


Tables = Counts
"""[round, person]: the table at which each sits in each round; byes and `AWAY` as above."""


def meetings(problem: Problem, tables: Tables) -> Counts:
    """How often each two meet, the rounds before counted."""
    found = problem.met.copy()
    for round_, sizes in enumerate(problem.sizes):
        row = tables[round_]
        playing = (row != AWAY) & (row < len(sizes))
        found += (row[:, None] == row[None, :]) & playing[:, None] & playing[None, :]
    np.fill_diagonal(found, 0)
    return found


def again(counts: Counts) -> int:
    """How much comes again: the second time counts 1, the third 2, the fourth 3."""
    return int((counts * (counts - 1) // 2).sum())


def meetings_again(problem: Problem, tables: Tables) -> int:
    """Repeat meetings of a draw; each two count once."""
    return again(meetings(problem, tables)) // 2
