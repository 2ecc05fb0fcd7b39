"""Dropping out (ST-DROP)."""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.contract import Choice, Over, Refusal
from traders.engines.star_traders import ENGINE


def leave(game, seat):
    game.events += ENGINE.leave(game.state, seat)
    game.go_on()
    return game


def test_everything_goes():
    """ST-DROP-01 to 04"""
    blue = {
        "at": "Oz",
        "stellors": 55,
        "hand": ["Zap", "Gotcha"],
        "cargo": ["Fur"],
        "rights": ["Fur"],
        "envoy": "Helix",
        "stressed": True,
        "stations": ["Oz", "Wells"],
    }
    game = Game(
        blue=blue, quarantines=[{"world": "Mink", "by": "blue"}], contracts=["Robots to Awwad"], completed=["Fur to Hench"], luck_discard=[]
    )
    leave(game, "blue")
    now = game.now["blue"]
    assert (now["at"], now["stellors"], now["engines"], now["hand"], now["cargo"], now["stations"], now["rights"]) == (
        "",
        0,
        0,
        [],
        [],
        [],
        [],
    )
    assert sorted(game.now["luck_discard"]) == ["Gotcha", "Imperial Envoy (Helix)", "Quarantine", "Stressed Engines", "Zap"]
    assert (game.now["completed"], game.now["contract_discard"], game.now["quarantines"]) == ([], ["Fur to Hench"], [])
    assert game.now["turn"] == "red"
    assert ENGINE.seats_in_order(game.state) == ("red", "green")
    with pytest.raises(Refusal):
        ENGINE.leave(game.state, "blue")
    assert ENGINE.offers(game.state, "blue") == ()
    assert game.refused("blue", "end") == ("ST-DROP-02",)


def test_in_ones_own_turn_the_turn_passes():
    """ST-DROP-09"""
    game = Game(2, lines=[["Mink", "Niven", "orange"]], red={"at": "Mink"}, blue={"hand": ["Zap"]}).order("red", "jump niven")
    leave(game, "red")
    assert (game.now["turn"], game.now["stage"], game.state.jump) == ("blue", "movement", None)
    game.order("blue", "end").order("green", "end")
    assert game.now["turn"] == "blue"
    assert game.now["round"] == 2


def test_the_last_one_left_wins_by_default():
    """ST-DROP-08"""
    game = leave(Game(seats=("red", "blue")), "red")
    assert isinstance(game.pending, Over)
    assert (game.now["winner"], game.now["over"], game.pending.ending) == ("blue", True, "default")
    assert game.refused("blue", "end")
    assert ENGINE.offers(game.state, "blue") == ()


def test_a_calamity_on_who_left_is_void():
    game = Game(red={"hand": ["Lose a Station", "Zap"]}, blue={"stations": ["Oz", "Wells"]}).order("red", "play lose a station on blue")
    leave(game, "blue")
    assert game.now["interval"] == "none"
    assert game.now["luck_discard"] == ["Lose a Station"]
    game = Game(red={"hand": ["Lose a Station"]}, blue={"stations": ["Oz", "Wells"]}).order("red", "play lose a station on blue")
    leave(game, "blue")
    assert (game.now["waiting"], game.now["luck_discard"]) == (["red"], ["Lose a Station"])


def test_a_card_under_way_is_not_lost_with_its_player():
    game = Game(red={"hand": ["Gotcha", "Zap"]}, blue={"prestige": 4}).order("red", "play gotcha on blue")
    leave(game, "red")
    assert sorted(game.now["luck_discard"]) == ["Gotcha", "Zap"]
    assert game.now["blue"]["prestige"] == 4


def test_what_concerns_the_table_goes_on_without_who_left():
    """ST-DROP-09, ST-LUCK-14, ST-DELIVER-08"""
    game = Game(red={"hand": ["Lose a Station"]}, blue={"stations": ["Oz", "Wells"]}).order("red", "play lose a station on blue")
    assert isinstance(game.pending, Choice)
    leave(game, "red")
    assert (game.now["turn"], game.now["luck_discard"], game.now["blue"]["stations"]) == ("blue", ["Lose a Station"], ["Wells", "Oz"])
    contracts = ["Tourists to Jackpot", "Fur to Hench"]
    game = Game(
        6,
        red={"at": "Jackpot", "stations": [], "cargo": ["Tourists"]},
        blue={"hand": ["Zap"]},
        contracts=contracts,
        contract_deck=["Hive to Verne"],
    )
    assert game.now["interval"] == "die"
    leave(game, "red")
    assert game.now["contracts"] == ["Hive to Verne", "Fur to Hench"]


def test_a_quarantine_that_was_not_answered_yet_goes_with_its_player():
    """ST-DROP-03"""
    game = Game(blue={"hand": ["Quarantine"]}, green={"hand": ["Zap"]}).order("blue", "play quarantine at oz")
    leave(game, "blue")
    assert (game.now["quarantines"], game.now["luck_discard"], game.now["interval"]) == ([], ["Quarantine"], "none")
