"""What a `start` says is checked alike in all systems."""

from __future__ import annotations

import pytest

from traders.engines.registry import ENGINES, engine

NUMBERS = [
    ("traders-luck", "credits"),
    ("traders-luck", "missiles"),
    ("imperial-trader", "credits"),
    ("imperial-trader", "damage"),
]


@pytest.mark.parametrize("system", ENGINES)
@pytest.mark.parametrize(
    ("start", "why"),
    [
        ({"weather": "fine"}, "weather is not known in start"),
        ({"red": {"mood": 3}}, "mood is not known in start.red"),
    ],
)
def test_what_is_not_known_is_named_with_its_place(system, start, why):
    with pytest.raises(ValueError, match=f"^{why}$"):
        engine(system).position(("red", "blue"), {}, start)


@pytest.mark.parametrize("system", [system for system in ENGINES if system != "stratastar"])
def test_before_set_up_less_is_known(system):
    with pytest.raises(ValueError, match=r"^red is not known in set-up$"):
        engine(system).position(("red", "blue"), {}, {"red": {}}, setup=True)


@pytest.mark.parametrize(("system", "name"), NUMBERS)
@pytest.mark.parametrize("value", [-1, True, "7", 2.5])
def test_a_number_is_whole_and_not_below_zero(system, name, value):
    with pytest.raises(ValueError, match=f"^start.red.{name}: .* is no whole number from 0$"):
        engine(system).position(("red", "blue"), {}, {"red": {name: value}})
