"""Simulated players write the turn that their letter suggests in one letter, as people may."""

from __future__ import annotations

from itertools import product
from statistics import median

import pytest

from tools.simulation import delays
from tools.simulation.game import Simulation
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.registry import ENGINES, engine

DELAY = delays.read("median 6h, p90 30h")
SEATS = ("red", "blue")
SEEDS = (3, 4)


def letters_a_turn(system: str, *, advised: bool) -> float:
    """Letters that players write in a turn, where the simulation refuses none of their orders."""
    letters = turns = 0
    for seed in SEEDS:
        game = Simulation(engine(system), SEATS, {}, "stops", DELAY, seed)
        game.players.advised = advised
        result = game.play()
        assert result.refused == []
        letters, turns = letters + result.letters, turns + result.turns
    return letters / turns


@pytest.mark.long
def test_a_turn_takes_no_more_letters_by_suggestions_and_in_some_game_fewer() -> None:
    """Long: sixteen whole games."""
    told = {
        (system, advised): letters_a_turn(system, advised=advised)
        for system, advised in product(ENGINES, (True, False))
    }
    saved = [told[system, False] - told[system, True] for system in ENGINES]
    assert min(saved) >= -0.1
    assert max(saved) > 0.3


def test_where_levels_are_compared_nothing_is_suggested() -> None:
    system = next(iter(ENGINES))
    one = Simulation(engine(system), SEATS, {}, "stops", DELAY, 1)
    two = Simulation(
        engine(system),
        SEATS,
        {},
        "stops",
        DELAY,
        1,
        levels={"red": Level.MASTER, "blue": Level.PLAYER},
    )
    assert (one.players.advised, two.players.advised) == (True, False)


@pytest.mark.sampled
@pytest.mark.parametrize("system", ENGINES)
def test_who_follows_each_suggestion_is_never_refused_and_a_turn_is_one_letter(system: str) -> None:
    """What is suggested is carried out to its end, whatever is drawn or rolled."""
    rules = engine(system)
    options = {option.name: option.preset(len(SEATS)) for option in rules.options}
    game = Simulation(rules, SEATS, options, "stops", DELAY, 3, followers=SEATS)
    result = game.play()
    assert result.refused == []
    assert median(result.turn_letters) == 1
