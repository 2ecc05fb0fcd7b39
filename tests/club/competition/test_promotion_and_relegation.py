"""Promotion and relegation: nobody is lost, and free places are filled from the right side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traders.club.competition.promotion_and_relegation import Division, Kind, next_season

NAMES = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
TWO = (Division("First", tuple("ABCD")), Division("Second", tuple("EFGH")))


@st.composite
def leagues(box: st.DrawFn):
    sizes = box(st.lists(st.integers(2, 6), min_size=1, max_size=4))
    people = box(st.permutations(NAMES))
    divisions, at = [], 0
    for number, size in enumerate(sizes):
        divisions.append(Division(f"D{number + 1}", tuple(people[at : at + size])))
        at += size
    leaving = box(st.sets(st.sampled_from(people[:at]), max_size=4))
    entries = people[at : at + box(st.integers(0, 2))]
    return divisions, box(st.integers(0, 3)), leaving, entries


@given(leagues(), st.lists(st.integers(2, 7), max_size=5))
def test_nobody_is_lost_and_each_has_one_way(league, sizes):
    divisions, exchanged, leaving, entries = league
    found = next_season(divisions, exchanged, sizes=sizes, leaving=leaving, entries=entries)
    before = [one for division in divisions for one in division.order]
    after = [one for division in found.divisions for one in division.order]
    assert sorted([*after, *found.waiting, *leaving]) == sorted([*before, *entries])
    assert sorted(move.person for move in found.moves) == sorted([*before, *entries])
    for division, size in zip(found.divisions, sizes, strict=False):
        assert len(division.order) <= size
    if not sizes:
        assert found.waiting == ()


@given(leagues())
def test_without_changes_each_border_exchanges_as_many(league):
    divisions, exchanged, _, _ = league
    if any(len(division.order) < 2 * exchanged for division in divisions):
        exchanged = 1
    found = next_season(divisions, exchanged)
    assert [len(one.order) for one in found.divisions] == [len(one.order) for one in divisions]
    for kind in (Kind.UP, Kind.DOWN):
        assert sum(move.kind == kind for move in found.moves) == exchanged * (len(divisions) - 1)


def told(found) -> list[str]:
    return ["".join(division.order) for division in found.divisions]


def test_places_that_become_free():
    assert told(next_season(TWO, 1)) == ["ABCE", "DFGH"]
    assert told(next_season(TWO, 1, leaving="B")) == ["ACED", "FGH"]  # D keeps the place
    assert told(next_season(TWO, 1, leaving="D")) == ["ABCE", "FGH"]  # D had gone down
    assert told(next_season(TWO, 1, leaving="BC")) == ["AEDF", "GH"]  # then F goes up too
    assert told(next_season(TWO, 1, leaving="E", entries="XY")) == ["ABCF", "DGHXY"]
    assert told(next_season(TWO, 2, sizes=(3, 3, 2), entries="X")) == ["ABE", "FCD", "GH"]
    found = next_season(TWO, 2, sizes=(3, 3, 2), leaving="A", entries="XY")
    assert [division.name for division in found.divisions] == ["First", "Second", "Division 3"]
    assert found.waiting == ("Y",)
    assert [move.words() for move in found.moves] == [
        "B stays in First.", "E goes up to First.", "F goes up to First.",
        "C goes down to Second.", "D goes down to Second.", "G stays in Second.",
        "H goes down to Division 3.", "X is new in Division 3.", "Y waits for a place.",
        "A leaves.",
    ]  # fmt: skip


def test_what_makes_no_sense_is_told():
    with pytest.raises(ValueError, match="A stands in two places"):
        next_season(TWO, 1, entries="A")
    with pytest.raises(ValueError, match="at least 2"):
        next_season(TWO, 1, sizes=(1,))
