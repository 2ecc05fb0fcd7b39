"""A Personality that was sold is its buyer's at once; only its effect waits."""

from __future__ import annotations

import pytest

from tests.engines.star_traders.game import Game
from tests.engines.star_traders.play.test_leaving import leave
from tests.engines.star_traders.test_odd_moments import deal, no_deal
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.setup import personality_choice

TRADE = {"personalities": "all", "personality_trade": True}
ALL = personality_choice.among(ENGINE.position(("red", "blue"), TRADE, {}))


def sold(name: str, by: str = "red", revision: int = 0) -> Game:
    """Sold to green in red's turn."""
    seats = {
        seat: {"at": "Mink", "stations": ["Capital"] if seat == by else [], "personality": ""}
        for seat in ("red", "blue", "green")
    }
    seats[by]["personality"] = name
    game = Game(options=TRADE, revision=revision, **seats)
    return deal(game, by, f"personality {name.lower()}", "green", "9 stellors")


def turn_ends(game: Game) -> Game:
    return game if game.state.turn.seat != "red" else game.order("red", "end")


@pytest.mark.parametrize("by", ["red", "blue"])
@pytest.mark.parametrize("name", ALL)
def test_it_is_the_buyers_whoever_sold_it_and_left(name: str, by: str):
    """ST-OPTION-03, ST-DROP-10: the seller is on turn, or waits."""
    game = turn_ends(leave(sold(name, by), by))
    assert name in game.now["green"]["personality"]
    assert game.now[by]["personality"] == ""
    assert not game.state.passing


def test_capital_sold_with_the_insider_is_not_among_the_leavers_stations():
    """ST-OPTION-04, ST-DROP-04"""
    game = leave(sold("The Insider"), "red")
    assert game.now["green"]["stations"] == ["Capital"]


def test_what_its_buyer_has_is_sold_on_although_its_seller_left():
    """ST-OPTION-01"""
    game = leave(sold("The Hero", "blue"), "blue")
    deal(game, "green", "personality the hero", "red", "1 stellors")
    assert "ST-OPTION-01" in no_deal(game, "green", "personality the hero", "red")
    assert turn_ends(game).now["red"]["personality"] == "The Hero"


def test_a_buyer_who_leaves_takes_it_out_of_the_game():
    """ST-OPTION-03: till the turn is over it works for the seller, who was paid."""
    game = leave(sold("The Hero"), "green")
    assert game.now["red"]["personality"] == "The Hero"
    assert "ST-OPTION-01" in no_deal(game, "red", "personality the hero", "blue")
    assert turn_ends(game).now["red"]["personality"] == ""


def test_in_games_of_the_first_revision_it_is_lost_with_its_seller():
    """PR-RECORD-01"""
    game = leave(sold("The Hero", revision=1), "red")
    assert game.now["green"]["personality"] == ""
    game = turn_ends(leave(sold("The Hero", revision=1), "green"))
    assert game.now["red"]["personality"] == "The Hero"
