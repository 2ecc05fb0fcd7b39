"""Deals: what each seat is told of one, and what comes of it (ST-TRADE)."""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE

SEATS = ["red", "blue", "green"]


def laid(**start: Any) -> Any:
    return ENGINE.position(SEATS, {}, start)


def told(state: Any, terms: Terms) -> dict[str | None, list[str]]:
    events = ENGINE.exchange(state, terms)
    return {
        seat: [event.text for event in events if event.heard_by(seat)] for seat in (*SEATS, None)
    }


# ST-MONEY-03, ST-LUCK-02
def test_third_parties_are_told_the_same_of_deals_that_differ_in_money_and_cards():
    start = {"red": {"hand": ["Zap", "Gotcha"]}, "blue": {"stellors": 60}}
    one = told(laid(**start), Terms("red", "blue", "card zap", "7 stellors"))
    other = told(laid(**start), Terms("red", "blue", "card gotcha", "60 stellors"))
    assert one["green"] == other["green"] == one[None]
    assert one["red"] != other["red"]
    assert "Zap" in one["blue"][-1]


def test_the_taker_is_not_told_how_much_the_maker_has_left():  # ST-MONEY-03
    refusals = []
    for stellors in (3, 4):
        with pytest.raises(Refusal) as refused:
            ENGINE.exchange(
                laid(red={"stellors": stellors}), Terms("red", "blue", "9 stellors", "nothing")
            )
        refusals.append((refused.value.text, refused.value.rules))
    assert refusals[0] == refusals[1]


def test_a_deal_refused_leaves_the_position_as_it_was():  # ST-TRADE-13
    state = laid(red={"stellors": 3, "hand": ["Zap"]}, blue={"hand": ["Gotcha"]})
    before = ENGINE.encode(state)
    with pytest.raises(Refusal):
        ENGINE.exchange(state, Terms("red", "blue", "card zap and 4 stellors", "card gotcha"))
    assert ENGINE.encode(state) == before


def test_what_is_written_of_things_is_read_as_the_same():
    state = laid(red={"at": "Oz", "stations": ["Oz"]})
    for text in (
        "12 stellors",
        "an engine",
        "station on 31",
        "card zap",
        "1 card",
        "2 fur",
        "right to deliver fur to hench",
        "permission at oz",
    ):
        written = ENGINE.things(state, "red", text)
        assert ENGINE.things(state, "red", written) == written


def test_engines_are_counted_when_both_sides_have_passed_theirs():  # ST-ENGINE-10, ST-TRADE-13
    state = laid(red={"at": "Oz", "engines": 5}, blue={"at": "Oz", "engines": 5})
    ENGINE.exchange(state, Terms("red", "blue", "1 engine", "2 engine"))
    assert (state.traders["red"].engines, state.traders["blue"].engines) == (5, 4)


def test_no_deal_is_made_with_who_has_left():  # ST-DROP-02
    state = laid()
    ENGINE.leave(state, "green")
    with pytest.raises(Refusal) as refused:
        ENGINE.exchange(state, Terms("red", "green", "2 stellors", "nothing"))
    assert "ST-DROP-02" in refused.value.rules


def test_money_goes_from_one_to_the_other_and_nowhere_else():  # ST-MONEY-02
    state = laid(red={"stellors": 12}, blue={"stellors": 5})
    ENGINE.exchange(state, Terms("red", "blue", "12 stellors", "nothing"))
    assert (state.traders["red"].stellors, state.traders["blue"].stellors) == (0, 17)
