"""Tables made better by simulated annealing: two people of a round change places; what makes the
draw worse is kept by chance, less and less of it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random

from traders.club.competition.draws.draw_request_and_result import LARGEST
from traders.club.competition.draws.numeric_draw_problem import (
    Problem,
    Tables,
    meetings,
    meetings_again,
)

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
    """A draw that is being made better, and the best that was seen. Nobody sits with whom they are
    kept apart from at the beginning, nor ever.
    """

    def __init__(self, problem: Problem, tables: Tables, box: Random) -> None:
        self.problem, self.box = problem, box
        self.met = meetings(problem, tables)
        for one, apart in enumerate(problem.apart):
            for other in apart:
                self.met[one][other] += APART
        self.rounds = [[list(table) for table in round_] for round_ in tables]
        self.places = [  # table and place at it
            [(n, at) for n, who in enumerate(round_) for at in range(len(who))] for round_ in tables
        ]
        self.byes = list(problem.byes_before)
        self.often = [[0] * (LARGEST + 1) for _ in range(problem.people)]  # at tables of each size
        for round_ in tables:
            for one in round_[-1]:
                self.byes[one] += 1
            for table in round_[:-1]:
                for one in table:
                    self.often[one][len(table)] += 1
        self.cost = meetings_again(problem, tables)
        self.uneven = sum(count * count for counts in self.often for count in counts)
        self._keep()

    def _keep(self) -> None:
        self.best = (self.cost, self.uneven)
        self.tables = [[list(table) for table in tables] for tables in self.rounds]

    @property
    def repeats(self) -> int:
        """The fewest repeat meetings so far."""
        return self.best[0]

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
        for _ in range(EACH):
            round_ = int(chance() * rounds)
            places, tables = self.places[round_], self.rounds[round_]
            here, at = places[int(chance() * len(places))]
            there, to = places[int(chance() * len(places))]
            if here == there:
                continue
            ours, theirs = tables[here], tables[there]
            one, other = ours[at], theirs[to]
            last = len(tables) - 1
            if here != last != there:
                of_one, of_other = met[one], met[other]
                gain = len(ours) + len(theirs) - 2 - 2 * of_one[other]
                for who in ours:
                    gain += of_other[who] - of_one[who]
                for who in theirs:
                    gain += of_one[who] - of_other[who]
            elif self._spoils_byes(one, other, here == last):
                continue
            else:
                stay, leaves, comes = (theirs, other, one) if here == last else (ours, one, other)
                gain = self._gain(stay, leaves, comes)
            uneven = 0
            if len(ours) != len(theirs) or last in (here, there):
                byes = (here == last, there == last)
                uneven = self._gain_of_sizes(one, other, ours, theirs, byes)
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
