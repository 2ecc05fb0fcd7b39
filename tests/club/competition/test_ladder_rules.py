"""A ladder keeps its people, and moves those only whom something happened to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traders.club.competition.ladder_rules import (
    LadderRules,
    after_game,
    dropped,
    joined,
    left,
    why_not,
    within_reach,
)

LADDER = tuple("ABCDEFGH")
RULES = LadderRules()


@given(st.permutations(LADDER), st.integers(2, 6))
def test_a_game_deals_the_rungs_of_its_people_anew(order, count):
    playing = order[:count]
    found = after_game(LADDER, [(one,) for one in playing])
    assert [one for one in found if one in playing] == list(playing)
    for rung, person in enumerate(LADDER):
        assert (found[rung] in playing) if person in playing else (found[rung] == person)
    assert after_game(LADDER, [tuple(playing)]) == LADDER  # all shared the first place


@given(st.sampled_from(LADDER), st.integers(0, 10))
def test_whoever_drops_passes_only_those_below(person, rungs):
    found = dropped(LADDER, person, rungs)
    at = LADDER.index(person)
    assert found.index(person) == min(at + rungs, len(LADDER) - 1)
    assert found[:at] == LADDER[:at]
    assert [one for one in found if one != person] == [one for one in LADDER if one != person]


@given(st.sampled_from(LADDER), st.sampled_from(LADDER), st.integers(1, 4))
def test_who_can_be_challenged_is_who_is_within_reach(one, other, reach):
    rules = LadderRules(reach=reach)
    assert (why_not(LADDER, rules, one, other) == "") == (other in within_reach(LADDER, rules, one))


def test_a_ladder_by_hand():
    assert within_reach(LADDER, RULES, "E") == ("D", "C", "B")
    assert why_not(LADDER, RULES, "E", "A") == (
        "A stands 4 rungs above E; 3 are the most. E can challenge D, C, B."
    )
    assert why_not(LADDER, RULES, "A", "B") == (
        "B stands below A: only those above can be challenged."
    )
    assert why_not(LADDER, RULES, "A", "X") == "X is not on the ladder."
    assert after_game(LADDER, [("E",), ("B",)]) == tuple("AECDBFGH")
    assert dropped(LADDER, "B", 1) == tuple("ACBDEFGH")
    assert dropped(dropped(LADDER, "C", 1), "B", 2) == tuple("ADCBEFGH")
    assert joined(left(LADDER, "C"), "C") == tuple("ABDEFGHC")
    with pytest.raises(ValueError, match="X is not on the ladder"):
        after_game(LADDER, [("A",), ("X",)])
    with pytest.raises(ValueError, match="twice"):
        after_game(LADDER, [("A",), ("A",)])
