"""One seat's lines, one after another (PR-RECEIPT-05, PR-RECEIPT-07)."""

from __future__ import annotations

import pytest

from tests.domain.deadlines.skiff import ENGINE as SKIFF
from tests.domain.road import Road
from tests.domain.tollbooth import Booth
from traders.domain.play.commands.interpreter import CLOSED, MOST_LINES, PLAN_STOPPED
from traders.engines.kernel.words import fold


def test_the_first_line_refused_stops_the_letter_and_returns_the_rest():  # PR-RECEIPT-05
    road = Road(shoves=0)
    lines = road.says("red", "end\nroll\nsay something\nroll")
    assert [line.answer for line in lines] == ["done", "refused", "returned", "returned"]
    assert lines[1].rules == ("TO-ROLL-01",)
    assert road.orders == ["red end"]


@pytest.mark.parametrize("typed", ["END", "  end  ", "End.", "# a note\n\nend"])
def test_case_blanks_full_stop_and_notes_do_not_matter(typed):
    road = Road()
    assert [line.answer for line in road.says("red", typed)] == ["done"]
    assert road.orders == ["red end"]


def test_each_line_knows_the_last_entry_that_it_made():
    road = Road(engine=SKIFF, start={})
    before = road.table.number
    jump, kept = road.says("red", "jump\nend")
    assert before < jump.entry == kept.entry == road.table.number
    road.says("green", "pass")
    [reaction, done] = road.says("blue", "zap\npass")
    assert jump.entry < reaction.entry == done.entry == road.table.number


def test_lines_of_a_plan_know_the_entries_that_each_made():
    road = Road(engine=SKIFF, start={}, timing="sealed")
    jump, end, _ = road.says("red", "plan\njump\nend\nend plan\npass until my turn")
    made = [move.text for move in road.table.moves]
    assert made[: jump.entry] == ["jump", "close quarantine", "close zap"]
    assert made[jump.entry : end.entry] == ["end"]


def test_a_line_is_folded():
    assert fold("  Play \t GOTCHA on  Blue. ") == "play gotcha on blue"


def test_a_letter_with_too_many_lines_carries_out_none():
    road = Road(shoves=0)
    lines = road.says("red", "\n".join(["end"] + ["roll"] * MOST_LINES))
    assert lines[0].kind == "unreadable"
    assert {line.answer for line in lines[1:]} == {"returned"}
    assert len(lines) == MOST_LINES + 1
    assert road.orders == []


def test_a_letter_with_as_many_lines_as_are_read_is_read():
    road = Road(shoves=0)
    assert road.says("red", "\n".join(["stop at shove"] * MOST_LINES))[-1].answer == "noted"


@pytest.mark.parametrize(
    ("typed", "kind"),
    [("fly to the moon", "unreadable"), ("shove", "ambiguous"), ("shove up", "illegal")],
)
def test_each_kind_of_refusal_is_told(typed, kind):
    line = Road().line("red", typed)
    assert (line.answer, line.kind) == ("refused", kind)
    assert line.words


@pytest.mark.parametrize("typed", ["Fly ²", "ﬂy １２ Times", "stop at ＺＡＰ", "forget Ⅻ"])
def test_what_cannot_be_read_is_shown_as_it_was_typed(typed):
    line = Road().line("red", typed)
    assert line.answer == "refused"
    assert f'"{typed}"' in line.words or f'"{typed.split()[-1]}"' in line.words


def test_an_ambiguous_line_names_what_it_may_mean():
    assert Road().line("red", "shove").instead == ("shove up", "shove down")


def test_who_is_asked_in_an_interval_is_told_of_pass_and_reactions():
    road = Road([3], shoves=1)
    road.says("red", "roll")
    asked = next(seat for seat in road.table.waiting())
    line = road.line(asked, "end", road.moment)
    assert (line.answer, line.instead) == ("refused", ("pass", "shove up", "shove down"))


def test_what_is_tried_is_not_said_to_be_done():
    tried = Road().says("red", "test\nend")[1]
    assert tried.answer == "tested"
    assert tried.words == "This would be carried out. red ends the turn."
    assert "Done" not in tried.words


def test_an_order_for_a_turn_that_has_passed_is_stale():
    road = Road()
    moment = road.moment
    road.says("red", "end")
    road.says("blue", "end")
    road.says("green", "end")
    assert road.line("red", "end", moment).kind == "stale"
    assert road.line("red", "end", road.moment).answer == "done"


def test_a_reaction_for_an_interval_that_has_closed_is_late():  # PR-RECEIPT-07
    road = Road([3])
    road.says("red", "roll")
    moment = road.moment
    road.all_pass()
    late = road.line("blue", "shove up", moment)
    assert (late.kind, late.rules) == ("late", ("PR-RECEIPT-07",))
    assert "claim late" in late.words
    # an agreement is of one interval
    assert road.line("blue", "agree blue, red", moment).kind == "late"


def test_a_wish_is_never_late():
    road = Road([3])
    road.says("red", "roll")
    moment = road.moment
    road.all_pass()
    for wish in ("stop at shove", "when my turn: roll", "pass", "pass until my turn"):
        assert road.line("green", wish, moment).answer == "noted"


def test_a_late_line_returns_those_below_it():  # PR-RECEIPT-05, PR-RECEIPT-07
    road = Road([3])
    road.says("red", "roll")
    moment = road.moment
    road.all_pass()
    assert [line.answer for line in road.says("blue", "shove up\nroll", moment)] == [
        "refused",
        "returned",
    ]


