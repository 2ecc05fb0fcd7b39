"""What bots write about deals: one open offer at most, none made again soon, every one answered."""

from __future__ import annotations

import pytest

from tests.toll import ENGINE as TOLL
from tools.simulation import delays
from tools.simulation.game import Simulation
from traders.bots.registry import bots
from traders.domain.bots import bargaining
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Offer
from traders.engines.star_traders import ENGINE

FULL = {
    "red": {"hand": ["Superjump", "Codebreaker"], "at": "Oz", "stations": ["Oz"]},
    "blue": {"hand": []},
}


def lines(*deals, menu=(), seed=1, start=FULL, **more):
    """What Red writes while these deals are open."""
    state = ENGINE.position(("red", "blue"), {}, start)
    view = ENGINE.view(state, "red") | {"deals": list(deals)}
    return bargaining.lines(
        bots(ENGINE.name), view, menu, seed, Level.PLAYER, **({"begins": True} | more)
    )


def deal(number, give, get, *, mine=False):
    return {"number": number, "with": "blue", "mine": mine, "give": give, "get": get}


def speaking():
    """A seed with which Red has something to offer."""
    return next(seed for seed in range(99) if lines(seed=seed))


def test_an_offer_is_made_when_a_turn_begins_and_not_else():
    (said,) = lines(seed=speaking())
    assert said.startswith("offer blue: card codebreaker for ")
    assert lines(seed=speaking(), begins=False) == []


def test_what_was_offered_lately_is_not_offered_again():
    (said,) = lines(seed=speaking())
    assert lines(seed=speaking(), lately=[said]) == []


def test_one_offer_is_open_at_most():
    """What has lain for a round is taken back before another is made; in a round nothing is added
    to it.
    """
    own = deal(4, "card codebreaker", "9 stellors", mine=True)
    said = lines(own, seed=speaking())
    assert said[0] == "withdraw 4"
    assert len(said) == 2
    made = deal(5, "station at oz", "6 stellors")
    assert all(
        line == "decline 5"
        for seed in range(30)
        for line in lines(own, made, seed=seed, begins=False)
    )
    assert any(
        line.startswith("offer ")
        for seed in range(30)
        for line in lines(made, seed=seed, begins=False)
    )


def test_an_offer_that_was_just_made_is_left_open():
    own = deal(4, "card codebreaker", "9 stellors", mine=True)
    assert lines(own, seed=speaking(), fresh=True) == []


def test_what_pays_is_accepted_and_nothing_else_said():
    pays, other = deal(2, "station at oz", "30 stellors"), deal(1, "station at oz", "1 stellors")
    menu = (Offer("accept 2", "", ""), Offer("decline 1", "", ""), Offer("decline 2", "", ""))
    assert lines(other, pays, menu=menu) == ["accept 2"]
    assert lines(other, pays, menu=None) == ["accept 2"]  # whether it can is not known
    assert lines(other, pays, menu=menu[1:])[-2:] == ["decline 1", "decline 2"]


def test_where_nothing_is_dealt_in_nothing_is_said():
    state = TOLL.setup(("red", "blue"), {})
    assert (
        bargaining.lines(bots(TOLL.name), TOLL.view(state, "red"), (), 1, Level.PLAYER, begins=True)
        == []
    )


@pytest.mark.sampled
@pytest.mark.parametrize(
    "options", [{}, {"game": "advanced", "personalities": "all", "personality_trade": True}]
)
def test_bots_deal_and_nothing_that_they_say_is_refused(options):
    """Offers, counter-offers and answers go the way of letters; deals come about in one game of a
    few.
    """
    seats, answers = ("red", "blue", "green", "yellow"), delays.read("median 6h, p90 30h")
    dealt = False
    for seed in range(8, 13):
        told = Simulation(ENGINE, seats, options, "stops", answers, seed).play()
        assert told.refused == []
        dealt = dealt or told.offered > told.dealt > 0
        if dealt:
            break
    assert dealt
