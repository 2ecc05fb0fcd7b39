"""How play goes on round a table: who goes first, what waits, what comes home (PR-PRIORITY,
PR-INTERVAL, PR-STANDING, PR-SEALED)."""

from __future__ import annotations

import pytest

from tests.domain.deadlines.skiff import ENGINE as SKIFF
from tests.domain.road import SEATS, Road
from traders.domain.table import game_progression
from traders.domain.table.table_data_types import Patience


def skiff(**more) -> Road:
    return Road(engine=SKIFF, start=more.pop("start", {}), **more)


# --- who goes first -------------------------------------------------------------------------------


def gathered(road: Road, *lines: tuple[str, str]) -> list[str]:
    """Reactions said in that order; what was carried out when all had passed."""
    assert {road.line(seat, text).answer for seat, text in lines} <= {"kept", "noted", "opened"}
    road.all_pass()
    return road.orders[1:]


def test_reactions_are_carried_out_in_turn_order_whenever_they_came():  # PR-PRIORITY-01
    road = Road([3])
    road.says("red", "roll")
    done = gathered(road, ("green", "shove up"), ("blue", "shove down"), ("red", "shove up"))
    assert done == ["red shove up", "blue shove down", "green shove up"]


def test_turn_order_begins_with_the_seat_on_turn():  # PR-PRIORITY-01
    road = Road([3])
    road.says("red", "end")
    road.says("blue", "roll")
    done = gathered(road, ("red", "shove up"), ("green", "shove up"), ("blue", "shove up"))
    assert done[1:] == ["blue shove up", "green shove up", "red shove up"]


def test_nothing_gathered_is_carried_out_before_the_interval_closes():  # PR-PRIORITY-01
    road = Road([3])
    road.says("red", "roll")
    road.says("blue", "shove up")
    assert road.orders == ["red roll"]
    assert road.table.state.die == 3


def test_by_arrival_each_is_carried_out_as_it_is_taken():  # PR-PRIORITY-01
    road = Road([3], gather="arrival")
    road.says("red", "roll")
    road.says("green", "shove up")
    assert road.orders == ["red roll", "green shove up"]
    road.says("blue", "shove down")
    assert road.orders == ["red roll", "green shove up", "blue shove down"]
    assert road.interval == "shove"


@pytest.mark.parametrize(
    ("blue", "green", "first"),
    [
        ("green, blue", "green, blue", "green"),
        ("green, blue", "blue, green", "blue"),
        ("green, blue", "", "blue"),
        ("green, red", "green, red", "blue"),
    ],
    ids=["all-agree", "they-differ", "one-says-nothing", "one-who-reacted-is-not-named"],
)
def test_an_order_that_all_who_react_agree_on_stands(blue, green, first):  # PR-PRIORITY-02
    road = Road([3])
    road.says("red", "roll")
    said = [
        ("blue", "shove up"),
        ("green", "shove up"),
        ("blue", f"agree {blue}"),
        *([("green", f"agree {green}")] if green else []),
    ]
    assert gathered(road, *said)[0] == f"{first} shove up"


def test_seats_that_do_not_react_need_not_agree():  # PR-PRIORITY-02
    road = Road([3])
    road.says("red", "roll")
    said = [
        (seat, text)
        for seat in ("blue", "green")
        for text in ("shove up", "agree green, red, blue")
    ]
    assert gathered(road, *said) == ["green shove up", "blue shove up"]


def test_a_reaction_that_the_ones_before_made_pointless_goes_home_unseen():  # PR-PRIORITY-03
    road = Road([6])
    road.says("red", "roll")
    done = gathered(road, ("blue", "shove down"), ("green", "shove up when the die shows 6"))
    assert done == ["blue shove down"]
    assert road.table.home == {"green": ["shove up"]}
    assert road.table.state.hands["green"] == ["plain"]


