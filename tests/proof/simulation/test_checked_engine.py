"""A simulated game stops where a position cannot be."""

import pytest

from tests.toll import ENGINE
from traders.proof.simulation.checked_engine import Unsound, Watched


def test_a_move_to_an_unsound_position_is_told():
    watched = Watched(ENGINE)
    state = watched.setup(("red", "blue"), {})
    watched.play(state, "red", watched.read(state, "red", "roll"))
    state.points["blue"] = -1
    with pytest.raises(Unsound, match="blue has -1 points"):
        watched.happen(state, 3)


def test_all_else_is_the_engine_s():
    watched = Watched(ENGINE)
    assert watched.name == "toll"
    assert watched.title == "Toll"
