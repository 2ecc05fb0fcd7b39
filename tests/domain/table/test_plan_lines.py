"""Plans: for this turn or the next, with lines that are passed over and lines that stand for others
(PR-STANDING-04).
"""

from __future__ import annotations

from random import Random

import pytest

from tests.domain.deadlines.skiff import ENGINE as SKIFF
from tests.domain.road import Road
from traders.bots.registry import bots
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression, plan_lines
from traders.domain.table.sealed_note_as_typed import as_typed
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Chance, Turn
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_named

SEATS = ("red", "blue")


def quick(**more) -> Road:
    """Nobody is waited for in intervals; red has the turn, then blue, then green."""
    return Road([3, 3, 3, 3, 3, 3], timing="sealed", **more)


def planned(road: Road, seat: str) -> list[str]:
    """The lines of a seat's plan that are still to come."""
    return [as_typed(said) for said in road.table.open("plan", seat)]


def sources(road: Road) -> list[str]:
    """Seat and source of every order that was carried out."""
    return [f"{move.seat} {move.source}" for move in road.table.moves if move.kind == "order"]


# --- for the next turn ----------------------------------------------------------------------------


def test_a_plan_sent_in_another_s_turn_begins_with_one_s_own():
    road = quick()
    assert (
        road.line("green", "plan\nroll\nend plan").words
        == "Kept as a plan: it is carried out when your next turn comes."
    )
    road.says("blue", "plan\nroll\nend plan")
    assert road.orders == []
    road.says("red", "roll")  # which changes what they see
    assert road.orders == ["red roll", "blue roll", "green roll"]
    assert road.table.waiting() == ("red",)
    assert road.table.stopped_plans == {}


def test_it_stops_like_any_other_once_it_has_begun():
    road = Road([3, 3, 3], shoves={"red": 2, "blue": 0, "green": 0})
    road.says("blue", "plan\nroll\nend\nend plan")
    road.says("red", "roll\nshove up\npass")
    road.says("red", "pass")
    assert road.orders[:3] == ["red roll", "red shove up", "blue roll"]
    assert planned(road, "blue") == ["end"]
    road.says("red", "shove down\npass")
    assert road.table.stopped_plans == {"blue": ["red shoves the die to 2.", "end"]}


def test_a_newer_one_replaces_it_and_forget_plan_ends_it():
    road = quick()
    road.says("blue", "plan\nroll\nend plan")
    road.says("blue", "plan\nend\nend plan")
    assert planned(road, "blue") == ["end"]
    road.says("blue", "forget plan")
    road.says("red", "roll")
    assert road.table.waiting() == ("blue",)


def test_a_choice_in_another_s_turn_does_not_begin_it():
    road = Road(engine=SKIFF, start={})
    road.says("blue", "plan\nend\nend plan")
    road.says("red", "ask blue")
    assert (road.table.waiting(), planned(road, "blue")) == (("blue",), ["end"])
    game_progression.fall_due(road.table, road.table.pending().key)
    road.says("red", "end")
    assert road.orders[-1] == "blue end"


class Box:
    """Chance that falls alike for all tables that have thrown as often."""

    def __init__(self, thrown: int = 0) -> None:
        self.thrown = thrown

    def __call__(self, chance: Chance) -> int | list[int]:
        self.thrown += 1
        box = Random(self.thrown)
        return (
            box.sample(range(1, chance.sides + 1), chance.sides)
            if chance.kind == "shuffle"
            else box.randint(1, chance.sides)
        )


def bot_says(table: Table, seed: int) -> tuple[str, str]:
    """The next who is waited for writes what a bot would."""
    seat = table.waiting()[0]
    said = bots(table.engine.name).bot(
        table.engine.view(table.state, seat), table.pending(), table.menu(seat), seed
    )
    Speech(table, seat).speak(said)
    return seat, said


@pytest.mark.parametrize(
    "end", [" pass through", "\npass through"], ids=["in the line", "below it"]
)
def test_who_passes_through_a_plan_for_the_next_turn_passes_in_that_turn_alone(end):
    road = Road([3, 3], shoves={"red": 0, "blue": 1, "green": 0})
    assert road.line("blue", f"plan\nroll{end}\nend plan").answer == "planned"
    road.says("red", "roll")
    assert (road.interval, road.table.waiting()) == ("shove", ("blue",))
    road.says("blue", "pass")
    assert road.orders == ["red roll", "blue roll"]
    assert road.table.waiting() == ("green",)


