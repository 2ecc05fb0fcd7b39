"""Exploration: what is uncovered never closes a Homeworld in (SS-XPL)."""

from __future__ import annotations

from traders.engines.stratastar import ENGINE

WALL = dict.fromkeys(("c1", "c2", "b3"), "nebula")


def test_a_hazard_that_would_cut_a_homeworld_off_goes_back():
    """A3 is the last way out of A1's corner (SS-XPL-07, SS-MAP-09)."""
    start = {
        "stage": "movement",
        "map": WALL,
        "pile": ["nebula", "blank", "world"],
        "red": {"fleets": {"a2": 1}},
    }
    state = ENGINE.position(("red", "blue"), {"exploration": True}, start)
    ENGINE.play(state, "red", ENGINE.read(state, "red", "move 1 from a2 to a3"))
    now = ENGINE.written(state)
    assert (now["map"]["a3"], now["pile"]) == ("blank", ["world", "nebula"])
    assert now["red"]["fleets"]["a3"] == 1


def test_where_another_way_is_left_a_hazard_stays():
    start = {
        "stage": "movement",
        "map": {"c1": "nebula", "c2": "nebula"},
        "pile": ["nebula", "world"],
        "red": {"fleets": {"a2": 1}},
    }
    state = ENGINE.position(("red", "blue"), {"exploration": True}, start)
    ENGINE.play(state, "red", ENGINE.read(state, "red", "move 1 from a2 to a3"))
    assert ENGINE.written(state)["map"]["a3"] == "nebula"