def test_a_reaction_whose_condition_came_to_hold_is_carried_out():  # PR-PRIORITY-03
    road = Road([5])
    road.says("red", "roll")
    assert gathered(road, ("blue", "shove up"), ("green", "shove down when the die shows 6")) == [
        "blue shove up",
        "green shove down",
    ]
    assert road.table.home == {}


def test_after_a_change_the_interval_opens_once_more():  # PR-PRIORITY-04
    road = Road([3], shoves=2)
    road.says("red", "roll")
    assert gathered(road, ("blue", "shove up")) == ["blue shove up"]
    assert road.interval == "shove"
    assert gathered(road, ("green", "shove up")) == ["blue shove up", "green shove up"]
    assert road.interval == "shove"
    road.all_pass()
    assert road.interval == ""
    assert road.table.state.gains == [5]


def test_a_round_in_which_nothing_was_done_closes_it():  # PR-PRIORITY-04
    road = Road([6], shoves=2)
    road.says("red", "roll")
    gathered(road, ("blue", "shove down when my turn"))
    assert road.table.home == {"blue": ["shove down"]}
    assert road.interval == ""


# --- what waits -----------------------------------------------------------------------------------


def test_an_interval_closes_when_all_have_passed():  # PR-INTERVAL-03
    road = Road([3])
    road.says("red", "roll")
    for seat in ("red", "green"):
        road.says(seat, "pass")
    assert road.table.waiting() == ("blue",)
    road.says("blue", "pass")
    assert road.closed_by == ["passes"]


def test_at_the_deadline_silence_passes_and_what_was_gathered_is_carried_out():  # PR-INTERVAL-03
    road = Road([3])
    road.says("red", "roll")
    road.says("blue", "shove up")
    assert game_progression.fall_due(road.table, 1)
    assert road.orders == ["red roll", "blue shove up"]
    assert game_progression.fall_due(road.table, 1)  # of the round that the shove opened
    assert road.closed_by == ["deadline"]
    assert not game_progression.fall_due(road.table, 1)


def test_a_seat_that_holds_nothing_is_asked_where_public_facts_say_so():  # PR-INTERVAL-04
    road = skiff()
    road.says("red", "jump")
    assert road.table.pending().seats == ("blue", "green")
    assert road.table.waiting() == ("blue", "green")


def test_all_have_passed_but_it_does_not_close_before_its_shortest_time():  # PR-INTERVAL-05
    over = False
    road = Road([3], patience=Patience(floor_over=lambda key: over))
    road.says("red", "roll")
    road.all_pass()
    assert road.interval == "shove"
    over = True
    game_progression.go_on(road.table)
    assert road.interval == ""


@pytest.mark.parametrize(
    ("timing", "stop", "waits"),
    [("stops", 0, 0), ("stops", 1, 1), ("table", 0, 1), ("sealed", 0, 0), ("sealed", 1, 0)],
)
def test_what_holds_an_interval_open(timing, stop, waits):  # PR-INTERVAL-06
    road = Road([3], timing=timing)
    if stop:
        road.says("blue", "stop at shove")
    road.says("red", "roll")
    assert bool(road.interval) == bool(waits)
    assert road.closed_by == ([] if waits else ["timing"])


@pytest.mark.parametrize(("die", "waits"), [(6, True), (5, False)])
def test_a_stop_with_a_condition_holds_where_it_is_met(die, waits):  # PR-INTERVAL-06
    road = Road([die], timing="stops")
    road.says("blue", "stop at shove when the die shows 6")
    road.says("red", "roll")
    assert bool(road.interval) == waits


def test_a_critical_interval_waits_under_stops():  # PR-INTERVAL-06
    road = skiff(timing="stops", start={"critical": True})
    road.says("red", "jump")
    assert road.interval == "quarantine"


def test_a_reaction_carried_out_makes_it_wait():  # PR-INTERVAL-06
    road = Road([6], timing="stops", shoves=2)
    road.says("blue", "when the die shows 6: shove down")
    road.says("red", "roll")
    assert road.orders == ["red roll", "blue shove down"]
    assert road.interval == "shove"


