"""Personalities in set-up, by lot and by auction; and passed on at the end of a turn."""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Choice, Interval
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.turn import personality_transfer

SEATS = ("red", "blue", "green", "yellow", "purple", "orange")
AUCTION = {"personalities": "all", "personality_choice": "auction"}
TRADE = {"personalities": "all", "personality_trade": True}


def test_each_has_one_and_no_two_the_same():
    """(ST-SETUP-11)"""
    game = Game(
        3, *([1] * 6), *([1] * 4), options={"personalities": "original"}, seats=SEATS, setup=True
    )
    while isinstance(game.pending, Choice):
        game.order(game.pending.seat, game.pending.silence)
    held = [game.now[seat]["personality"] for seat in SEATS]
    assert len(set(held)) == 6
    assert held[2] == "The Navigator"
    assert len({game.now[seat]["at"] for seat in SEATS}) == 6


def test_with_the_insider_nobody_else_starts_on_capital():
    """(ST-PERSON-22, ST-SETUP-14, ST-SETUP-18)"""
    game = Game(
        1,
        *([6] + [1] * 5),
        *([1] * 4),
        options={"personalities": "original"},
        seats=SEATS,
        setup=True,
    )
    assert game.now["red"]["at"] == "Capital"
    assert [seat for seat in SEATS if game.now[seat]["at"] == "Capital"] == ["red"]
    assert game.now["waiting"] == ["red"]
    assert all(game.now[seat]["stations"] for seat in SEATS)
    assert not game.state.contracts
    assert "ST-STATION-04" in game.refused("red", "take capital")
    for _ in range(3):
        game.order("red", game.pending.silence)
    assert len(game.now["red"]["stations"]) == 4
    assert game.now["stage"] == "movement"


def test_who_leaves_in_set_up_leaves_a_game_that_goes_on():
    """(ST-DROP-09)"""
    game = Game(
        1,
        *([6] + [1] * 2),
        *([1] * 2),
        options={"personalities": "original"},
        seats=SEATS[:3],
        setup=True,
    )
    ENGINE.leave(game.state, "red")
    game.go_on()
    assert game.now["turn"] == "blue"
    assert game.now["stage"] == "movement"


def test_bids_are_paid_out_of_what_the_personality_brings():
    """(ST-OPTION-06, ST-NEWPERSON-11)"""
    game = Game(1, 11, 1, 1, 1, 1, options=AUCTION, seats=SEATS[:2], setup=True)
    assert game.pending.cause.startswith("The Banker")
    assert "ST-OPTION-06" in game.refused("red", "bid 41")
    game.order("red", "bid 40").order("blue", "bid 1")
    assert game.now["red"]["stellors"] == 150 - 40
    assert game.now["red"]["engines"] == 1
    assert game.now["blue"]["personality"] == "The Navigator"
    assert game.now["blue"]["stellors"] == 40


def test_one_that_nobody_wants_is_laid_aside_but_everybody_gets_one():
    """(ST-OPTION-07, ST-OPTION-08)"""
    game = Game(
        1, *([1] * 40), options=AUCTION | {"personalities": "original"}, seats=SEATS, setup=True
    )
    closed = 0
    while isinstance(game.pending, Interval):
        game.close("auction")
        closed += 1
    assert closed == 6
    while isinstance(game.pending, Choice):
        game.order(game.pending.seat, game.pending.silence)
    held = [game.now[seat]["personality"] for seat in SEATS]
    assert len(set(held)) == 6
    assert "The Navigator" not in held


def test_who_has_one_does_not_bid_again():
    """(ST-OPTION-07)"""
    game = (
        Game(1, 1, 1, options=AUCTION, seats=SEATS[:3], setup=True)
        .order("red", "bid 2")
        .order("blue", "no bid")
        .order("green", "no bid")
    )
    assert game.pending.seats == ("blue", "green")
    assert "ST-OPTION-07" in game.refused("red", "bid 2")
    assert not [order for order in game.offered("red") if "bid" in order]


