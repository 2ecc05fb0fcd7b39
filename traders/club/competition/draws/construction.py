"""Tables to begin with: by a design or a finite field where people fill whole tables, else by
chance.

People stand in columns, one column for each seat of a table, each as long as there are tables. In
round r everybody of column c moves c times r tables on. Where a field has as many numbers as there
are tables, no two meet twice.
"""

from __future__ import annotations

from random import Random

import numpy as np

from traders.club.competition.draws.designs import DESIGNS
from traders.club.competition.draws.problem import (
    AWAY,
    Problem,
    Tables,
    byes_in_turn,
    meetings_again,
)

IRREDUCIBLE = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101}
"""Polynomials over two elements, a bit for each power."""


def begin(problem: Problem, box: Random) -> Tables:
    """The best of these ways."""
    found = by_chance(problem, box)
    if not problem.alike or not problem.even or any(problem.byes):
        return found
    regular = [_by_field(problem), *_by_design(problem)]
    people = box.sample(range(problem.people), problem.people)
    ways = [found, *(tables[:, people] for tables in regular)]
    return min(ways, key=lambda tables: meetings_again(problem, tables))


def by_chance(problem: Problem, box: Random) -> Tables:
    """Each round's people shuffled, byes to those who had the fewest."""
    found = np.full((problem.rounds, problem.people), AWAY, dtype=np.int64)
    for round_, (sizes, byes) in enumerate(
        zip(problem.sizes, byes_in_turn(problem, box), strict=True)
    ):
        row = found[round_]
        there = [one for one in range(problem.people) if problem.present[round_, one]]
        box.shuffle(there)
        seats = [table for table, size in enumerate(sizes) for _ in range(size)]
        row[[one for one in there if one not in byes]] = seats
        row[byes] = len(sizes)
    return found


def _by_field(problem: Problem) -> Tables:
    tables, size = len(problem.sizes[0]), problem.sizes[0][0]
    rows = [
        [(place + times(column, round_, tables)) % tables if _modular(tables)
         else place ^ times(column, round_, tables)
         for column in range(size) for place in range(tables)]
        for round_ in range(tables)
    ]  # fmt: skip
    if tables % size == 0:  # a column never meets itself: it fills tables of its own
        rows.append(
            [
                column * (tables // size) + place // size
                for column in range(size)
                for place in range(tables)
            ]
        )
    return np.array([rows[round_ % len(rows)] for round_ in range(problem.rounds)])


def _by_design(problem: Problem) -> list[Tables]:
    design = DESIGNS.get((problem.people, problem.sizes[0][0]))
    if design is None:
        return []
    rounds = design.rounds
    return [rounds[[round_ % len(rounds) for round_ in range(problem.rounds)]]]


def _modular(tables: int) -> bool:
    return tables not in IRREDUCIBLE


def times(one: int, other: int, order: int) -> int:
    """The product in the field of that order; where there is none here, the one on a clock."""
    if _modular(order):
        return one * other % order
    product = 0
    while other:
        product ^= one if other & 1 else 0
        one <<= 1
        if one & order:
            one ^= IRREDUCIBLE[order]
        other >>= 1
    return product
