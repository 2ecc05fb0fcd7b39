"""A simulated game stops where a position cannot be."""

import pytest

from tests.toll import ENGINE
from tools.simulation.checked_engine import CheckedEngine, Unsound


def test_a_move_to_an_unsound_position_is_told():
    checked = CheckedEngine(ENGINE)
    state = checked.setup(("red", "blue"), {})
    checked.play(state, "red", checked.read(state, "red", "roll"))
    state.points["blue"] = -1
    with pytest.raises(Unsound, match="blue has -1 points"):
        checked.happen(state, 3)


def test_all_else_is_the_engine_s():
    checked = CheckedEngine(ENGINE)
    assert checked.name == "toll"
    assert checked.title == "Toll"
