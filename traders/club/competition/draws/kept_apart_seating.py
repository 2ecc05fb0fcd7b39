"""Tables at which nobody sits with whom they are kept apart from; where there are none, which of
these wishes are in the way, in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from traders.club.competition.draws.draw_request_and_result import DrawImpossible, DrawWanted
from traders.club.competition.draws.numeric_draw_problem import Problem
from traders.club.competition.draws.table_sizes import in_words

MOST = 2_000
"""Places that are tried for people of one round."""
MOST_IN_ALL = 10_000
"""The same, while the wishes in the way are made fewer."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
Pair = tuple[int, int]
Apart = Sequence[frozenset[int]]


class _Seating:
    """People who are kept apart from somebody, one after the other: always who has fewest tables
    left. Of tables that are alike one is tried.
    """

    def __init__(
        self, people: Sequence[int], sizes: Sequence[int], apart: Apart, byes: int = 0
    ) -> None:
        self.people, self.apart = people, apart
        there = set(people)
        self.left = {one for one in people if apart[one] & there}
        self.room = [*sizes, byes]  # at the last "table" nobody meets
        self.tables: list[list[int]] = [[] for _ in self.room]
        self.tried = 0

    def found(self) -> list[list[int]] | None:
        """All at tables, in an order that follows the people's; None where there are none, or
        too much was tried (`tried` is above `MOST`).
        """
        kept_apart = set(self.left)
        if not self._next():
            return None
        others = [one for one in self.people if one not in kept_apart]
        for table, room in zip(self.tables, self.room, strict=True):
            while len(table) < room:
                table.append(others.pop())
        return self.tables

    def _next(self) -> bool:
        if not self.left:
            return True
        choices = {one: self._open(one) for one in self.people if one in self.left}
        one = min(choices, key=lambda who: (len(choices[who]), -len(self.apart[who])))
        self.left.remove(one)
        for table in choices[one]:
            self.tried += 1
            if self.tried > MOST:
                break
            self.tables[table].append(one)
            if self._next():
                return True
            self.tables[table].remove(one)
        self.left.add(one)
        return False

    def _open(self, one: int) -> list[int]:
        """Tables where this person can sit."""
        found, alike, last = [], set(), len(self.room) - 1
        for table, (sitting, room) in enumerate(zip(self.tables, self.room, strict=True)):
            meets = table != last and not self.apart[one].isdisjoint(sitting)
            if len(sitting) == room or meets:
                continue
            kind = (room, table == last)
            if sitting or kind not in alike:
                found.append(table)
            if not sitting:
                alike.add(kind)
        return found


def seated(people: Sequence[int], sizes: Sequence[int], apart: Apart) -> list[list[int]] | None:
    """Tables of these sizes for just so many people, shuffled as they come; None where none was
    found.
    """
    tables = _Seating(people, sizes, apart).found()
    return None if tables is None else tables[:-1]


def check(wanted: DrawWanted, problem: Problem) -> None:
    """Look at each round by itself.

    Raises `DrawImpossible`, and says which wishes cannot be had together.
    """
    pairs = [
        pair for pair in combinations(range(problem.people), 2) if pair[1] in problem.apart[pair[0]]
    ]
    seen = set()
    for round_ in range(problem.rounds if pairs else 0):
        kind = (problem.sizes[round_], problem.present[round_])
        if kind not in seen:
            seen.add(kind)
            core = _in_the_way(problem, round_, pairs)
            if core:
                raise DrawImpossible(_words(wanted, problem, round_, core))
    _check_byes(wanted, problem, pairs)


def not_seated() -> DrawImpossible:
    """No draw was found; why is not known."""
    return DrawImpossible(
        "No draw was found that keeps apart all who are to be, and spreads byes evenly. Give up "
        "one of these wishes."
    )


