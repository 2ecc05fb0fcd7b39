"""Whole draws: everybody sits once a round, wishes hold, and what is said of them is so."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import property_of
from tests.proportion import times_as_long
from traders.club.competition.draws import initial_tables
from traders.club.competition.draws.draw_procedure import draw
from traders.club.competition.draws.draw_request_and_result import (
    Draw,
    DrawFailed,
    DrawImpossible,
    DrawWanted,
    Measure,
    Pause,
    Round,
)


def wanted(people: int, rounds: int, table: int, **wishes) -> DrawWanted:
    names = tuple(f"P{number}" for number in range(people))
    return DrawWanted(people=names, rounds=rounds, table=table, **{"seconds": 1.0} | wishes)


@st.composite
def wishes(box: st.DrawFn) -> DrawWanted:
    people, rounds = box(st.integers(2, 10)), box(st.integers(1, 3))
    names = tuple(f"P{number}" for number in range(people))
    pairs = list(combinations(names, 2))
    apart = box(st.lists(st.sampled_from(pairs), max_size=3, unique=True))
    pausing = box(st.lists(st.sampled_from(names), max_size=2, unique=True))
    past = box(st.permutations(names))
    return DrawWanted(
        people=names,
        rounds=rounds,
        table=box(st.integers(2, 5)),
        sizes=tuple(box(st.sets(st.integers(2, 5), max_size=2))),
        apart=tuple(apart),
        pauses=tuple(Pause(name, box(st.integers(1, rounds))) for name in pausing),
        played=box(st.sampled_from([(), (Round((tuple(past[:2]), tuple(past[2:5]))),)])),
        seed=box(st.integers(0, 9)),
        seconds=0.5,
    )


def met(rounds: tuple[Round, ...]) -> dict[frozenset[str], int]:
    """Counted once more, in another way."""
    found: dict[frozenset[str], int] = {}
    for round_ in rounds:
        for table in round_.tables:
            for pair in combinations(table, 2):
                found[frozenset(pair)] = found.get(frozenset(pair), 0) + 1
    return found


def again(counts) -> int:
    return sum(count * (count - 1) // 2 for count in counts)


@property_of("club-competition-draws-drawing")
@given(wishes())
def test_a_draw_is_what_was_wished(asked):
    try:
        found = draw(asked)
    except DrawImpossible:
        present = [len(asked.present(number)) for number in range(1, asked.rounds + 1)]
        assert asked.apart or min(present) < asked.allowed[0]
        return
    for number, round_ in enumerate(found.rounds, 1):
        seated = [name for table in round_.tables for name in table]
        assert sorted([*seated, *round_.byes]) == sorted(asked.present(number))
        assert {len(table) for table in round_.tables} <= set(asked.allowed)
    coming = met(found.rounds)
    assert not [pair for pair in asked.apart if frozenset(pair) in coming]
    every = met((*asked.played, *found.rounds))
    assert found.meetings.least <= found.meetings.reached == again(every.values())
    assert found.most == max(every.values())
    sat: dict[tuple[str, int], int] = {}
    for round_ in (*asked.played, *found.rounds):
        for table in round_.tables:
            for seat in enumerate(table):
                sat[seat[1], seat[0]] = sat.get((seat[1], seat[0]), 0) + 1
    assert found.seats.least <= found.seats.reached == again(sat.values())
    if not asked.pauses and not asked.apart:
        byes = [sum(name in round_.byes for round_ in found.rounds) for name in asked.people]
        assert max(byes) - min(byes) <= 1


def test_the_same_seed_draws_the_same_for_other_names_too():
    one = draw(wanted(12, 3, 4))
    assert draw(wanted(12, 3, 4)) == one
    assert draw(wanted(12, 3, 4, seed=2)).rounds != one.rounds
    names = tuple(f"Q{number}" for number in range(12))
    other = draw(DrawWanted(people=names, rounds=3, table=4, seconds=1.0))
    renamed = tuple(
        tuple(tuple(name.replace("P", "Q") for name in table) for table in round_.tables)
        for round_ in one.rounds
    )
    assert tuple(round_.tables for round_ in other.rounds) == renamed


@pytest.mark.parametrize(
    ("people", "rounds", "table", "meetings", "seats"),
    [
        (16, 5, 4, 0, 16),  # an affine plane of order 4; 5 rounds over 4 seats: one seat twice
        (9, 4, 3, 0, 9),  # one of order 3
        (6, 3, 3, 6, 0),  # two tables of three: two pairs of each table come from one table before
        (12, 3, 4, 9, 0),  # three tables of four: one pair of each
        (60, 8, 4, 0, 240),  # 60 people twice in each of four seats
        (4, 3, 2, 0, 4),  # everybody plays everybody
    ],
)
def test_known_draws_are_reached_and_proven(people, rounds, table, meetings, seats):
    found = draw(wanted(people, rounds, table, seconds=8.0))
    assert (found.meetings.reached, found.seats.reached) == (meetings, seats)
    assert found.meetings.proven and found.seats.proven and found.in_time


def test_only_what_is_proven_is_called_the_least_possible():
    assert draw(wanted(6, 3, 3)).meetings.words() == "6, the least possible"
    assert draw(wanted(6, 3, 3)).seats.words(seats=True) == "0, the least possible at these tables"
    assert Measure(7, 6).words() == "7, the least found; no draw has fewer than 6"
    assert Measure(7, 0).words() == "7, the least found"
    assert Measure(7, 6).words(seats=True) == (
        "7, the least found; no order at these tables has fewer than 6"
    )


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("people", "rounds", "table", "at_most"),
    [
        (5, 3, 3, 3),  # tables of unlike size
        (13, 6, 4, 12),
        (15, 7, 3, 0),  # no field has five numbers at tables of three for seven rounds
        (18, 8, 3, 0),  # by base rounds that are turned
        (24, 7, 4, 0),
        (20, 4, 5, 24),  # more seats at a table than tables
        (24, 3, 6, 24),
    ],
)
def test_repeat_meetings_are_as_few_as_they_ever_were(people, rounds, table, at_most):
    sizes = (table - 1,) if people % table else ()
    found = draw(wanted(people, rounds, table, sizes=sizes, seconds=8.0))
    assert found.meetings.reached <= at_most


def test_a_draw_ends_within_its_time_of_a_processor():
    """What it does beside its search takes less than that."""
    found = list[Draw]()
    asked = wanted(47, 8, 6, sizes=(5,), seconds=0.5)
    assert times_as_long(lambda: found.append(draw(asked)), asked.seconds, 2) <= 2
    assert not found[-1].in_time


def test_how_far_it_is_is_told():
    heard = []
    draw(
        wanted(7, 2, 3, sizes=(4,), seconds=8.0), lambda share, words: heard.append((share, words))
    )
    shares = [share for share, _ in heard]
    assert shares == sorted(shares) and shares[-1] <= 1 and len(set(shares)) > 3
    assert heard[-1][1].startswith("repeat meetings ")


def test_what_is_no_draw_is_given_to_nobody(monkeypatch):
    """Whoever makes tables, by whatever way."""
    lost = [[[0, 1, 2, 3], [4, 5, 6], []]]
    monkeypatch.setattr(initial_tables, "begin", lambda *of: lost)
    with pytest.raises(DrawFailed) as failed:
        draw(wanted(8, 1, 4))
    assert str(failed.value) == (
        "In round 1 P7 neither sits nor has a bye. In round 1 there are 1 table of 4 and 1 table "
        "of 3, not 2 tables of 4."
    )


def test_rounds_before_count():
    """Six people at tables of two: after four rounds of a round robin, one round is left."""
    whole = draw(wanted(6, 5, 2))
    assert whole.meetings.reached == 0
    last = draw(wanted(6, 1, 2, played=whole.rounds[:4], seed=5))
    assert last.meetings.reached == 0
    assert met(last.rounds).keys() == met(whole.rounds[4:]).keys()


def impossible(asked: DrawWanted) -> str:
    with pytest.raises(DrawImpossible) as why:
        draw(asked)
    return str(why.value)


def test_the_wish_in_the_way_is_named():
    six = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
    ann_bob = ("Ann", "Bob")
    three = tuple(combinations(six[:3], 2))

    def said(table: int, apart, people=six, **more) -> str:
        return impossible(
            DrawWanted(people=people, rounds=3, table=table, apart=tuple(apart), **more)
        )

    assert said(6, [ann_bob]) == "Ann and Bob are kept apart, but all six sit at one table."
    assert said(3, [*three, ("Eve", "Finn")]) == (
        "Ann, Bob and Cleo are all kept apart from each other, but there are only two tables."
    )
    many = tuple(str(number) for number in range(60))
    assert said(6, combinations(many[:11], 2), many) == (
        "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10 are all kept apart from each other, but there are "
        "only ten tables."
    )
    assert said(3, [("Ann", other) for other in six[1:5]]) == (
        "Ann and Bob, Ann and Cleo, Ann and Dan, Ann and Eve are kept apart. Six people at 2 "
        "tables of 3 cannot be seated so: give up one of these wishes."
    )
    assert said(4, [ann_bob], six[:5]) == (
        "Ann and Bob are kept apart; then byes cannot be spread evenly, for in each round one of "
        "them would have the bye."
    )
    pauses = tuple(Pause(name, 2) for name in six[2:5])
    assert said(3, [ann_bob], pauses=pauses) == (
        "Round 2: Ann and Bob are kept apart, but all three sit at one table."
    )


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (wanted(1, 1, 4), "In round 1 only one person plays; a table needs at least 4 people."),
        (wanted(0, 1, 2), "In round 1 nobody plays; a table needs at least 2 people."),
        (wanted(9, 1, 7), "A table has 2 to 6 people."),
        (wanted(9, 0, 3), "A draw has 1 to 30 rounds."),
        (wanted(4, 1, 4, apart=(("P0", "P9"),)), "P9 is to be kept apart, but is not on the list."),
        (wanted(4, 1, 4, apart=(("P0", "P0"),)), "P0 cannot be kept apart from P0."),
        (DrawWanted(people=("Ann", "Ann"), rounds=1, table=2), "Ann is on the list twice."),
        (
            wanted(4, 2, 4, pauses=(Pause("P0", 3),)),
            "P0 pauses in round 3, but the draw has rounds 1 to 2.",
        ),
        (
            wanted(4, 2, 4, pauses=(Pause("P0", 2),)),
            "In round 2 only 3 people play (1 of 4 pause); a table needs at least 4 people.",
        ),
    ],
)
def test_what_makes_no_sense_is_told(asked, why):
    assert impossible(asked) == why


def test_five_at_tables_of_four_are_told_what_can_be_had():
    found: Draw = draw(wanted(5, 5, 4))
    assert found.notes == (
        "In each round: 5 people make 1 table of 4 and 1 bye. With tables of 5 allowed, they would "
        "make 1 table of 5.",
    )
    assert sorted(name for round_ in found.rounds for name in round_.byes) == [
        "P0", "P1", "P2", "P3", "P4",
    ]  # fmt: skip
