"""The parts of a draw: bounds hold for any tables, swaps are counted right, seats come out even."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.examples import property_of
from traders.club.competition.draws import (
    initial_tables,
    repeat_meeting_bounds,
    seat_assignment,
    table_sizes,
)
from traders.club.competition.draws.combinatorial_designs import BASES, designs, times
from traders.club.competition.draws.draw_request_and_result import (
    DrawImpossible,
    DrawWanted,
    Pause,
    Round,
)
from traders.club.competition.draws.numeric_draw_problem import (
    Problem,
    Tables,
    meetings_again,
    problem_of,
)
from traders.club.competition.draws.simulated_annealing import Search


@st.composite
def problems(box: st.DrawFn, past: bool = True):
    people, rounds = box(st.integers(2, 14)), box(st.integers(1, 5))
    names = tuple(str(number) for number in range(people))
    order = box(st.permutations(names))
    asked = DrawWanted(
        people=names,
        rounds=rounds,
        table=box(st.integers(2, 6)),
        sizes=tuple(box(st.sets(st.integers(2, 6), max_size=2))),
        apart=((names[0], names[1]),) if box(st.booleans()) else (),
        pauses=(Pause(names[-1], 1),) if box(st.booleans()) else (),
        played=(Round((tuple(order[:4]), tuple(order[4:7]))),) * box(st.integers(0, 2)) * past,
    )
    try:
        return problem_of(asked.checked())
    except DrawImpossible:
        return problem_of(DrawWanted(people=names, rounds=rounds, table=2, sizes=(3,)))


def seated_by_chance(problem: Problem, seed: int) -> Tables:
    """Where those who are kept apart can be."""
    found = initial_tables.by_chance(problem, Random(seed))
    assume(found is not None)
    assert found is not None
    return found


@property_of("club-competition-draws-search")
@given(problems(), st.integers(0, 99))
def test_no_tables_are_below_the_bounds(problem, seed):
    search = Search(problem, seated_by_chance(problem, seed), Random(seed))
    search.run(8_192, 0, lambda share, repeats: True)
    assert repeat_meeting_bounds.least_meetings(problem) <= search.repeats


@property_of("club-competition-draws-search")
@given(problems(), st.integers(0, 99))
def test_each_swap_is_counted_as_it_is(problem, seed):
    search = Search(problem, seated_by_chance(problem, seed), Random(seed))
    search.run(8_192, -1, lambda share, repeats: True)
    best = search.tables
    assert search.repeats == meetings_again(problem, best)
    anew = Search(problem, best, Random(seed))
    assert (anew.cost, anew.uneven) == search.best
    for tables, sizes, there in zip(best, problem.sizes, problem.present, strict=True):
        assert [len(table) for table in tables[:-1]] == list(sizes)
        assert sorted(one for table in tables for one in table) == sorted(there)
        for table in tables[:-1]:
            assert all(problem.apart[one].isdisjoint(table) for one in table)


@property_of("club-competition-draws-search")
@given(problems(past=False), st.integers(0, 99))
def test_seats_of_tables_of_one_size_are_as_even_as_can_be(problem, seed):
    tables = seated_by_chance(problem, seed)
    found = seat_assignment.seated(problem, tables, Random(seed))
    for round_, sizes in enumerate(problem.sizes):
        for table, _ in enumerate(sizes):
            assert sorted(found[round_][table]) == sorted(tables[round_][table])
    reached, least = (
        seat_assignment.seats_again(problem, found),
        seat_assignment.least_again(problem, tables),
    )
    assert least <= reached
    if problem.even:
        assert reached == least


@given(st.integers(1, 40), st.sets(st.integers(2, 6), min_size=1), st.integers(2, 6))
def test_tables_seat_everybody_or_say_so(people, sizes, wished):
    allowed = tuple(sorted({*sizes, wished}))
    found = table_sizes.tables_and_byes(people, allowed, wished)
    if found is None:
        assert people < allowed[0]
        return
    tables, byes = found
    assert sum(tables) + byes == people
    assert set(tables) <= set(allowed)
    if people % wished == 0:
        assert tables == (wished,) * (people // wished) and byes == 0
    assert all(table_sizes.partition(people - fewer, allowed, wished) is None
               for fewer in range(byes))  # fmt: skip


def test_numbers_of_a_field_can_be_divided_by():
    for order in (3, 4, 5, 7, 8, 11, 16):
        for one in range(1, order):
            products = {times(one, other, order) for other in range(order)}
            assert products == set(range(order))


@pytest.mark.parametrize("people", range(4, 61))
def test_in_every_design_all_sit_once_a_round_at_whole_tables(people):
    for size in range(2, 7):
        for rounds in designs(people, size) if people % size == 0 else ():
            for tables in rounds:
                assert {len(table) for table in tables} == {size}
                assert sorted(one for table in tables for one in table) == list(range(people))


@pytest.mark.parametrize("size", [*BASES, (9, 3), (16, 4), (20, 4), (25, 5), (42, 6)], ids=str)
def test_in_a_design_no_two_meet_twice(size):
    people, table = size
    rounds = len(designs(people, table)[-1])
    names = tuple(str(number) for number in range(people))
    problem = problem_of(DrawWanted(people=names, rounds=rounds, table=table))
    assert meetings_again(problem, initial_tables.begin(problem, Random(1))) == 0


def test_what_comes_again_is_spread_evenly():
    # ten meetings over four people: 3, 3, 2, 2
    assert repeat_meeting_bounds.spread(10, 4) == 3 + 3 + 1 + 1
    problem = problem_of(DrawWanted(people=("a", "b"), rounds=3, table=2))
    tables = initial_tables.by_chance(problem, Random(1))
    assert meetings_again(problem, tables) == repeat_meeting_bounds.least_meetings(problem) == 3
