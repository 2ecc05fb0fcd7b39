"""A knock-out: it ends, byes come once and to the strongest, later tables are full."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traders.club.competition.knockout_rounds import (
    KnockoutRules,
    after,
    next_round,
    sizes_of_rounds,
)

RULES = [
    KnockoutRules(table, on) for table in range(2, 7) for on in range(1, table) if table % on == 0
]


@given(st.integers(2, 70), st.sampled_from(RULES), st.integers(0, 9))
def test_it_ends_and_only_the_first_round_has_byes(count, rules, seed):
    seeding = tuple(f"P{number}" for number in range(count))
    left, rounds = seeding, 0
    while True:
        coming = next_round(left, rules)
        rounds += 1
        seated = [person for table in coming.tables for person in table]
        assert sorted([*seated, *coming.byes]) == sorted(left)
        assert coming.byes == left[: len(coming.byes)]
        assert all(len(table) <= rules.table for table in coming.tables)
        if coming.final:
            break
        assert all(len(table) > rules.going_on for table in coming.tables)
        if rounds > 1:
            assert not coming.byes and {len(table) for table in coming.tables} == {rules.table}
        orders = [Random(seed).sample(table, len(table)) for table in coming.tables]
        left = after(coming, orders, seeding)
        assert list(left) == sorted(left, key=seeding.index)
    assert rounds == 1 or len(left) == rules.table
    assert len(sizes_of_rounds(count, rules)) == rounds


def test_knockouts_by_hand():
    """Six in pairs: 1 and 2 have byes, 3 meets 6 and 4 meets 5. Twelve at tables of four, two of
    whom go on: eight are wanted, so four leave, of two tables.
    """
    pairs = next_round("123456", KnockoutRules(2, 1))
    assert (pairs.tables, pairs.byes) == ((("3", "6"), ("4", "5")), ("1", "2"))
    left = after(pairs, [("6", "3"), ("4", "5")], "123456")
    assert left == ("1", "2", "4", "6")
    assert next_round(left, KnockoutRules(2, 1)).tables == (("1", "6"), ("2", "4"))
    assert sizes_of_rounds(12, KnockoutRules(4, 2)) == ((2, 4), (2, 0), (1, 0))
    assert sizes_of_rounds(9, KnockoutRules(3, 1)) == ((3, 0), (1, 0))


def test_what_makes_no_sense_is_told():
    with pytest.raises(ValueError, match="At tables of 4, 1 or 2 can go on"):
        next_round("1234", KnockoutRules(4, 3))
    with pytest.raises(ValueError, match="at least 2 people"):
        next_round("1", KnockoutRules())
    pairs = next_round("1234", KnockoutRules(2, 1))
    with pytest.raises(ValueError, match="table 2 does not name its people"):
        after(pairs, [("1", "4"), ("2", "2")], "1234")
    with pytest.raises(ValueError, match="2 tables were played, 1 are told"):
        after(pairs, [("1", "4")], "1234")
