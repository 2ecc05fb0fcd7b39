"""Free trade: offers at any time, deals in a Trade phase (SS-TRD, SS-PBM-06)."""

from __future__ import annotations

from typing import Any

from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.stratastar import ENGINE

SEATS = ("red", "blue", "green")


def begun(stage: str, options: dict[str, Any] | None = None, **start: Any) -> Table:
    state = ENGINE.position(
        SEATS, options or {}, {"stage": stage, "deck": ["attack"] * 40, **start}
    )
    table = Table(ENGINE, state, chance=lambda chance: 1, timing="stops")
    game_progression.go_on(table)
    return table


def said(table: Table, seat: str, line: str) -> Any:
    (answer,) = Speech(table, seat).speak(line)
    return answer


def test_an_offer_may_be_made_before_its_trade_phase_and_accepted_in_it():
    table = begun(
        "draw", red={"hand": {"build": 5}}, blue={"hand": {"move": 5}}, green={"hand": {"move": 5}}
    )
    assert said(table, "red", "offer blue: 1 build for 1 move").answer == "noted"
    early = said(table, "blue", "accept 1")
    assert (early.answer, early.rules[0]) == ("refused", "SS-PBM-06")
    said(table, "red", "next")
    assert said(table, "blue", "accept 1").answer == "done"
    assert table.state.empires["red"].hand == {"build": 4, "move": 1}


def test_what_a_deal_moved_is_told_once():
    """By the deal, to both; the line that accepted it says no more than that it was done."""
    table = begun("trade", red={"hand": {"build": 2}}, blue={"hand": {"move": 1}})
    said(table, "red", "offer blue: 1 build for 1 move")
    accepted = said(table, "blue", "accept 1")
    assert accepted.words == "Done: accept 1."
    told = [event.text for event in table.moves[-1].events if event.heard_by("blue")]
    assert told == ["Red gives Blue 1 build for 1 move."]


def test_an_offer_lapses_as_its_trade_phase_closes_and_both_are_told():
    table = begun("trade", red={"hand": {"build": 2}}, blue={"hand": {"move": 1}})
    said(table, "red", "offer blue: 1 build for 1 move")
    said(table, "red", "next")
    assert list(table.open("offer")) == []
    assert {event.to for event in table.whispers if "lapsed" in event.text} == {
        ("red",),
        ("blue",),
    }
    late = said(table, "blue", "accept 1")
    assert (late.answer, late.rules) == ("refused", ("SS-PBM-06",))
    assert "has lapsed" in late.words


def test_an_offer_made_after_the_trade_phase_is_for_the_next_one():
    table = begun(
        "build", red={"hand": {"build": 5}}, blue={"hand": {"move": 5}}, green={"hand": {"move": 5}}
    )
    said(table, "red", "offer blue: 1 build for 1 move")
    said(table, "red", "end")
    assert (table.state.turn.seat, len(list(table.open("offer")))) == ("blue", 1)
    said(table, "blue", "next")
    assert said(table, "blue", "accept 1").answer == "done"
