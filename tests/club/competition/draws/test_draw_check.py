"""Everybody sits once a round or has a bye, at tables of the sizes asked for, apart from whom they
are kept apart from; and what is not so is seen (PR-SEASON-03).
"""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from traders.club.competition.draws.draw_check import faults
from traders.club.competition.draws.draw_procedure import draw
from traders.club.competition.draws.draw_request_and_result import (
    DrawImpossible,
    DrawWanted,
    Pause,
    Round,
)
from traders.club.competition.draws.table_sizes import tables_and_byes


def lot(lots: random.Random) -> DrawWanted:
    """4 to 60 people, 1 to 8 rounds, tables of 3 to 6; some come late or pause, some are kept
    apart, some have byes.
    """
    table = lots.randint(3, 6)
    people = lots.randint(max(4, table), 60)
    if lots.random() < 0.5:
        people -= people % table
        people = max(people, 2 * table)
    rounds = lots.randint(1, 8)
    names = [f"P{number}" for number in range(people)]
    few = lots.choice([0, 0, 1, 2])
    pauses = {(name, lots.randint(1, rounds)) for name in lots.sample(names, min(few, people - 3))}
    late = lots.choice(names) if lots.random() < 0.2 else ""
    pauses |= {(late, number) for number in range(1, rounds)} if late else set()
    pairs = {tuple(lots.sample(names, 2)) for _ in range(lots.choice([0, 0, 1, 3, 9]))}
    return DrawWanted(
        people=tuple(names),
        rounds=rounds,
        table=table,
        sizes=lots.choice([(), (table - 1,), tuple(range(2, table + 1))]),
        apart=tuple(sorted(pairs)),
        pauses=tuple(Pause(*pause) for pause in sorted(pauses)),
        seed=lots.randint(1, 99),
        seconds=0.5,
    )


def assert_is_a_draw(asked: DrawWanted, rounds: tuple[Round, ...]) -> None:
    """Looked at in another way than the program does."""
    assert len(rounds) == asked.rounds
    for coming, round_ in enumerate(rounds, 1):
        there = [
            name
            for name in asked.people
            if not any((name, coming) == (pause.person, pause.round) for pause in asked.pauses)
        ]
        assert sorted([*(name for table in round_.tables for name in table), *round_.byes]) == (
            sorted(there)
        )
        shape = tables_and_byes(len(there), asked.allowed, asked.table)
        assert shape is not None
        sizes, byes = shape
        assert Counter(map(len, round_.tables)) == Counter(sizes)
        assert len(round_.byes) == byes
        for table in round_.tables:
            assert not [pair for pair in asked.apart if {*pair} <= {*table}]


@pytest.mark.examples("club-competition-draws-faults")
def test_whatever_is_drawn_is_a_draw(examples, lots):
    drawn = tries = 0
    while drawn < examples:
        tries += 1
        assert tries <= 10 * examples, f"of {tries} only {drawn} could be drawn"
        asked = lot(lots)
        try:
            found = draw(asked)
        except DrawImpossible:
            present = [len(asked.present(number)) for number in range(1, asked.rounds + 1)]
            assert asked.apart or min(present) < asked.allowed[0]
            continue
        drawn += 1
        assert_is_a_draw(asked, found.rounds)
        assert faults(asked, found.rounds) == []


ASKED = DrawWanted(
    people=("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"),
    rounds=1,
    table=3,
    apart=(("Ann", "Dan"),),
)
GOOD = Round((("Ann", "Bob", "Cat"), ("Dan", "Eve", "Fay")), ("Gus",))


@pytest.mark.parametrize(
    ("tables", "byes", "told"),
    [
        (GOOD.tables, (), ["In round 1 Gus neither sits nor has a bye.",
                           "In round 1 there are 2 tables of 3, not 2 tables of 3 and 1 bye."]),
        ([("Ann", "Bob", "Cat"), ("Cat", "Eve", "Fay")], ("Gus",),
         ["In round 1 Dan neither sits nor has a bye.", "In round 1 Cat has 2 places."]),
        ([("Ann", "Bob", "Cat"), ("Dan", "Eve", "Zoe")], ("Gus",),
         ["In round 1 Fay neither sits nor has a bye.", "In round 1 Zoe does not play."]),
        ([("Ann", "Bob"), ("Cat", "Dan", "Eve", "Fay")], ("Gus",),
         ["In round 1 there are 1 table of 4, 1 table of 2 and 1 bye, not 2 tables of 3 and 1 "
          "bye."]),
        ([("Ann", "Bob", "Dan"), ("Cat", "Eve", "Fay")], ("Gus",),
         ["In round 1 Ann and Dan meet, who are kept apart."]),
        ([], ASKED.people, ["In round 1 there are 7 byes, not 2 tables of 3 and 1 bye."]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_rounds_is_said(tables, byes, told):
    assert faults(ASKED, [GOOD]) == []
    assert faults(ASKED, [Round(tuple(tables), tuple(byes))]) == told


def test_a_draw_has_all_its_rounds_and_nobody_in_a_round_that_they_pause():
    assert faults(ASKED, [GOOD, GOOD]) == ["There are 2 rounds, not 1."]
    assert faults(ASKED, []) == ["There are 0 rounds, not 1."]
    pausing = msgspec.structs.replace(ASKED, pauses=(Pause("Gus", 1),))
    assert "In round 1 Gus does not play." in faults(pausing, [GOOD])
    assert faults(pausing, [Round(GOOD.tables)]) == []
