"""A plan is shown, replaced and dropped by its commands (PR-STANDING-04)."""

from __future__ import annotations

import pytest

from tests.domain.tollbooth import Booth

pytestmark = pytest.mark.usefixtures("toll")


def test_who_undoes_a_plan_is_told_how_it_is_dropped():  # PR-BACKUP-03, PR-STANDING-04
    booth = Booth()
    assert booth.line("blue", "undo").instead == ()
    booth.says("blue", "plan\nroll\nend\nend plan")
    undo = booth.line("blue", "undo")
    assert (undo.answer, undo.instead) == ("refused", ("forget plan",))
    assert undo.words.endswith("You have a plan: `forget plan` drops it.")
    assert booth.line("blue", "Cancel my plan please.").instead == ("forget plan",)
    assert booth.line("blue", "forget plan").words == "Your plan is dropped: `roll` and `end`."
    assert booth.line("blue", "forget plan").words == "You have no plan."
    booth.says("red", "end")
    assert booth.entries() == [("start", ""), ("order", "red")]


@pytest.mark.parametrize("bare", ["plan", "plan\nend plan"])
def test_a_plan_with_no_line_shows_the_one_that_stands(bare):  # PR-STANDING-04
    booth = Booth()
    assert booth.says("blue", bare).lines[0].words.startswith("You have no plan.")
    booth.says("blue", "plan\nroll\nend\nend plan")
    shown = booth.says("blue", bare).lines[0]
    stands = "Your plan stands: `roll` and `end`. To drop it: `forget plan`."
    assert (shown.answer, shown.words) == ("told", stands)
    booth.says("red", "end")
    assert booth.entries() == [("start", ""), ("order", "red"), ("order", "blue"), ("chance", "")]


def test_who_sends_another_plan_is_told_which_it_replaces():  # PR-STANDING-04
    booth = Booth()
    booth.says("blue", "plan\nroll\nend\nend plan")
    *_, told = booth.says("blue", "plan\nend\nend plan").lines
    dropped = "Your plan before is dropped: `roll` and `end`."
    assert (told.answer, told.words) == ("noted", dropped)
    assert [told.words for told in booth.says("blue", "status").lines if "Plan: end" in told.words]


def test_a_plan_of_which_nothing_can_be_read_replaces_none():  # PR-STANDING-04
    booth = Booth()
    booth.says("blue", "plan\nroll\nend\nend plan")
    (line,) = booth.says("blue", "plan\nrol the dise now\nend plan").lines[:1]
    assert line.answer == "refused"
    assert "`roll` and `end`" in booth.line("blue", "plan").words
