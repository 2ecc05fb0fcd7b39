"""Rounds in which no two meet twice, for people who fill whole tables: by a finite field, else by
base rounds that are turned.

By a field, people stand in columns, one column for each seat of a table, each as long as there are
tables. In round r everybody of column c moves c times r tables on. Where there are numbers, as many
as tables, that can be added and divided, no two meet twice.

A person of a base round is a column and a number, `a3`; `x`, `y`, `z` are people of no column. To
turn a round, 1 is added to every number, on a clock of so many hours. No two then meet twice if no
difference between numbers stands twice in the base rounds, neither in one column nor between two,
and none of `x`, `y`, `z` meets a column twice.
"""

from __future__ import annotations

import re
from itertools import chain

IRREDUCIBLE = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101}
"""Polynomials over two elements, a bit for each power."""

Design = list[list[list[int]]]
"""[round][table]: the people of each table."""

BASES: dict[tuple[int, int], tuple[int, tuple[str, ...]]] = {
    (18, 3): (4, (
        "a0d0d1 a2c2y b0c0c1 b1d2x a3b2b3 a1c3d3",
        "b3d3y a2c1x b2c0d1 b0c3d2 a1c2d0 a0a3b1",
    )),
    (24, 4): (7, ("a0b6c6x a4b2c5y a2b5c0z a1c1c3c4 b1b3b4c2 a3a5a6b0",)),
    (30, 5): (6, (
        "a1b4c3d3e0 a4b0c2c4d1 b1c1d5e1e5 a3b2d2d4e3 a5b3b5c0e2 a0a2c5d0e4",
    )),
    (50, 5): (8, (
        "a0b4e6f3x a1c6e0e2f1 a6c2d1d7e1 b6b7c1e4f2 b3c0d3d4f4 "
        "b1c7d0e5f7 a3a5b5c4c5 a2a7b0d6e7 b2c3d5e3y a4d2f0f5f6",
    )),
}  # fmt: skip
"""By people and people at a table: hours, and base rounds. For 8, 7, 6 and 8 rounds."""


def designs(people: int, size: int) -> list[Design]:
    """What there is for so many people at tables of one size; each person sits once a round."""
    tables = people // size
    found = [_by_field(tables, size)] if size <= tables else []
    if (people, size) in BASES:
        found.append(_turned(*BASES[people, size]))
    return found


def _by_field(tables: int, size: int) -> Design:
    found: Design = []
    for round_ in range(tables):
        found.append([[] for _ in range(tables)])
        for column in range(size):
            by = times(column, round_, tables)
            for place in range(tables):
                to = place ^ by if tables in IRREDUCIBLE else (place + by) % tables
                found[-1][to].append(column * tables + place)
    if tables % size == 0:  # a column never meets itself: it fills tables of its own
        found.append([list(range(at, at + size)) for at in range(0, tables * size, size)])
    return found


def times(one: int, other: int, order: int) -> int:
    """The product in the field of that order; where there is none here, the one on a clock."""
    if order not in IRREDUCIBLE:
        return one * other % order
    product = 0
    while other:
        product ^= one if other & 1 else 0
        one <<= 1
        if one & order:
            one ^= IRREDUCIBLE[order]
        other >>= 1
    return product


def _turned(hours: int, bases: tuple[str, ...]) -> Design:
    rounds = [[re.findall("[a-z][0-9]?", table) for table in base.split()] for base in bases]
    number = {name: at for at, name in enumerate(sorted(chain.from_iterable(rounds[0])))}

    def turned(name: str, turn: int) -> int:
        hour = name[1:]
        return number[f"{name[0]}{(int(hour) + turn) % hours}" if hour else name]

    return [
        [[turned(name, turn) for name in table] for table in base]
        for base in rounds
        for turn in range(hours)
    ]
