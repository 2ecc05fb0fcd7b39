"""Treaties and the sides that they make (SS-TRY)."""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.refusal import Refusal
from traders.engines.stratastar import ENGINE
from traders.engines.stratastar.battle import battle_phase, battle_resolution
from traders.engines.stratastar.position.state import Treaty

SEATS = ("red", "blue", "green", "yellow")


def met(treaties: list[tuple[str, str]], **fleets: int) -> Any:
    """All at E5, with these Treaties, the oldest first; red's Movement is over."""
    state = ENGINE.position(
        SEATS,
        {},
        {"stage": "movement", **{seat: {"fleets": {"e5": n}} for seat, n in fleets.items()}},
    )
    state.treaties = [Treaty({one: 2, other: 2}) for one, other in treaties]
    ENGINE.play(state, "red", ENGINE.read(state, "red", "next"))
    return state


def test_who_is_bound_to_all_others_there_stands_aside():
    """Nobody attacks blue, and blue nobody; red and green fight (SS-TRY-01)."""
    state = met([("red", "blue"), ("blue", "green")], red=3, blue=1, green=2)
    pending = ENGINE.pending(state)
    assert isinstance(pending, Interval)
    assert set(pending.seats) == {"red", "green"}
    with pytest.raises(Refusal) as refused:
        ENGINE.check(state, "blue", ENGINE.read(state, "blue", "commit nothing at e5"))
    assert refused.value.rules == ("SS-BAT-19",)
    for seat, lines in (
        ("red", ("fight at e5", "commit nothing at e5")),
        ("green", ("commit nothing at e5",)),
    ):
        for line in lines:
            ENGINE.play(state, seat, ENGINE.read(state, seat, line))
    ENGINE.close(state)
    now = ENGINE.written(state)
    assert [now[seat]["fleets"]["e5"] for seat in ("red", "blue", "green")] == [3, 1, 0]


@pytest.mark.parametrize("turned", [False, True])
def test_of_two_treaties_with_foes_the_older_makes_the_side(turned):
    """Whatever the order of play (SS-TRY-03)."""
    pairs = [("red", "blue"), ("blue", "green")]
    state = met(pairs[::-1] if turned else pairs, red=1, blue=1, green=1, yellow=1)
    sides = {
        frozenset(side)
        for side in battle_resolution._sides(state, battle_phase.parties(state, "e5"))
    }
    partner = "green" if turned else "red"
    assert frozenset({"blue", partner}) in sides
    assert len(sides) == 3


def test_two_pairs_make_two_sides():
    """SS-TRY-03, SS-BAT-17"""
    state = met([("red", "green"), ("blue", "yellow")], red=1, blue=1, green=1, yellow=1)
    assert {
        frozenset(side)
        for side in battle_resolution._sides(state, battle_phase.parties(state, "e5"))
    } == {
        frozenset({"red", "green"}),
        frozenset({"blue", "yellow"}),
    }
