"""Piracy (ST-CARD-19 to 26)."""

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Choice

CONTRACTS = ["Robots to Awwad", "Fur to Hench", "Hive to Verne"]


def met(red, blue, **more):
    """Red and blue on Oz."""
    return Game(
        red={"at": "Oz", "stations": [], **red},
        blue={"at": "Oz", "stations": [], **blue},
        contracts=CONTRACTS,
        **more,
    )


def test_a_cargo_and_two_prestige():
    """ST-CARD-19, ST-CARGO-20"""
    game = (
        met({"hand": ["Piracy"]}, {"prestige": 6, "cargo": ["Fur"]})
        .order("red", "play piracy on blue")
        .close("calamity")
    )
    assert (game.now["red"]["cargo"], game.now["red"]["markers"], game.now["red"]["prestige"]) == (
        ["Fur"],
        ["Fur to Hench"],
        3,
    )
    assert (
        game.now["blue"]["cargo"],
        game.now["blue"]["markers"],
        game.now["blue"]["prestige"],
    ) == ([], [], 4)


def test_each_half_without_the_other():
    """ST-CARD-20, ST-CARD-21, ST-CARD-22, ST-CARD-26"""
    game = (
        met({"hand": ["Piracy"]}, {"prestige": 0, "cargo": ["Fur"]})
        .order("red", "play piracy on blue")
        .close("calamity")
    )
    assert (game.now["red"]["cargo"], game.now["red"]["prestige"]) == (["Fur"], 1)
    game = (
        met({"hand": ["Piracy"]}, {"prestige": 1})
        .order("red", "play piracy on blue")
        .close("calamity")
    )
    assert (game.now["red"]["prestige"], game.now["blue"]["prestige"]) == (2, 0)
    game = met({"hand": ["Piracy"]}, {"prestige": 0})
    assert game.refused("red", "play piracy on blue") == ("ST-CARD-26",)


def test_which_cargo_is_the_pirates_to_say():
    """ST-CARD-19"""
    game = met({"hand": ["Piracy"]}, {"cargo": ["Fur", "Robots"]})
    assert {"play piracy on blue taking fur", "play piracy on blue taking robots"} <= set(
        game.offered("red")
    )
    assert "ST-CARD-19" in game.refused("red", "play piracy on blue taking hive")
    game.order("red", "play piracy on blue").close("calamity")
    assert isinstance(game.pending, Choice)
    assert game.pending.seat == "red"
    assert game.order("red", "choose robots").now["red"]["cargo"] == ["Robots"]


def test_only_in_ones_own_turn_and_on_a_shared_world():
    """ST-CARD-25, ST-LUCK-03, ST-TRADE-15"""
    game = Game(
        red={"at": "Oz", "hand": ["Piracy"]},
        blue={"at": "Oz", "hand": ["Piracy"]},
        green={"at": "Wells", "prestige": 5},
    )
    assert "ST-CARD-25" in game.refused("red", "play piracy on green")
    assert "ST-CARD-25" in game.refused("blue", "play piracy on red")
    game = Game(
        4,
        lines=[["Oz", "Hench", "red"]],
        red={"at": "Oz", "stations": [], "hand": ["Piracy"]},
        blue={"at": "Oz", "prestige": 5},
    )
    game.order("red", "jump hench").close("quarantine")
    assert "ST-CARD-25" in game.refused("red", "play piracy on blue")  # in hyperspace


def test_a_full_hold_sheds_a_cargo_at_once_and_pays_for_it():
    """ST-CARD-24, ST-LUCK-15, ST-CARGO-12, ST-CARGO-13, ST-DELIVER-12"""
    full = {"cargo": ["Fur", "Robots"], "hand": ["Piracy"], "prestige": 4}
    game = met(full | {"stellors": 4}, {"prestige": 0, "cargo": ["Hive"]})
    assert "ST-CARD-24" in game.refused("red", "play piracy on blue")
    assert not any("piracy" in order for order in game.offered("red"))
    game = (
        met(full | {"stellors": 5}, {"prestige": 1, "cargo": ["Hive"]})
        .order("red", "play piracy on blue")
        .close("calamity")
    )
    assert game.pending.things == ("abandon fur", "abandon robots", "abandon hive")
    assert game.refused("red", "end")[0] == "ST-CARGO-12"
    game.order("red", "abandon fur")
    assert (game.now["red"]["cargo"], game.now["red"]["stellors"], game.now["red"]["prestige"]) == (
        ["Robots", "Hive"],
        0,
        2,
    )


def test_imperial_cargo_is_not_taken():
    """ST-MISSION-10"""
    blue = {
        "mission": {"from": "Shower", "to": "Mink"},
        "cargo": ["Imperial Cargo (blue)"],
        "prestige": 5,
    }
    game = met({"hand": ["Piracy", "Piracy"]}, blue)
    assert (
        game.refused("red", "play piracy on blue taking imperial cargo (blue)")[0]
        == "ST-MISSION-10"
    )
    game.order("red", "play piracy on blue").close("calamity")
    assert (game.now["red"]["cargo"], game.now["red"]["prestige"]) == ([], 3)


def test_no_right_to_deliver_comes_with_it():
    """ST-CARD-23"""
    game = Game(
        red={"at": "Oz", "stations": [], "hand": ["Piracy"]},
        blue={"at": "Oz", "prestige": 7, "cargo": ["Fur"], "rights": ["Fur"]},
        contracts=["Robots to Awwad"],
        completed=["Fur to Hench"],
    ).order("red", "play piracy on blue")
    assert (game.now["red"]["rights"], game.now["blue"]["rights"], game.now["completed"]) == (
        [],
        ["Fur"],
        ["Fur to Hench"],
    )