@pytest.mark.parametrize("timing", ["stops", "table", "sealed"])
def test_a_question_waits_under_every_timing(timing):  # PR-INTERVAL-06
    road = skiff(timing=timing)
    road.says("red", "bid")
    assert road.table.waiting() == SEATS


@pytest.mark.parametrize(
    ("stop", "waited_for"), [("", ("red", "green")), ("stop at shove", ("red", "blue", "green"))]
)
def test_a_standing_pass_passes_and_a_stop_beats_it(stop, waited_for):  # PR-INTERVAL-06
    road = Road([3])
    road.says("blue", f"pass until my turn\n{stop}")
    road.says("green", "stop at shove")  # every window waits for it without that
    road.says("red", "roll")
    assert road.table.waiting() == waited_for
    assert road.table.stops_at(road.table.pending()) == ({"blue": "shove"} if stop else {})


def test_a_standing_pass_is_over_at_its_seats_turn():
    road = Road([3])
    road.says("blue", "pass until my turn")
    road.says("red", "end")
    road.says("blue", "roll")
    assert "blue" in road.table.waiting()


def test_an_answer_opens_an_interval_inside_the_first_and_closes_before_it():  # PR-INTERVAL-08
    road = skiff()
    road.says("red", "jump")
    road.says("blue", "gotcha red")
    road.says("blue", "pass")
    road.says("green", "pass")
    assert road.interval == "calamity"
    road.says("red", "pass")
    assert road.interval == "quarantine"


def test_a_stop_holds_nothing_for_an_empty_purse_unless_attacked():  # PR-INTERVAL-09
    for patience, waits in ((Patience(), "shove"), (Patience(penniless=frozenset({"blue"})), "")):
        road = Road([3], timing="stops", patience=patience)
        road.says("blue", "stop at shove")
        road.says("red", "roll")
        assert road.interval == waits
    road = skiff(timing="stops", patience=Patience(penniless=frozenset({"red"})))
    road.says("red", "stop at calamity")
    road.says("green", "stop at quarantine")
    road.says("red", "jump")
    road.says("blue", "gotcha red\npass")
    road.says("green", "pass")
    assert road.interval == "calamity"


# --- sealed ---------------------------------------------------------------------------------------


def test_sealed_choices_are_revealed_together_when_the_last_is_in():  # PR-SEALED-01
    road = skiff()
    road.says("red", "bid")
    road.says("green", "zap 3")
    road.says("blue", "zap 2")
    assert road.orders == ["red bid"]
    road.says("red", "zap 1")
    assert road.orders == ["red bid", "red zap 1", "blue zap 2", "green zap 3"]
    assert road.interval == ""


def test_a_sealed_choice_is_replaced_until_the_reveal():  # PR-SEALED-02
    road = skiff()
    road.says("red", "bid")
    for seat, text in (("blue", "zap 2"), ("blue", "zap 4"), ("red", "zap 1")):
        assert road.line(seat, text).answer == "kept"
    assert road.line("green", "zap 3").answer == "opened"
    assert road.orders == ["red bid", "red zap 1", "blue zap 4", "green zap 3"]


def test_at_the_deadline_who_sent_none_has_committed_nothing():  # PR-SEALED-01, PR-SEALED-03
    road = skiff()
    road.says("red", "bid")
    road.says("blue", "zap 2")
    game_progression.fall_due(road.table, road.table.pending().key)
    assert road.orders == ["red bid", "blue zap 2"]
    assert road.interval == ""


# --- standing orders and plans --------------------------------------------------------------------


