"""Bots' levels: who plays better wins more often, in every game that is registered."""

from __future__ import annotations

from functools import partial

import pytest

from traders.engines.kernel.contract import Blank, Offer
from traders.engines.kernel.defaults import STUMBLES, stumble
from traders.engines.kernel.level import Level
from traders.engines.registry import ENGINES, engine
from traders.management.commands.simulate import levels
from traders.proof.simulation import delays, report
from traders.proof.simulation.game import Simulation

GAMES = 10
DELAY = delays.read("median 6h, p90 30h")


def played(system: str, better: Level, worse: Level) -> dict[str, float]:
    """The share of games of two that each level wins."""
    seats = ("red", "blue")
    game = partial(Simulation, engine(system), seats, {}, "stops", DELAY)
    return report.wins_by_level(
        [game(7 + n, levels=levels(seats, n, better, worse)).play() for n in range(GAMES)]
    )


@pytest.mark.parametrize("system", sorted(ENGINES))
def test_a_learner_loses_to_a_player(system: str) -> None:
    won = played(system, Level.PLAYER, Level.LEARNER)
    assert won[Level.PLAYER] >= 0.7


def test_a_master_of_star_traders_beats_a_player() -> None:
    assert played("star-traders", Level.MASTER, Level.PLAYER)[Level.MASTER] >= 0.6


def test_a_learner_stumbles_now_and_then_over_what_is_offered_without_a_blank() -> None:
    offers = (
        Offer("end", "", ""),
        Offer("go", "", ""),
        Offer("buy {n}", "", "", blanks=(Blank("n", 1, 3),)),
    )
    given = [stumble(offers, seed) for seed in range(600)]
    assert set(given) == {"", "end", "go"}
    assert given.count("") / len(given) == pytest.approx(1 - STUMBLES, abs=0.08)
    assert stumble((), 1) == ""


def test_one_seat_in_turn_plays_at_the_level_and_the_others_against_it() -> None:
    seats = ("red", "blue", "green")
    alone = [
        next(
            seat
            for seat, level in levels(seats, n, "master", "learner").items()
            if level == Level.MASTER
        )
        for n in range(4)
    ]
    assert alone == ["red", "blue", "green", "red"]
    assert set(levels(seats, 0, "master", None).values()) == {Level.MASTER}
