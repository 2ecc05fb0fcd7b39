"""Tables made better by simulated annealing: two people of a round change places; what makes the
draw worse is kept by chance, less and less of it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random

import numpy as np

from traders.club.competition.draws.problem import AWAY, Problem, Tables, meetings

Progress = Callable[[float, int], bool]
"""Told what share of the search is done, and the fewest repeat meetings so far; False: stop."""
APART = 1_000_000
"""What a meeting costs of two who are kept apart: more than all repeat meetings together."""
WARM, COLD = 0.45, 0.18
"""What is paid for a swap about every third time, at first and at last: half a repeat meeting."""
LIGHT = 0.1
"""What it costs to sit once more at a table of the same unusual size, in repeat meetings."""
EACH = 8_192
"""Swaps between two looks at the clock."""


class Search:
    """A draw that is being made better, and the best that was seen. `problem.met` and the tables
    become lists, which single figures are read from much faster.
    """

    def __init__(self, problem: Problem, tables: Tables, box: Random) -> None:
        self.problem, self.box = problem, box
        self.met = (meetings(problem, tables) + APART * problem.apart).tolist()
        self.rounds: list[list[list[int]]] = []  # the last table of each has the byes
        self.places: list[list[tuple[int, int]]] = []  # table and place at it
        self.byes = problem.byes_before.tolist()
        self.often = [[0] * 8 for _ in range(problem.people)]  # at tables of each size
        for round_, sizes in enumerate(problem.sizes):
            row = tables[round_]
            there = [np.flatnonzero(row == table).tolist() for table in range(len(sizes) + 1)]
            self.rounds.append(there)
            self.places.append([(n, at) for n, who in enumerate(there) for at in range(len(who))])
            for one in there[-1]:
                self.byes[one] += 1
            for size, who in zip(sizes, there, strict=False):
                for one in who:
                    self.often[one][size] += 1
        self.cost = _cost(problem, tables)
        self.uneven = sum(count * count for counts in self.often for count in counts)
        self._keep()

    def _keep(self) -> None:
        self.best = (self.cost, self.uneven)
        self.best_rounds = [[list(table) for table in tables] for tables in self.rounds]

    @property
    def repeats(self) -> int:
        """The fewest repeat meetings so far; more than `APART` where a keep-apart is broken."""
        return self.best[0]

    @property
    def tables(self) -> Tables:
        """The best that was seen."""
        found = np.full((self.problem.rounds, self.problem.people), AWAY, dtype=np.int64)
        for row, tables in zip(found, self.best_rounds, strict=True):
            for table, people in enumerate(tables):
                row[people] = table
        return found

    def run(self, steps: int, least: int, progress: Progress, warmth: float = WARM) -> bool:
        """Swap, until nothing better can be had. False where `progress` stopped it."""
        cooler, done = (COLD / warmth) ** (EACH / steps), 0
        end = steps
        while done < end:
            if self.repeats <= least:
                if self.problem.even:
                    return True
                end = min(end, done + steps // 8)  # sizes can be shared out better yet
                least = -1
            if not progress(done / steps, self.repeats):
                return False
            self._swaps(warmth, least if self.problem.even else -1)
            warmth *= cooler
            done += EACH
        return True

    def _swaps(self, warmth: float, enough: int) -> None:
        chance, rounds, met = self.box.random, self.problem.rounds, self.met
        plain = self.problem.even and not any(self.problem.byes)
        for _ in range(EACH):
            round_ = int(chance() * rounds)
            places, tables = self.places[round_], self.rounds[round_]
            here, at = places[int(chance() * len(places))]
            there, to = places[int(chance() * len(places))]
            if here == there:
                continue
            ours, theirs = tables[here], tables[there]
            one, other = ours[at], theirs[to]
            if plain:
                of_one, of_other = met[one], met[other]
                gain = len(ours) + len(theirs) - 2 - 2 * of_one[other]
                for who in ours:
                    gain += of_other[who] - of_one[who]
                for who in theirs:
                    gain += of_one[who] - of_other[who]
                uneven = 0
            else:
                last = len(tables) - 1
                if last in (here, there) and self._spoils_byes(one, other, here == last):
                    continue
                gain = 0 if here == last else self._gain(ours, one, other)
                gain += 0 if there == last else self._gain(theirs, other, one)
                bye = (here == last, there == last)
                uneven = self._gain_of_sizes(one, other, ours, theirs, bye)
            worse = gain + LIGHT * uneven
            if worse <= 0 or (worse < 10 * warmth and chance() < exp(-worse / warmth)):
                self._swap(round_, (here, at), (there, to))
                self.cost += gain
                self.uneven += uneven
                if (self.cost, self.uneven) < self.best:
                    self._keep()
                    if self.cost <= enough:
                        return

    def _gain(self, table: list[int], leaves: int, comes: int) -> int:
        of_one, of_other = self.met[leaves], self.met[comes]
        return sum(of_other[who] - of_one[who] + 1 for who in table if who != leaves)

    def _spoils_byes(self, one: int, other: int, one_has_it: bool) -> bool:
        """Whether byes would be spread less evenly."""
        has, takes = (one, other) if one_has_it else (other, one)
        return bool(self.byes[takes] >= self.byes[has])

    def _gain_of_sizes(
        self, one: int, other: int, ours: list[int], theirs: list[int], bye: tuple[bool, bool]
    ) -> int:
        """How much less evenly people sit at tables of each size; a bye is of no size."""
        here, there = len(ours), len(theirs)
        if here == there and not any(bye):
            return 0
        of_one, of_other = self.often[one], self.often[other]
        found = 0 if bye[0] else 2 * (of_other[here] - of_one[here]) + 2
        return found + (0 if bye[1] else 2 * (of_one[there] - of_other[there]) + 2)

    def _swap(self, round_: int, mine: tuple[int, int], yours: tuple[int, int]) -> None:
        tables = self.rounds[round_]
        last = len(tables) - 1
        for place, another in ((mine, yours), (yours, mine)):
            table, one = tables[place[0]], tables[place[0]][place[1]]
            comes = tables[another[0]][another[1]]
            self._enter(table, one, comes, bye=place[0] == last)
        here, there = tables[mine[0]], tables[yours[0]]
        here[mine[1]], there[yours[1]] = there[yours[1]], here[mine[1]]

    def _enter(self, table: list[int], leaves: int, comes: int, *, bye: bool) -> None:
        """Count that one leaves the table and the other comes to it."""
        if bye:
            self.byes[leaves] -= 1
            self.byes[comes] += 1
            return
        met = self.met
        of_one, of_other = met[leaves], met[comes]
        for who in table:
            if who != leaves:
                of_one[who] -= 1
                met[who][leaves] -= 1
                of_other[who] += 1
                met[who][comes] += 1
        size = len(table)
        self.often[leaves][size] -= 1
        self.often[comes][size] += 1


def _cost(problem: Problem, tables: Tables) -> int:
    met = meetings(problem, tables)
    broken = int((met - problem.met)[problem.apart].sum()) // 2
    return int((met * (met - 1) // 2).sum()) // 2 + APART * broken