@pytest.mark.parametrize("system", ENGINES)
def test_in_every_system_it_begins_before_anybody_is_asked(system):
    """What blue may order next is found on a copy of the game; sent ahead, it is made as soon as
    play comes to blue.
    """
    engine, box = engine_named(system), Box()
    table = Table(engine, engine.setup(SEATS, {}), chance=box, timing="sealed")
    game_progression.go_on(table)
    for seed in range(200):
        if isinstance(table.pending(), Turn) and table.waiting() == ("red",):
            trial = Table(engine, engine.copy(table.state), chance=Box(box.thrown), timing="sealed")
            told = []
            while trial.waiting() == ("red",):
                told.append(bot_says(trial, seed)[1])
            if isinstance(trial.pending(), Turn):
                break
        bot_says(table, seed)
    assert trial.waiting() == ("blue",)
    ahead = next(offer.order for offer in trial.menu("blue") if not offer.blanks)
    assert Speech(table, "blue").speak(f"plan\n{ahead}\nend plan")[0].answer == "planned"
    before = len(table.moves)
    for lines in told:
        Speech(table, "red").speak(lines)
    orders = [
        (move.seat, move.source, move.text) for move in table.moves[before:] if move.kind == "order"
    ]
    assert {seat for seat, _, _ in orders[:-1]} == {"red"}
    assert orders[-1] == ("blue", "plan", engine.write(engine.read(trial.state, "blue", ahead)))


def test_where_all_order_a_round_at_once_it_answers_the_next_round():
    """IT-PBM-03: who has answered already plans the next round; who has not, this one."""
    engine = engine_named("imperial-trader")
    table = Table(
        engine, engine.position(SEATS, {"rounds_at_once": True}, {}), chance=Box(), timing="sealed"
    )
    game_progression.go_on(table)
    first, second = "round: deal", "round: fly cinderfall"
    [sealed] = Speech(table, "blue").speak(f"plan\n{first}\nend plan")
    assert (sealed.answer, sealed.words) == ("kept", "Kept secret until all have answered.")
    assert table.waiting() == ("red",)
    assert (
        "when your next turn comes"
        in Speech(table, "blue").speak(f"plan\n{second}\nend plan")[0].words
    )
    key = table.pending().key
    Speech(table, "red").speak(first)
    assert table.pending().key != key
    assert table.waiting() == ("red",)
    assert [said.text for said in table.open("answer", "blue", table.pending().key)] == [second]


# --- lines that are passed over -------------------------------------------------------------------


def test_a_line_whose_condition_does_not_hold_is_passed_over():
    road = quick()
    road.says("red", "plan\nend if the die shows 6\nroll if my turn\nend plan")
    assert road.orders == ["red roll"]


@pytest.mark.parametrize("form", ["plan\n{}\nend plan", "{}"], ids=["plan", "letter"])
@pytest.mark.parametrize(
    ("lines", "done"),
    [
        ("shove up\notherwise end", ["red end"]),
        ("shove up\notherwise shove down\notherwise end", ["red end"]),
        ("end if the die shows 6\notherwise roll", ["red roll"]),
        ("end if the die shows 6\notherwise end if the die shows 6\notherwise roll", ["red roll"]),
        ("end\notherwise roll", ["red end"]),
        ("end\notherwise end\notherwise roll", ["red end"]),
        ("end if my turn\notherwise: roll", ["red end"]),
    ],
)
def test_otherwise_stands_for_the_line_above_it(lines, done, form):
    road = Road([3, 3, 3], timing="sealed", shoves=0)
    told = road.says("red", form.format(lines))
    assert road.orders == done
    assert not any(line.answer in ("refused", "returned") for line in told)
    assert planned(road, "red") == []


def test_a_letter_is_told_why_a_line_gave_way():
    road = Road([3], shoves=0)
    told = road.says("red", "shove up\notherwise roll")
    assert [(line.answer, line.rules) for line in told] == [
        ("noted", ("TO-SHOVE-02",)),
        ("done", ()),
    ]
    assert told[0].words == "Could not be done: No die lies on the road."


