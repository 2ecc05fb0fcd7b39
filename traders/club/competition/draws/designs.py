"""Rounds in which no two meet twice, where no field has as many numbers as there are tables: each
comes of a base round by turning it.

A person of a base round is a column and a number, `a3`; `x`, `y`, `z` are people of no column. To
turn a round, 1 is added to every number, on a clock of so many hours. No two then meet twice if no
difference between numbers stands twice in the base rounds, neither in one column nor between two,
and none of `x`, `y`, `z` meets a column twice.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traders.club.competition.draws.problem import Counts


@dataclass(frozen=True, slots=True)
class Design:
    """Base rounds, a table a line, and how often each is turned."""

    hours: int
    bases: tuple[str, ...]

    @property
    def rounds(self) -> Counts:
        """[round, person]: their tables."""
        tables = [base.strip().splitlines() for base in self.bases]
        number = {name: at for at, name in enumerate(sorted(" ".join(tables[0]).split()))}
        found = np.empty((self.hours * len(self.bases), len(number)), dtype=np.int64)
        for base, lines in enumerate(tables):
            for turn in range(self.hours):
                for table, line in enumerate(lines):
                    there = [number[self._turned(name, turn)] for name in line.split()]
                    found[base * self.hours + turn, there] = table
        return found

    def _turned(self, name: str, turn: int) -> str:
        column, hour = name[0], name[1:]
        return f"{column}{(int(hour) + turn) % self.hours}" if hour else name


DESIGNS = {
    (18, 3): Design(4, (
        """
        a0 d0 d1
        a2 c2 y
        b0 c0 c1
        b1 d2 x
        a3 b2 b3
        a1 c3 d3
        """,
        """
        b3 d3 y
        a2 c1 x
        b2 c0 d1
        b0 c3 d2
        a1 c2 d0
        a0 a3 b1
        """,
    )),
    (24, 4): Design(7, (
        """
        a0 b6 c6 x
        a4 b2 c5 y
        a2 b5 c0 z
        a1 c1 c3 c4
        b1 b3 b4 c2
        a3 a5 a6 b0
        """,
    )),
    (30, 5): Design(6, (
        """
        a1 b4 c3 d3 e0
        a4 b0 c2 c4 d1
        b1 c1 d5 e1 e5
        a3 b2 d2 d4 e3
        a5 b3 b5 c0 e2
        a0 a2 c5 d0 e4
        """,
    )),
    (50, 5): Design(8, (
        """
        a0 b4 e6 f3 x
        a1 c6 e0 e2 f1
        a6 c2 d1 d7 e1
        b6 b7 c1 e4 f2
        b3 c0 d3 d4 f4
        b1 c7 d0 e5 f7
        a3 a5 b5 c4 c5
        a2 a7 b0 d6 e7
        b2 c3 d5 e3 y
        a4 d2 f0 f5 f6
        """,
    )),
}  # fmt: skip
"""By people and people at a table: for 8, 7, 6 and 8 rounds."""