def _in_the_way(problem: Problem, round_: int, pairs: Sequence[Pair]) -> list[Pair]:
    """Wishes that cannot be had together in a round, as few as can be; empty if all can, or nobody
    knows.
    """
    people, in_all = sorted(problem.present[round_]), 0

    def refuted(some: Sequence[Pair]) -> bool:
        nonlocal in_all
        apart: list[set[int]] = [set() for _ in range(problem.people)]
        for one, other in some:
            apart[one].add(other)
            apart[other].add(one)
        seating = _Seating(
            people, problem.sizes[round_], list(map(frozenset, apart)), problem.byes[round_]
        )
        none = seating.found() is None
        in_all += seating.tried
        return none and seating.tried <= MOST

    places = len(problem.sizes[round_]) + problem.byes[round_]
    group = _group(problem.present[round_], problem.apart)[: places + 1]
    if len(group) > places:
        return list(combinations(sorted(group), 2))
    core = list(pairs)
    if not refuted(core):
        return []
    for pair in pairs:  # each that is not needed for the contradiction is left out
        fewer = [one for one in core if one != pair]
        if in_all <= MOST_IN_ALL and refuted(fewer):
            core = fewer
    return core


def _group(people: Iterable[int], apart: Apart) -> list[int]:
    """Many people who are all kept apart from each other: the best that each person begins."""
    found: list[int] = []
    for first in sorted(people):
        group, others = [first], apart[first].intersection(people)
        while others:
            most = max(sorted(others), key=lambda one: len(apart[one] & others))
            group.append(most)
            others &= apart[most]
        found = max(found, group, key=len)
    return found


def _check_byes(wanted: DrawWanted, problem: Problem, pairs: Sequence[Pair]) -> None:
    """Where all sit at one table, one of two who are kept apart has the bye."""
    had = list(problem.byes_before)
    for there, byes in zip(problem.present, problem.byes, strict=True):
        for one in sorted(there, key=had.__getitem__)[:byes]:
            had[one] += 1
    for pair in pairs:
        rounds = [
            number
            for number, sizes in enumerate(problem.sizes)
            if len(sizes) == 1 and problem.present[number].issuperset(pair)
        ]
        before = sum(problem.byes_before[one] for one in pair)
        if rounds and before + len(rounds) > 2 * max(had):
            every = "each round" if len(rounds) == problem.rounds else f"{len(rounds)} rounds"
            raise DrawImpossible(
                f"{_pairs(wanted, [pair])}; then byes cannot be spread evenly, for in {every} one "
                "of them would have the bye."
            )


def _words(wanted: DrawWanted, problem: Problem, round_: int, core: list[Pair]) -> str:
    tables, byes, there = problem.sizes[round_], problem.byes[round_], len(problem.present[round_])
    people = sorted({one for pair in core for one in pair})
    every_two = len(core) == len(people) * (len(people) - 1) // 2
    everybody = all(len(those) == problem.people for those in problem.present)
    where = "" if problem.rounds == 1 or everybody else f"Round {round_ + 1}: "
    if len(tables) == 1 and not byes:
        return f"{where}{_pairs(wanted, core)}, but all {_number(there)} sit at one table."
    sit = "there is only one table" if len(tables) == 1 else (
        f"there are only {_number(len(tables))} tables")  # fmt: skip
    if byes:
        sit += f" and {_number(byes)} bye{'s' * (byes > 1)}"
    if every_two and len(people) > 2:
        names = _and([wanted.people[one] for one in people])
        return f"{where}{names} are all kept apart from each other, but {sit}."
    return (
        f"{where}{_pairs(wanted, core)}. {_number(there).capitalize()} people at "
        f"{in_words(tables, byes)} cannot be seated so: give up one of these wishes."
    )


def _pairs(wanted: DrawWanted, core: list[Pair]) -> str:
    names = [f"{wanted.people[one]} and {wanted.people[other]}" for one, other in core]
    return _and(names, ", ") + " are kept apart"


def _and(parts: list[str], last: str = " and ") -> str:
    return last.join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
