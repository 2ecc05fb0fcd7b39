"""What waits for its moment and takes what its seat does not hold is kept, and the seat is told so
(PR-STANDING-01).
"""

from __future__ import annotations

from random import Random

import pytest

from traders.domain.play.commands.interpreter import Speech
from traders.domain.table.table import Table
from traders.engines.registry import engine as engine_named

SEATS = ("red", "blue")
WITHOUT = {
    "star-traders": (
        {"blue": {"hand": ["Gotcha"]}},
        "play zap",
        "You do not hold Zap. You hold Gotcha.",
    ),
    "stratastar": (
        {"red": {"fleets": {"d3": 3}}, "blue": {"fleets": {"d4": 1}, "hand": {"attack": 1}}},
        "retreat from d4 to d5",
        "That costs 1 move card; you hold none.",
    ),
    "imperial-trader": (
        {},
        "load grain to ferrum vale",
        "You do not hold the order Grain to Ferrum Vale.",
    ),
}
"""By system: a start, an order of Blue's for what it does not hold, and what that is."""
WITH = {
    "star-traders": ({"blue": {"hand": ["Gotcha", "Zap"]}}, ["play gotcha on red", "play zap"]),
    "stratastar": ({"blue": {"fleets": {"d4": 1}, "hand": {"move": 1}}}, ["retreat from d4 to d5"]),
    "imperial-trader": ({}, ["load settlers", "deal"]),
    "traders-luck": ({}, ["travel small", "buy 2 food"]),
}


def told_of(system: str, start: object, line: str) -> tuple[str, Table]:
    """What Blue is told of a line in Red's turn, and the table after it."""
    game = engine_named(system)
    table = Table(game, game.position(SEATS, {}, start), chance=Random(1).choice, timing="table")
    (said,) = Speech(table, "blue").speak(line)
    assert said.answer in ("noted", "planned")
    return said.words, table


def kept(system: str, order: str) -> list[str]:
    """The lines by which an order is kept for later."""
    condition = {"star-traders": "red jumps", "stratastar": "red enters d4"}.get(system)
    return [f"plan\n{order}\nend plan", *([f"when {condition}: {order}"] if condition else [])]


@pytest.mark.parametrize("system", WITHOUT)
def test_of_an_order_for_what_is_not_held_its_seat_alone_is_told_so_and_it_is_kept(system):
    """(PR-STANDING-01, PR-STANDING-05)"""
    start, order, lacks = WITHOUT[system]
    for line in kept(system, order):
        words, table = told_of(system, start, line)
        assert f"{lacks} The order is kept, and made only if you can then." in words
        assert [said.text.startswith(order) for said in table.said if said.used is None] == [True]
        assert (table.moves, table.whispers) == ([], [])


@pytest.mark.parametrize("system", WITH)
def test_of_what_is_held_nothing_is_said(system):
    start, orders = WITH[system]
    for order in orders:
        for line in kept(system, order):
            assert "The order is kept" not in told_of(system, start, line)[0]
