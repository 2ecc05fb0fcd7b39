"""In which seat each sits at their table: everybody in each seat as often as in any other.

Of two seats, every table is a line from who sits in the one to who sits in the other. Along a way
from a person who has the first too often to one who has it too seldom, all change seats: only these
two notice. When no two seats can be made better so, tables of one size are as even as can be.
"""

from __future__ import annotations

from collections import deque
from itertools import combinations
from random import Random

from traders.club.competition.draws.draw_request_and_result import LARGEST
from traders.club.competition.draws.numeric_draw_problem import Problem, Tables, again
from traders.club.competition.draws.repeat_meeting_bounds import spread_on

Seating = list[list[list[int]]]
"""Rounds, tables, people in the order of their seats."""
Table = list[int]


def seated(problem: Problem, tables: Tables, box: Random) -> Seating:
    """The order at each table, in the rounds that are drawn."""
    found: Seating = []
    for round_ in tables:
        found.append([sorted(table) for table in round_[:-1]])
        for table in found[-1]:
            box.shuffle(table)
    every = [table for at_tables in found for table in at_tables]
    sat = _sat(problem, found)
    seats = range(max(map(len, every)))
    pairs = list(combinations(seats, 2))
    while sum(_evened(pair, every, sat) for pair in pairs):  # each pair, also after a change
        pass
    return found


def seats_again(problem: Problem, seating: Seating) -> int:
    """How often somebody sits again in the same seat, the rounds before counted."""
    return sum(map(again, _sat(problem, seating)))


def least_again(problem: Problem, tables: Tables) -> int:
    """The same at least, at these tables: by what each person could have at best, and by what each
    seat could.
    """
    by_person = 0
    for one in range(problem.people):
        sat = list(problem.sat[one])
        sizes = [len(table) for round_ in tables for table in round_[:-1] if one in table]
        for size in sorted(sizes):  # always what was theirs most seldom, at small tables first
            sat[min(range(size), key=sat.__getitem__)] += 1
        by_person += again(sat)
    every = [size for sizes in problem.sizes for size in sizes]
    by_seat = sum(
        spread_on(sum(size > seat for size in every), [sat[seat] for sat in problem.sat])
        for seat in range(LARGEST)
    )
    return max(by_person, by_seat)


def _sat(problem: Problem, seating: Seating) -> list[list[int]]:
    sat = [list(row) for row in problem.sat]
    for tables in seating:
        for table in tables:
            for seat, one in enumerate(table):
                sat[one][seat] += 1
    return sat


def _evened(pair: tuple[int, int], every: list[Table], sat: list[list[int]]) -> bool:
    """Make two seats as even as can be; whether that changed anything."""
    first, second = pair
    lines = [table for table in every if len(table) > second]
    changed = False
    for one in range(len(sat)):
        while way := _way(one, pair, lines, sat):
            changed = True
            for table in way:
                here, there = table[first], table[second]
                sat[here][first] -= 1
                sat[here][second] += 1
                sat[there][second] -= 1
                sat[there][first] += 1
                table[first], table[second] = there, here
    return changed


def _way(
    begin: int, pair: tuple[int, int], lines: list[Table], sat: list[list[int]]
) -> list[Table]:
    """Tables from a person who has the first seat too often to one who has it too seldom."""
    first, second = pair
    more = sat[begin][first] - sat[begin][second]
    out: dict[int, list[Table]] = {}
    for table in lines:
        out.setdefault(table[first], []).append(table)
    came: dict[int, Table | None] = {begin: None}
    left = deque([begin])
    while left:
        for table in out.get(left.popleft(), ()):
            one = table[second]
            if one in came:
                continue
            came[one] = table
            if more - (sat[one][first] - sat[one][second]) > 2:
                return _back(one, first, came)
            left.append(one)
    return []


def _back(one: int, first: int, came: dict[int, Table | None]) -> list[Table]:
    way = []
    while table := came[one]:
        way.append(table)
        one = table[first]
    return way
