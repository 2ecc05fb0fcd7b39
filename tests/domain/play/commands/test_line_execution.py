"""What a line is told as that the game took and did not carry out."""

from __future__ import annotations

import pytest

from tests.domain.table.test_plan_lines import SEATS, Box
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.registry import engine as engine_named


@pytest.mark.parametrize("form", ["plan\n{}\nend plan", "{}"], ids=["plan", "letter"])
def test_a_game_s_own_if_and_otherwise_that_it_does_not_take_are_told_as_passed_over(form):
    """PR-RECEIPT-05, IT-PBM-02: they are not told as done."""
    engine = engine_named("imperial-trader")
    table = Table(engine, engine.position(SEATS, {}, {}), chance=Box(), timing="sealed")
    game_progression.go_on(table)
    lines = "deal\nif arrived: deal\nif damage below 9: deal\notherwise: fly ferrum vale\nend"
    told = Speech(table, "red").speak(form.format(lines))
    assert [line.words for line in told if line.answer == "noted"] == [
        "Passed over: Its `if` does not hold, or one above it did.",
        "Passed over: The line above was carried out.",
    ]