# PR-STANDING-01, PR-STANDING-02
def test_a_standing_order_is_made_when_its_condition_is_met_and_once():
    road = Road([5, 6, 6], timing="sealed", shoves={"green": 3})
    road.says("green", "when the die shows 6: shove down")
    for seat in SEATS:
        road.says(seat, "roll")
    assert road.orders == ["red roll", "blue roll", "green shove down", "green roll"]
    assert road.table.state.gains == [5, 5, 6]


def test_always_makes_it_once_on_each_occasion():  # PR-STANDING-02
    road = Road([6, 6], timing="sealed", shoves={"green": 3})
    road.says("green", "when the die shows 6: shove up always")
    road.says("red", "roll")
    road.says("blue", "roll")
    assert road.orders == ["red roll", "green shove up", "blue roll", "green shove up"]


def test_the_newest_that_fits_is_used():  # PR-STANDING-02
    road = Road([6], timing="sealed", shoves={"green": 1})
    for text in (
        "when the die shows 6: shove down",
        "when the die shows 6: shove up",
        "when my turn: shove down",
    ):
        road.says("green", text)
    road.says("red", "roll")
    assert road.orders == ["red roll", "green shove up"]


def test_a_letter_replaces_what_a_standing_order_would_do():  # PR-STANDING-03
    road = Road([6], shoves={"blue": 1, "green": 1})
    road.says("green", "when the die shows 6: shove down")
    road.says("red", "roll")
    road.says("green", "shove up\npass")
    road.says("blue", "pass")
    assert road.orders == ["red roll", "green shove up"]
    assert len(list(road.table.open("standing", "green"))) == 1  # it was not used


def test_a_pass_by_letter_replaces_it_too():  # PR-STANDING-03
    road = Road([6], shoves={"blue": 1, "green": 1})
    road.says("green", "when the die shows 6: shove down")
    road.says("red", "roll")
    road.says("green", "pass")
    road.says("blue", "pass")
    assert road.orders == ["red roll"]


def test_a_plan_is_carried_out_as_intervals_close():  # PR-STANDING-04
    road = skiff()
    road.says("red", "plan\njump\nlurk\nend\nend plan")
    assert road.orders == ["red jump"]
    for _ in ("quarantine", "zap"):
        road.says("blue", "pass")
        road.says("green", "pass")
    assert (road.orders, road.interval) == (["red jump", "red lurk"], "ambush")
    road.says("red", "pass")
    assert road.orders == ["red jump", "red lurk", "red end"]


def test_a_plan_stops_when_a_reaction_changed_what_its_player_sees():  # PR-STANDING-04
    road = skiff()
    road.says("red", "plan\njump\nend\nend plan")
    road.says("blue", "zap\npass")
    road.says("green", "pass")
    assert road.table.stopped_plans == {"red": ["blue: zap", "end"]}
    game_progression.fall_due(road.table, road.table.pending().key)
    assert "red end" not in road.orders


def test_a_new_plan_replaces_the_old():  # PR-STANDING-04
    road = skiff()
    road.says("blue", "plan\njump\nend plan")
    road.says("blue", "plan\nlurk\nend plan")
    assert [said.text for said in road.table.open("plan", "blue")] == ["lurk"]


def test_what_a_standing_order_does_looks_like_any_reaction():  # PR-STANDING-05
    by = {}
    for said in ("letter", "standing"):
        road = Road([6], shoves={"green": 1})
        if said == "standing":
            road.says("green", "when the die shows 6: shove down")
        road.says("red", "roll")
        if said == "letter":
            road.says("green", "shove down")
        road.says("green", "pass")
        by[said] = [(m.seat, m.public, m.source) for m in road.table.moves]
    assert by["standing"][:2] == by["letter"][:2]


def test_the_turn_clock_leaves_everything_optional_undone():  # PR-TURN-04
    road = skiff()
    game_progression.end_turn(road.table, ("red",), 2)
    assert road.orders == []  # another turn than that which runs
    game_progression.end_turn(road.table, ("red",), 1)
    assert [(m.seat, m.source) for m in road.table.moves] == [("red", "deadline")]
