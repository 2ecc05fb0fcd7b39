"""Wishes: what a seat may say in every game (ORDERS.md, "In every game")."""

from __future__ import annotations

import pytest

from tests.domain.deadlines.skiff import ENGINE as SKIFF
from tests.domain.road import Road
from traders.models import SealedKind


def rolled(**more) -> Road:
    """A die lies on the road and those who hold a Shove are asked."""
    road = Road([3, 3], **more)
    road.says("red", "roll")
    return road


def test_pass_names_what_is_kept_before_it():  # PR-INTERVAL-03
    road = rolled()
    road.says("blue", "shove up")
    assert "shove up" in road.line("blue", "pass").words


@pytest.mark.parametrize(
    ("seat", "moment", "words"),
    [("blue", "i9", "closed already"), ("green", "", "not asked"), ("blue", "i1", "You pass")],
)
def test_a_pass_says_what_it_did(seat, moment, words):  # PR-INTERVAL-03
    road = rolled(shoves={"red": 1, "blue": 1})
    assert words in road.line(seat, "pass", moment).words


def test_a_reaction_is_a_pass():  # PR-INTERVAL-03
    road = rolled()
    road.says("blue", "shove up")
    assert "blue" not in road.table.waiting()


def test_below_more_a_reaction_is_no_pass_and_takes_an_earlier_one_back():  # PR-INTERVAL-03
    road = rolled()
    road.says("blue", "pass")
    road.says("blue", "shove up\nmore")
    assert "blue" in road.table.waiting()
    road.says("blue", "pass")
    assert "blue" not in road.table.waiting()
    assert road.line("blue", "more").words.startswith("You have not passed")
    assert "blue" in road.table.waiting()


def test_undo_takes_the_reaction_and_its_pass_back():  # PR-INTERVAL-03, PR-BACKUP-03
    road = rolled()
    road.says("blue", "shove up")
    road.says("blue", "undo")
    assert "blue" in road.table.waiting()
    assert not list(road.table.open(SealedKind.REACTION, "blue"))


def test_where_no_window_is_open_more_means_nothing():
    assert Road(shoves=0).line("blue", "more").words.startswith("No window waits for you now")


def test_each_seat_may_ask_for_time_once():  # PR-INTERVAL-07
    road = rolled()
    assert road.line("blue", "hold").answer == "noted"
    again = road.line("blue", "hold")
    assert (again.answer, again.rules) == ("refused", ("PR-INTERVAL-07",))
    assert road.line("green", "hold").answer == "noted"


def test_time_is_asked_for_in_an_interval_only():  # PR-INTERVAL-07
    named = Road().line("blue", "hold until tomorrow")
    assert (named.answer, named.instead) == ("refused", ("hold",))
    assert "`hold` stands alone" in named.words
    assert Road(shoves=0).line("blue", "hold").rules == ("PR-INTERVAL-07",)


def test_who_is_not_asked_cannot_ask_for_time():  # PR-INTERVAL-07
    assert rolled(shoves={"blue": 1}).line("green", "hold").rules == ("PR-INTERVAL-07",)


@pytest.mark.parametrize("named", ["pink, blue", "blue, blue", ","])
def test_an_agreement_names_seats_each_once(named):  # PR-PRIORITY-02
    assert rolled().line("blue", f"agree {named}").kind == "unreadable"


def test_a_newer_agreement_replaces_the_older():  # PR-PRIORITY-02
    road = rolled()
    road.says("blue", "agree blue, green")
    road.says("blue", "agree green, blue")
    assert [said.text for said in road.table.open("agree", "blue")] == ["green, blue"]


def test_standing_orders_are_numbered_by_seat_and_dropped_by_number():  # PR-STANDING-05
    road = Road()
    road.says("green", "when my turn: roll")
    assert "Standing order 1 kept" in road.line("blue", "when the die shows 6: shove up").words
    assert (
        "Standing order 2 kept"
        in road.line("blue", "when the die shows 6: shove down always").words
    )
    refused = road.line("blue", "forget 3")
    assert (refused.kind, list(refused.instead)) == ("unreadable", ["forget 1", "forget 2"])
    road.says("blue", "forget 1")
    assert [said.text for said in road.table.open("standing", "blue")] == ["shove down"]
    road.says("blue", "forget all")
    assert not any(road.table.open("standing", "blue"))
    assert len(list(road.table.open("standing", "green"))) == 1


@pytest.mark.parametrize("text", ["when roll", "when it rains: roll", "when my turn: dance"])
def test_a_standing_order_that_cannot_be_read_is_refused(text):
    road = Road()
    assert road.line("blue", text).kind == "unreadable"
    assert road.table.said == []


@pytest.mark.parametrize(("name", "kind"), [("dinner", "unreadable"), ("", "unreadable")])
def test_a_stop_names_an_interval_of_the_game(name, kind):  # PR-INTERVAL-06
    line = Road().line("blue", f"stop at {name}")
    assert (line.answer, line.kind) == ("refused", kind)


def test_a_part_of_a_name_that_fits_one_interval_is_enough():
    road = Road(engine=SKIFF, start={})
    road.says("blue", "stop at quar")
    assert [said.text for said in road.table.open("stop", "blue")] == ["quarantine"]