def test_as_agreed_each_takes_one_in_turn():
    """(ST-OPTION-08, ST-SETUP-11)"""
    game = Game(
        2,
        1,
        1,
        options={"personalities": "original", "personality_choice": "agreed"},
        seats=SEATS[:3],
        setup=True,
    )
    assert game.now["waiting"] == ["blue"]
    assert len(game.pending.things) == 7
    assert "ST-OPTION-08" in game.refused("green", "choose the hero")
    # one of the five, which are not in play
    assert "ST-OPTION-08" in game.refused("blue", "choose the banker")
    game.order("blue", "choose the psychic")
    assert game.pending.seat == "green"
    assert {"ST-OPTION-08", "ST-SETUP-11"} <= set(game.refused("green", "choose the psychic"))
    game.order("green", "choose the insider").order("red", "choose lucky lou")
    assert [game.now[seat]["personality"] for seat in SEATS[:3]] == [
        "Lucky Lou",
        "The Psychic",
        "The Insider",
    ]
    assert game.now["green"]["at"] == "Capital"


def test_who_leaves_takes_none():
    """(ST-OPTION-08, ST-DROP-09)"""
    game = Game(
        1,
        1,
        1,
        1,
        options={"personalities": "original", "personality_choice": "agreed"},
        seats=SEATS[:3],
        setup=True,
    )
    game.order("red", "choose lucky lou")
    ENGINE.leave(game.state, "blue")
    game.go_on()
    assert game.now["waiting"] == ["green"]
    game.order("green", "choose the navigator")
    assert game.now["stage"] == "movement"


def test_other_options_are_refused():
    """(ST-OPTION-08)"""
    for options in ({"personality_choice": "draft"}, {"draft": True}):
        with pytest.raises(Refusal) as refused:
            ENGINE.setup(SEATS[:2], options)
        assert set(refused.value.rules) <= {"ST-OPTION-06", "ST-OPTION-08"}


# --- passed on ------------------------------------------------------------------------------------


def test_what_is_passed_on_works_when_the_turn_is_over():
    """(ST-OPTION-01 to 03)"""
    game = Game(
        options=TRADE, red={"personality": "The Hero"}, blue={"personality": "The Navigator"}
    )
    personality_transfer.pass_on(game.state, "The Hero", "blue")
    assert personality_transfer.owner_to_be(game.state, "The Hero") == "blue"
    assert game.now["red"]["personality"] == "The Hero"
    game.order("red", "end")
    assert game.now["red"]["personality"] == ""
    assert game.now["blue"]["personality"] == ["The Navigator", "The Hero"]
    assert personality_transfer.owner_to_be(game.state, "The Hero") == "blue"


def test_capital_goes_with_the_insider_who_still_has_it():
    """(ST-OPTION-04, ST-IMPERIAL-08)"""
    red = {"personality": "The Insider", "stations": ["Capital", "Oz"], "imperial": ["Capital"]}
    game = Game(options=TRADE | {"game": "advanced"}, red=red)
    personality_transfer.pass_on(game.state, "The Insider", "blue")
    game.order("red", "end")
    assert game.now["red"]["stations"] == ["Oz"]
    assert "Capital" in game.now["blue"]["stations"]
    assert game.now["blue"]["imperial"] == []
    game = Game(
        options=TRADE,
        red={"personality": "The Insider", "stations": ["Oz"]},
        green={"stations": ["Capital"]},
    )
    personality_transfer.pass_on(game.state, "The Insider", "blue")
    assert game.order("red", "end").now["green"]["stations"] == ["Capital"]


def test_limits_are_looked_at_anew():
    """(ST-OPTION-05)"""
    red = {
        "personality": ["The Engineer", "Lucky Lou"],
        "engines": 6,
        "hand": ["Zap", "Gotcha", "Piracy"],
    }
    game = Game(options=TRADE, red=red, stage="closing")
    personality_transfer.pass_on(game.state, "The Engineer", "blue")
    personality_transfer.pass_on(game.state, "Lucky Lou", "blue")
    game.order("red", "end")
    assert game.now["red"]["engines"] == 5
    assert game.now["waiting"] == ["red"]
    game.order("red", "discard zap")
    assert game.now["red"]["hand"] == ["Gotcha", "Piracy"]
    assert game.now["turn"] == "blue"


def test_personalities_prevail_also_several_at_once():
    """(ST-PERSON-02, ST-OPTION-02)"""
    game = Game(
        options=TRADE,
        red={
            "at": "Oz",
            "personality": ["The Banker", "The Engineer"],
            "engines": 5,
            "stellors": 40,
        },
        shipyards=["Capital"],
    )
    game.order("red", "engine")
    assert game.now["red"]["engines"] == 6
    assert game.now["red"]["stellors"] == 0
