"""Free trade: offers at any time, deals in a Trade phase (SS-TRD, SS-PBM-06)."""

from __future__ import annotations

from typing import Any

from traders.domain.play.commands.interpreter import Speech
from traders.domain.table.course import Course
from traders.engines.stratastar import ENGINE

SEATS = ("red", "blue", "green")


def table(stage: str, options: dict[str, Any] | None = None, **start: Any) -> Course:
    state = ENGINE.position(
        SEATS, options or {}, {"stage": stage, "deck": ["attack"] * 40, **start}
    )
    course = Course(ENGINE, state, chance=lambda chance: 1, timing="stops")
    course.go_on()
    return course


def said(course: Course, seat: str, line: str) -> Any:
    (answer,) = Speech(course, seat).speak(line)
    return answer


def test_an_offer_may_be_made_before_its_trade_phase_and_accepted_in_it():
    course = table(
        "draw", red={"hand": {"build": 5}}, blue={"hand": {"move": 5}}, green={"hand": {"move": 5}}
    )
    assert said(course, "red", "offer blue: 1 build for 1 move").answer == "noted"
    early = said(course, "blue", "accept 1")
    assert (early.answer, early.rules[0]) == ("refused", "SS-PBM-06")
    said(course, "red", "next")
    assert said(course, "blue", "accept 1").answer == "done"
    assert course.state.empires["red"].hand == {"build": 4, "move": 1}


def test_an_offer_lapses_as_its_trade_phase_closes_and_both_are_told():
    course = table("trade", red={"hand": {"build": 2}}, blue={"hand": {"move": 1}})
    said(course, "red", "offer blue: 1 build for 1 move")
    said(course, "red", "next")
    assert list(course.open("offer")) == []
    assert {event.to for event in course.whispers if "lapsed" in event.text} == {
        ("red",),
        ("blue",),
    }
    late = said(course, "blue", "accept 1")
    assert (late.answer, late.rules) == ("refused", ("SS-PBM-06",))
    assert "has lapsed" in late.words


def test_an_offer_made_after_the_trade_phase_is_for_the_next_one():
    course = table(
        "build", red={"hand": {"build": 5}}, blue={"hand": {"move": 5}}, green={"hand": {"move": 5}}
    )
    said(course, "red", "offer blue: 1 build for 1 move")
    said(course, "red", "end")
    assert (course.state.turn.seat, len(list(course.open("offer")))) == ("blue", 1)
    said(course, "blue", "next")
    assert said(course, "blue", "accept 1").answer == "done"