def test_a_part_that_fits_two_is_refused_with_both():
    line = Road(engine=SKIFF, start={}).line("blue", "stop at a")
    assert (line.kind, line.instead) == ("ambiguous", ("stop at ambush", "stop at auction"))


def test_a_stop_is_kept_once_and_dropped():  # PR-INTERVAL-06
    road = Road()
    for _ in range(2):
        road.says("blue", "stop at shove")
    assert len(list(road.table.open("stop", "blue"))) == 1
    assert "No stop at shove any more" in road.line("blue", "no stop at shove").words
    assert "You had no stop" in road.line("blue", "no stop at shove").words


def test_a_stop_is_dropped_as_it_was_written():  # PR-INTERVAL-06
    road = Road()
    road.says("blue", "stop at shove")
    kept = road.line("blue", "stop at shove when my turn").words
    assert kept == (
        "I will ask you at every Shove window when my turn; `no stop at shove when my turn` ends "
        "that."
    )
    assert (
        "Yours: stop at shove; stop at shove when my turn."
        in road.line("blue", "no stop at shove when the die shows 6").words
    )
    assert road.line("blue", "no stop at shove when my turn").answer == "noted"
    assert [said.condition for said in road.table.open("stop", "blue")] == [""]


def test_a_stop_without_its_condition_drops_all_of_that_name():  # PR-INTERVAL-06
    road = Road()
    road.says("blue", "stop at shove")
    road.says("blue", "stop at shove when my turn")
    road.says("blue", "no stop at shove")
    assert list(road.table.open("stop", "blue")) == []


def test_what_is_possible_instead_of_no_stop_drops_a_stop():
    assert Road(engine=SKIFF, start={}).line("blue", "no stop at a").instead == (
        "no stop at ambush",
        "no stop at auction",
    )


def test_pass_through_passes_in_the_intervals_of_the_seats_own_order():
    road = Road([3, 3])
    assert road.line("red", "roll pass through").answer == "done"
    assert road.table.waiting() == ("blue", "green")
    for seat in ("blue", "green"):
        road.says(seat, "pass")
    for seat in ("blue", "green"):
        road.says(seat, "end")
    road.says("red", "roll")
    assert road.table.waiting() == ("red", "blue", "green")  # it was for the first roll


def test_pass_until_a_condition_holds_while_it_is_not_met():
    road = Road([3])
    road.says("blue", "pass until the die shows 6")
    road.says("red", "roll")
    assert road.table.waiting() == ("red", "green")


def test_pass_until_a_condition_is_over_when_it_is_met():
    road = Road([6])
    road.says("blue", "pass until the die shows 6")
    road.says("red", "roll")
    assert road.table.waiting() == ("red", "blue", "green")


def test_a_reaction_is_taken_back_before_it_is_carried_out():  # PR-BACKUP-03
    road = rolled()
    road.says("blue", "shove up\npass")
    assert road.line("blue", "undo").words == "You took back `shove up`."
    assert "blue" in road.table.waiting()
    road.all_pass()
    assert road.orders == ["red roll"]


def test_a_pass_is_taken_back_while_another_is_waited_for():  # PR-BACKUP-03, PR-INTERVAL-03
    road = rolled()
    road.says("blue", "pass")
    assert road.table.waiting() == ("red", "green")
    assert road.line("blue", "undo").words == "You took back `pass`."
    assert road.table.waiting() == ("red", "blue", "green")
    road.says("blue", "shove up\npass")
    road.says("green", "pass")
    road.says("red", "pass")
    assert "blue shove up" in road.orders


def test_who_ordered_takes_back_the_pass_first_and_then_nothing_that_was_thrown():
    """PR-BACKUP-03: its own order stands before the die."""
    road = rolled()
    road.says("red", "pass")
    assert road.line("red", "undo").words == "You took back `pass`."
    assert road.line("red", "undo").answer == "refused"


@pytest.mark.parametrize("hidden", ["", "pass", "shove up", "shove up\npass", "hold"])
@pytest.mark.parametrize("own", ["", "pass", "shove down", "shove down\npass"])
def test_undo_answers_the_same_whatever_lies_hidden_of_another(own: str, hidden: str):
    """PR-INTERVAL-05"""
    answers = []
    for theirs in ("", hidden):
        road = rolled()
        for seat, said in (("green", theirs), ("blue", own)):
            if said:
                road.says(seat, said)
        line = road.line("blue", "undo")
        answers.append((line.answer, line.words, line.rules, line.instead))
    assert answers[0] == answers[1]


def test_a_seat_takes_back_no_reaction_of_another():  # PR-BACKUP-03
    road = rolled()
    road.says("green", "shove up")
    road.line("blue", "undo")
    assert len(list(road.table.open("reaction", "green"))) == 1


def test_a_misspelt_turn_is_guessed_where_a_seat_passes_until_it():  # PR-INTERVAL-06
    told = rolled().line("blue", "pass until my trun")
    assert (told.answer, told.instead) == ("refused", ("pass until my turn",))
    assert "Did you mean `pass until my turn`?" in told.words


def test_a_window_that_there_is_none_of_names_those_that_there_are_once():  # PR-INTERVAL-06
    line = Road().line("blue", "stop at explore")
    assert line.words == 'Which reaction window is "explore"?'
    assert len(set(line.instead)) == len(line.instead) > 0
