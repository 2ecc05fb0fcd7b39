"""Two rivals who hold a Zap each, at one petition's die. What each sends is hidden from the other
until it is carried out; from then on the die as it lies decides (ST-CARD-50, PR-PRIORITY-03).
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.bots.star_traders.test_best_order import QUIET, position, says
from traders.bots.registry import bots
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Chance, Interval
from traders.engines.registry import engine as engine_named

ENGINE = engine_named("star-traders")
BOTS = bots(ENGINE.name)
RIVALS = ("blue", "green")


def at_a_petition(die: int, **how: str) -> Table:
    """Red is about to petition with 15 Prestige, its die will fall so, and both hold a Zap."""
    zap = {**QUIET, "hand": ["Zap"]}
    red = {"prestige": 15, "stellors": 45}
    state = position(red=red, turn="red", stage="action", blue=zap, green=zap)
    faces = iter([die])

    def box(chance: Chance) -> int:
        return next(faces, 1)

    return Table(ENGINE, state, chance=box, **how)


def spent(table: Table) -> int:
    """How many Zaps are no longer held when all has been answered."""
    while isinstance(pending := table.pending(), Interval):
        game_progression.fall_due(table, pending.key)
    state: Any = table.state
    return sum("Zap" not in state.traders[seat].hand for seat in RIVALS)


@pytest.mark.parametrize(("die", "zaps"), [(3, 0), (4, 1), (5, 2), (6, 0)])
def test_of_two_standing_zaps_the_second_stays_where_the_first_was_enough(die: int, zaps: int):
    """Each waits for a 4 or a 5: a 4 is none any more when the first is carried out
    (PR-STANDING-01).
    """
    table = at_a_petition(die)
    for seat in RIVALS:
        for line in BOTS.bot_words(ENGINE.view(table.state, seat), 1, Level.MASTER):
            Speech(table, seat).speak(line)
    Speech(table, "red").speak("petition")
    assert spent(table) == zaps


@pytest.mark.parametrize(("die", "zaps"), [(2, 0), (3, 1), (4, 2), (6, 0)])
def test_who_sees_what_another_has_turned_answers_the_die_as_it_lies(die: int, zaps: int):
    """Where each answer is carried out as it comes: a 3 is worth a Zap, the 2 that is left is
    none.
    """
    table = at_a_petition(die, timing="table", gather="arrival")
    Speech(table, "red").speak("petition")
    while isinstance(pending := table.pending(), Interval) and pending.name == "petition":
        game_progression.fall_due(table, pending.key)
    for seat in RIVALS:
        Speech(table, seat).speak(says(table.state, seat))
    assert spent(table) == zaps
