"""Bots' levels: who plays better wins more often, in every game that is registered."""

from __future__ import annotations

from functools import partial

import pytest

from tests.engines.star_traders.game import Game
from tools.management.commands.simulate import levels
from tools.simulation import delays, report
from tools.simulation.game import Simulation
from traders.bots.default_bot import STUMBLES, stumble
from traders.bots.registry import BOTS, bots
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Blank, Offer
from traders.engines.registry import engine

GAMES = 10
DELAY = delays.read("median 6h, p90 30h")


def wins(system: str, better: Level, worse: Level, wanted: int) -> bool:
    """Whether the better level wins so many of GAMES games of two, which are played until it
    is certain.
    """
    seats = ("red", "blue")
    game = partial(Simulation, engine(system), seats, {}, "stops", DELAY)
    won = 0.0
    for n in range(GAMES):
        result = game(7 + n, levels=levels(seats, n, better, worse)).play()
        won += report.wins_by_level([result])[better]
        if won >= wanted or won + GAMES - 1 - n < wanted:
            break
    return won >= wanted


@pytest.mark.long
@pytest.mark.parametrize("system", sorted(BOTS))
def test_a_learner_loses_to_a_player(system: str) -> None:
    """Long: how strong bots are shows in many games."""
    assert wins(system, Level.PLAYER, Level.LEARNER, 7)


@pytest.mark.long
@pytest.mark.parametrize("system", sorted(BOTS))
def test_a_player_loses_to_a_master(system: str) -> None:
    """Long, as above."""
    assert wins(system, Level.MASTER, Level.PLAYER, 6)


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


def test_a_learner_permits_nothing_and_forbids_nothing() -> None:
    star = engine("star-traders")
    game = Game(blue={"stations": ["Oz"]}, stage="action")
    view, offers = star.view(game.state, "blue"), star.offers(game.state, "blue")
    assert "permit red" in {offer.order for offer in offers}
    learner = bots(star.name)
    given = [learner.bot(view, game.pending, offers, seed, Level.LEARNER) for seed in range(60)]
    assert not [order for order in given if order.startswith(("permit", "forbid"))]


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
