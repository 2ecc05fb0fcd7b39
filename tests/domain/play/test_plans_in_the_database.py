"""Plans through the door: kept till their turn, begun, backed up (PR-STANDING-04)."""

from __future__ import annotations

import pytest

from tests.domain.tollbooth import Booth
from traders.domain.play import door
from traders.models import Entry, Sealed, Source


@pytest.fixture
def booth(toll) -> Booth:
    return Booth(timing="sealed")


@pytest.mark.django_db
def test_a_plan_for_the_next_turn_is_kept_in_the_house_till_then(booth):
    booth.says("blue", "plan\nroll\nend plan")
    booth.says("green", "say: good evening")
    booth.says("red", "roll")
    entries = Entry.objects.filter(game_id=booth.id, kind="order").order_by("number")
    assert [(entry.seat, entry.source) for entry in entries] == [
        ("red", Source.LETTER),
        ("blue", Source.PLAN),
    ]
    assert not Sealed.objects.filter(game_id=booth.id, used=None, kind="plan").exists()


@pytest.mark.django_db
def test_what_has_begun_is_remembered_as_begun(toll):
    booth = Booth(shoves=1, timing="table")
    booth.says("blue", "plan\nroll\nend\nend plan")
    booth.says("red", "end")
    assert [
        row.data for row in Sealed.objects.filter(game_id=booth.id, used=None, kind="plan")
    ] == [{}]
    change_set = booth.says("red", "shove up\npass")
    for seat in ("blue", "green"):
        change_set = booth.says(seat, "pass")
    why, *lines = change_set.stopped_plans["blue"]
    assert (why.rstrip("1234567."), lines) == ("red shoves the die to ", ["end"])


@pytest.mark.django_db
def test_a_back_up_leaves_a_plan_for_the_next_turn_that_was_sent_before(booth):
    """What happened before a turn does not stop its plan; what was learned from play that is undone
    is not planned with (PR-BACKUP-04).
    """
    booth.says("green", "plan\nroll\nend plan")
    before = booth.game.number
    booth.says("red", "roll")
    door.back_up(booth.id, before, "the table agrees")
    assert Sealed.objects.filter(game_id=booth.id, used=None, kind="plan", seat="green").exists()
    booth.says("red", "roll")
    booth.says("red", "plan\nroll\nend plan")
    change_set = door.back_up(booth.id, before, "the table agrees")
    assert change_set.stopped_plans == {"red": ["play went back to an earlier move", "roll"]}
    assert Sealed.objects.filter(game_id=booth.id, used=None, kind="plan", seat="green").exists()