def test_below_the_last_word_in_a_window_the_lines_are_for_what_comes_then():  # PR-RECEIPT-05
    """A reaction there is for the window that opens, no late one for the first."""
    road = Road(engine=SKIFF, start={})
    road.says("red", "jump")
    moment = road.moment
    road.says("green", "pass")
    passed, zapped = road.says("blue", "pass\nzap\nmore", moment)[:2]
    assert (passed.answer, zapped.answer, road.interval) == ("noted", "kept", "zap")


def test_a_second_pass_below_the_one_that_closed_the_last_window_is_no_fault():  # PR-RECEIPT-05
    road = Road(engine=SKIFF, start={})
    road.says("red", "jump")
    for seat in ("green", "blue", "green"):
        road.says(seat, "pass")
    told = road.says("blue", "pass\npass", road.moment)
    assert [line.words for line in told][1:] == [CLOSED]
    assert road.interval == ""


def test_what_must_wait_for_an_interval_is_kept_as_a_plan():
    road = Road(engine=SKIFF, start={})
    lines = road.says("red", "jump\nend")
    assert [line.answer for line in lines] == ["done", "planned"]
    for _ in ("quarantine", "zap"):
        for seat in ("blue", "green"):
            road.says(seat, "pass")
    assert road.orders == ["red jump", "red end"]


def test_a_plan_that_stops_at_once_says_so_in_its_lines_and_why():  # PR-STANDING-04
    road = Road(engine=SKIFF, start={})
    lines = road.says("red", "plan\nzap\nend\nend plan")
    assert [(line.text, line.answer, line.words) for line in lines] == [
        ("zap", "returned", PLAN_STOPPED),
        ("end", "returned", PLAN_STOPPED),
    ]
    assert road.table.stopped_plans == {"red": ["Not now. (SK-1)"]}


def test_what_became_of_each_line_of_a_plan_is_said_as_it_is_in_the_end():
    road = Road([3], shoves=0, timing="sealed")
    lines = road.says("red", "plan\nshove up if possible\notherwise roll\nend plan")
    assert [(line.text, line.answer, line.words) for line in lines] == [
        ("shove up if possible", "noted", "Passed over: No die lies on the road."),
        ("otherwise roll", "done", "Done: roll."),
    ]
    assert lines[0].entry < lines[1].entry == road.table.number


def test_a_plan_that_anothers_deed_stopped_names_the_deed_once():
    road = Road([6], shoves={"red": 0, "blue": 0, "green": 1}, timing="sealed")
    road.says("green", "when the die shows 6: shove down")
    roll, end = road.says("red", "plan\nroll\nend\nend plan")
    assert (roll.answer, end.answer, end.words) == ("done", "returned", PLAN_STOPPED)
    assert road.table.stopped_plans == {"red": ["green shoves the die to 5."]}


# --- test -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", ["test\nend", "end\ntest", "end\n\nTest."])
def test_a_test_counts_nothing(letter):
    road = Road()
    before = road.table.engine.encode(road.table.state)
    lines = road.says("red", letter)
    assert [line.answer for line in lines] == ["tested", "tested"]
    assert "red ends the turn" in lines[1].words
    assert (road.orders, road.table.said, road.table.number) == ([], [], 0)
    assert road.table.engine.encode(road.table.state) == before


def test_a_test_stops_at_chance_and_throws_nothing():
    road = Road([6])
    lines = road.says("red", "test\nroll\nend")
    assert [line.answer for line in lines] == ["tested", "tested", "returned"]
    assert "rests on chance (toll)" in lines[1].words
    assert (road.box.throws, road.box.outcomes) == (0, [6])


def test_a_test_stops_where_others_may_answer():
    road = Road(engine=SKIFF, start={})
    assert [line.answer for line in road.says("red", "test\njump\nend")] == [
        "tested",
        "tested",
        "returned",
    ]


def test_a_test_tells_what_would_be_refused():
    lines = Road().says("blue", "test\nroll\nend")
    assert [(line.answer, line.kind) for line in lines] == [
        ("tested", ""),
        ("refused", "illegal"),
        ("returned", ""),
    ]


@pytest.mark.parametrize("wish", ["stop at shove", "when my turn: roll", "pass until my turn"])
def test_a_wish_that_is_tested_is_not_kept(wish):
    road = Road()
    road.says("blue", f"test\n{wish}")
    assert road.table.said == []


@pytest.mark.django_db
@pytest.mark.usefixtures("toll")
@pytest.mark.parametrize("above", ["", "plan\n"])
@pytest.mark.parametrize("moment", ["t99", "i99", "c99b1"])
def test_what_cannot_be_read_is_said_to_be_so_before_it_is_said_to_be_late(above, moment):
    booth = Booth()
    assert booth.line("red", f"{above}Talk to you on Sunday", moment).kind == "unreadable"
    if not above:
        assert booth.line("red", "roll", moment).kind in ("stale", "late")


@pytest.mark.django_db
@pytest.mark.usefixtures("toll")
def test_nor_is_it_said_that_the_game_is_over():
    booth = Booth()
    for seat in ("red", "blue", "green"):
        booth.says(seat, "propose concession to blue" if seat == "red" else "vote yes")
    assert booth.game.phase == "over"
    assert booth.line("red", "Talk to you on Sunday").kind == "unreadable"
    assert booth.line("red", "end").kind == "stale"
