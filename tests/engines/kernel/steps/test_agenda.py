"""The agenda: steps in order, waits, intervals with keys, nesting, striking."""

from dataclasses import dataclass, field

import pytest

from traders.engines.kernel.contract.contract import Chance, Choice, Interval, Turn
from traders.engines.kernel.steps.agenda import (
    Endless,
    Procedures,
    Step,
    StepHandler,
    Waiting,
    put,
    strike,
)


class Say(Step):
    word: str


class Ask(Waiting):
    name: str
    seats: tuple[str, ...] = ("red",)


class Pick(Waiting):
    things: tuple[str, ...]


class Throw(Step):
    pass


class Stand(Step):
    pass


class Loop(Step):
    pass


@dataclass
class Table:
    agenda: list = field(default_factory=list)
    keys: int = 0
    said: list = field(default_factory=list)


def say(table, step, told):
    table.said.append(step.word)


def ask(table, step):
    return Interval(step.key, step.name, "", step.seats, "R-1") if step.seats else None


def pick(table, step):
    return Choice(step.key, "red", "which?", step.things, step.things[0], "R-2")


def picked(table, step, seat, order, told):
    return [Say(order)]


def thrown(table, step, outcome, told):
    return [Say(f"die {outcome}")]


PLAY = Procedures(
    StepHandler(Say, does=say),
    StepHandler(Loop, does=lambda table, step, told: [Loop()]),
    StepHandler(Ask, waits=ask, closes=lambda table, step, told: [Say(f"after {step.name}")]),
    StepHandler(Pick, waits=pick, answers=picked),
    StepHandler(Throw, waits=Chance("die", 6, "a die", "R-3"), takes=thrown),
    StepHandler(Stand, waits=lambda table, step: Turn(("red",), "stage", "R-4")),
)


def table(*steps):
    made = Table()
    put(made, [*steps, Stand()])
    PLAY.run(made, [])
    return made


def test_steps_are_done_in_the_order_of_the_list_until_play_waits():
    made = table(Say("a"), Say("b"), Ask("window"), Say("c"))
    assert made.said == ["a", "b"]
    assert PLAY.pending(made).name == "window"


def test_what_an_interval_closes_with_comes_before_what_followed_it():
    made = table(Ask("window"), Say("c"))
    PLAY.close(made)
    assert made.said == ["after window", "c"]
    assert isinstance(PLAY.pending(made), Turn)


def test_an_interval_in_which_nobody_can_act_is_passed_over():
    made = table(Ask("empty", ()), Say("c"))
    assert made.said == ["after empty", "c"]


def test_a_nested_interval_closes_first_and_the_outer_keeps_its_key():
    made = table(Ask("outer"))
    outer = PLAY.pending(made).key
    put(made, [Ask("inner")])
    PLAY.run(made, [])
    assert PLAY.pending(made).name == "inner"
    assert PLAY.standing(made) == {outer, PLAY.pending(made).key}
    PLAY.close(made)
    assert (PLAY.pending(made).name, PLAY.pending(made).key) == ("outer", outer)


def test_keys_are_never_used_again():
    made = table(Ask("one"), Ask("two"))
    first = PLAY.pending(made).key
    PLAY.close(made)
    assert PLAY.pending(made).key > first
    assert PLAY.standing(made) == {PLAY.pending(made).key}


def test_an_interval_not_yet_reached_has_no_key():
    made = table(Ask("one"), Ask("two"))
    assert len(PLAY.standing(made)) == 1


def test_striking_ends_a_procedure_early():
    made = table(Ask("window"), Say("a"), Throw(), Say("b"))
    strike(made, Throw)
    PLAY.run(made, [])
    assert made.said == ["b"]
    with pytest.raises(LookupError):
        strike(made, Throw)


def test_chance_must_fit_what_was_asked_for():
    made = table(Throw())
    for outcome in (0, 7, [1]):
        with pytest.raises(ValueError, match="does not show"):
            PLAY.happen(made, outcome)
    PLAY.happen(made, 6)
    assert made.said == ["die 6"]
    with pytest.raises(LookupError):
        PLAY.happen(made, 6)


def test_an_answer_puts_what_follows_in_the_place_of_the_choice():
    made = table(Pick(("x", "y")), Say("c"))
    PLAY.answer(made, "red", "y")
    assert made.said == ["y", "c"]


def test_only_an_interval_is_closed():
    with pytest.raises(LookupError):
        PLAY.close(table(Pick(("x",))))


def test_a_procedure_that_never_waits_is_a_fault():
    with pytest.raises(Endless):
        table(Loop())