@pytest.mark.parametrize("form", ["plan\n{}\nend plan", "{}"], ids=["plan", "letter"])
@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("shove up if possible\nroll", "No die lies on the road."),
        ("end if the die shows 6\nroll", "`the die shows 6` does not hold now."),
        ("roll\notherwise end", "The line above was carried out."),
    ],
)
def test_a_line_that_is_passed_over_says_why_as_a_refusal_would(lines, why, form):
    road = Road([3], shoves=0)
    told = road.says("red", form.format(lines))
    over = next(line for line in told if line.answer == "noted")
    assert over.words == f"Passed over: {why}"
    refused = Road([3], shoves=0).says("red", "shove up")[0]
    assert over.rules == (refused.rules if why == refused.words else ())


@pytest.mark.parametrize(
    "letter",
    [
        "otherwise roll",
        "plan\notherwise roll\nend plan",
        "roll if it rains",
        "plan\nroll if it rains\nend plan",
    ],
)
def test_what_cannot_be_read_is_refused_at_once(letter):
    road = Road([3])
    assert road.says("red", letter)[0].kind == "unreadable"
    assert road.orders == []


def test_nothing_stands_for_a_line_that_cannot_be_read():
    road = Road([3])
    assert [line.answer for line in road.says("red", "rol\notherwise roll")] == [
        "refused",
        "returned",
    ]


def test_what_stands_for_a_line_that_waits_waits_with_it():
    road = Road([3, 3])
    assert [line.answer for line in road.says("red", "roll\nroll\notherwise end")] == [
        "done",
        "planned",
        "planned",
    ]
    assert planned(road, "red") == ["roll", "otherwise end"]


def test_a_plan_stops_where_a_line_cannot_be_carried_out():  # PR-STANDING-04
    road = Road(engine=SKIFF, start={})
    road.says("red", "plan\njump\nzap\nend\nend plan")
    for seat in ("blue", "green") * 2:
        road.says(seat, "pass")
    assert road.orders == ["red jump"]
    assert road.table.stopped_plans == {"red": ["Not now. (SK-1)", "zap", "end"]}


def test_what_stopped_can_be_sent_again_as_it_was():
    road = Road([3], shoves=0)
    road.says("blue", "plan\nshove up\nroll if my turn\notherwise end\nend plan")
    road.says("red", "end")
    assert road.table.stopped_plans == {
        "blue": [
            "No die lies on the road. (TO-SHOVE-02)",
            "shove up",
            "roll if my turn",
            "otherwise end",
        ]
    }


@pytest.mark.parametrize(
    "line",
    [
        "otherwise: repair 2",
        "otherwise repair 2",
        "if arrived: deal",
        "round: deal; if arrived: deal; otherwise: deal",
    ],
)
def test_a_game_s_own_words_stay_its_own(line):
    """IT-PBM-02: Imperial Trader has an `if` and an `otherwise`, which say what follows on the
    first action's result.
    """
    engine = engine_named("imperial-trader")
    table = Table(
        engine, engine.position(SEATS, {"rounds_at_once": "round" in line}, {}), chance=Box()
    )
    assert plan_lines.taken_apart(table, "red", line) == plan_lines.PlanLine(line)


@pytest.mark.parametrize("form", ["plan\n{}\nend plan", "{}"], ids=["plan", "letter"])
@pytest.mark.parametrize(
    ("lines", "made"),
    [
        ("load grain to ferrum vale\notherwise: deal", ["deal"]),
        ("load grain to ferrum vale\notherwise deal", ["deal"]),
        ("load grain to ferrum vale if possible\notherwise: deal", ["deal"]),
        ("load grain to ferrum vale\notherwise: load pilgrims to carthax\notherwise deal", []),
        ("deal\notherwise: fly ferrum vale\nend", ["deal", "end"]),
        (
            "deal\nif arrived: deal\notherwise: deal",
            ["deal", "if arrived: deal", "otherwise: deal"],
        ),
    ],
)
def test_otherwise_means_one_thing_where_a_game_has_such_an_order_itself(lines, made, form):
    """PR-STANDING-04, IT-PBM-02: the line above was not done, by its own `if` or otherwise."""
    engine = engine_named("imperial-trader")
    table = Table(engine, engine.position(SEATS, {}, {}), chance=Box(), timing="sealed")
    game_progression.go_on(table)
    told = Speech(table, "red").speak(form.format(lines))
    refused = [line for line in told if line.answer in ("refused", "returned")]
    assert bool(refused) == (made == [])
    assert [move.text for move in table.moves if move.kind == "order"] == made
    over = [
        line.words for line in told if line.words == "Passed over: The line above was carried out."
    ]
    assert len(over) == (made[-1:] == ["end"])
