"""What a bot arms itself with, and what it stakes in a combat: no more than is of use."""

from __future__ import annotations

from itertools import product

import pytest

from tests.engines.traders_luck.game import Game
from tests.engines.traders_luck.hunters import ON, QUIET, SLACK, level
from traders.bots.registry import bots
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.registry import engine

ENGINE = engine("traders-luck")
BOTS = bots(ENGINE.name)


def says(state: object, seat: str, seed: int, skill: Level) -> str:
    """What a bot of that skill orders."""
    offers = ENGINE.offers(state, seat)
    return str(BOTS.bot(ENGINE.view(state, seat), ENGINE.pending(state), offers, seed, skill))


@pytest.mark.parametrize("skill", Level)
def test_no_more_is_committed_than_what_the_other_side_is_seen_to_hold_makes_useful(
    skill: Level,
) -> None:
    """A strike needs one missile more than there are shields, and what is committed is lost
    (BH-CMB-03, BH-CMB-11).
    """
    told = set()
    for missiles, shields, own in product((1, 5), (0, 1, 3), (0, 2)):
        red = {"shields": shields, "missiles": own}
        start = level(red=red, blue={"missiles": missiles, "shields": 3})
        game = Game(*QUIET, options=SLACK, **start)
        game.order("red", "travel small", "settle").order("blue", "intercept")
        for seed in range(6):
            for seat, other in (("blue", red), ("red", {"missiles": missiles, "shields": 3})):
                _, n, _, _, m, _ = says(game.state, seat, seed, skill).split()
                assert int(n) <= max(seat == "blue", other["shields"] + 1)
                assert int(m) <= other["missiles"]
                told.add((n, m))
    assert len(told) > 4


@pytest.mark.parametrize("skill", [Level.PLAYER, Level.MASTER])
@pytest.mark.parametrize("credits", [8, 10, 12, 30])
def test_who_has_an_empty_hold_keeps_money_for_a_cargo(skill: Level, credits: int) -> None:
    """Also where nothing can be bought here but missiles."""
    there = {"planet": {"size": "small", "dice": ["luxury", "luxury", "medicine"]}}
    start = {"turn": "red", "stage": "trade", "red": {"credits": credits}, **there}
    state = ENGINE.position(("red", "blue"), ON, start)
    for seed in range(12):
        first, n, ware, *_ = [*says(state, "red", seed, skill).split(), "", ""]
        if (first, ware) == ("buy", "missiles"):
            assert int(n) == 1 or credits - 2 * int(n) >= 8
