"""No letter of a game is heavy: one that shows the board weighs at most 60 KB, any other 20."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from tools.simulation import delays, game
from traders.engines.registry import ENGINES, engine

SEATS = ("red", "blue", "green")
DELAY = delays.read("median 6h, p90 30h")
MOST, MOST_WITH_BOARD = 20_000, 60_000
"""Octets of a letter as it goes over the wire."""


@pytest.mark.examples("letters-weighed")
@pytest.mark.parametrize("system", ENGINES)
def test_no_letter_is_heavy(
    system: str, examples: int, lots: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "MOST_TURNS", examples)
    rules, seed = engine(system), lots.randrange(10**6)
    options = {option.name: option.preset(len(SEATS)) for option in rules.options}
    played = game.Simulation(rules, SEATS, options, "table", DELAY, seed, weigh=True)
    with suppress(game.EndlessGame):
        played.play()
    weights = played.result.weights
    for kind, octets in weights.items():
        assert max(octets) <= (MOST_WITH_BOARD if "with board" in kind else MOST), (seed, kind)
    assert len(weights["welcome with board"]) == len(SEATS)
