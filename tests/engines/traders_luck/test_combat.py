"""Combats of Bounty Hunters & Pirates, and what they leave behind (BH-CMB)."""

from __future__ import annotations

from tests.engines.traders_luck.game import Game, lot
from tests.engines.traders_luck.hunters import ON, POLICE, QUIET, SLACK, fight, level
from traders.engines.traders_luck import ENGINE


def test_a_full_hold_takes_no_loot_and_no_die_falls_again():
    """BH-ATK-06, BH-ATK-07"""
    faces = ("robots", "robots", "luxury", "food", "no police", "trader", "blank", "blank")
    game = Game(*faces, options=ON, red={"missiles": 1, "cargo": [lot("robots", 5, 6)]})
    game.order("red", "travel medium", "settle", "attack trader taking robots")
    assert (game.now["planet"]["dice"], game.now["red"]["piracy"]) == (
        ["robots", "robots", "luxury", "food"],
        1,
    )
    assert game.now["stage"] == "trade"


def test_what_is_taken_must_be_said_where_there_is_a_choice():
    """BH-ATK-04"""
    faces = ("food", "robots", "luxury", "food", "no police", "trader", "blank", "blank")
    game = Game(*faces, options=ON, red={"missiles": 1}).order("red", "travel medium", "settle")
    assert game.refused("red", "attack trader") == ("BH-ATK-04",)
    assert game.refused("red", "attack pirate")[0] == "BH-ATK-01"


def test_with_free_trading_any_kind_is_taken():
    """BH-ATK-05, TL-FBS-01"""
    faces = ("food", "robots", "luxury", "food", "no police", "trader", "blank", "blank", "ore")
    game = Game(
        *faces,
        options={**ON, "free_trading": True},
        red={"missiles": 1, "cargo": [lot("ore", 1, 6)]},
    )
    game.order("red", "travel medium", "settle", "attack trader taking luxury")
    assert game.now["red"]["cargo"] == [lot("ore", 1, 6), lot("luxury", 1, 24)]
    assert "BH-STO-05" in game.refused("red", "sell illegal 1 luxury")
    assert game.order("red", "sell 1 ore").now["red"]["credits"] == 17


def test_the_shield_is_for_who_has_one():
    """BH-PIR-04"""
    game = Game(*QUIET, options=ON).order("red", "travel small", "settle")
    assert game.refused("red", "shield")[:2] == ("BH-PIR-04", "BH-SEQ-01")


def test_a_beaten_pirate_is_not_robbed_under_the_police():
    """BH-PVP-08, BH-CMB-07"""
    game = fight({"piracy": 1, "cargo": [lot("ore", 2, 3)]}, {"piracy": 2}, *POLICE)
    assert game.now["interval"] == "none"
    assert game.now["red"]["cargo"] == []
    assert (game.now["blue"]["cargo"], game.now["blue"]["credits"], game.now["blue"]["piracy"]) == (
        [],
        15,
        1,
    )


def test_what_does_not_fit_stays_with_its_owner():
    """BH-CMB-04, BH-STO-02"""
    game = fight({"cargo": [lot("ore", 3, 3), lot("ore", 2, 4)]}, {"cargo": [lot("ore", 3, 7)]})
    game.order("blue", "take cargo")
    assert game.now["blue"]["cargo"] == [lot("ore", 3, 7), lot("ore", 2, 3)]
    assert game.now["red"]["cargo"] == [lot("ore", 1, 3), lot("ore", 2, 4)]


def test_silent_victors_take_what_costs_them_nothing():
    """BH-CMB-05, BH-CMB-10"""
    assert fight({"cargo": [lot("ore", 3, 3)]}, {}).close("spoils").now["blue"]["cargo"] == [
        lot("ore", 3, 3)
    ]
    game = fight({"cargo": [lot("ore", 3, 3)]}, {"cargo": [lot("food", 1, 3)]}).close("spoils")
    assert (game.now["blue"]["cargo"], game.now["red"]["cargo"]) == (
        [lot("food", 1, 3)],
        [lot("ore", 3, 3)],
    )
    game = fight({"piracy": 1, "cargo": [lot("ore", 3, 3)]}, {}).close("spoils")
    assert (game.now["blue"]["cargo"], game.now["blue"]["piracy"], game.now["red"]["cargo"]) == (
        [],
        0,
        [],
    )


def test_a_pirate_is_robbed_and_an_honest_player_s_cargo_taken_each_by_its_word():
    """BH-CMB-10, BH-CMB-04"""
    game = fight({"piracy": 1, "cargo": [lot("ore", 3, 3)]}, {})
    assert game.refused("blue", "take cargo") == ("BH-CMB-10",)
    assert "BH-CMB-04" in game.refused("red", "leave cargo")
    game = fight({"cargo": [lot("ore", 3, 3)]}, {})
    assert "BH-CMB-10" in game.refused("blue", "pirate")


def test_with_free_trading_nothing_is_given_up():
    """BH-CMB-05"""
    game = fight(
        {"cargo": [lot("ore", 3, 3)]},
        {"cargo": [lot("food", 4, 3)]},
        options={"free_trading": True},
    )
    assert game.order("blue", "take cargo").now["blue"]["cargo"] == [
        lot("food", 4, 3),
        lot("ore", 1, 3),
    ]


def test_missiles_must_exceed_shields():
    """BH-CMB-03, BH-CMB-11"""
    game = fight(
        {"shields": 2, "missiles": 1},
        {"shields": 1},
        commits=("1 missiles and 2 shields", "2 missiles and 1 shields"),
    )
    assert game.now["interval"] == "none"
    assert (game.now["red"]["credits"], game.now["blue"]["days"]) == (10, 6)
    assert (
        game.now["red"]["shields"],
        game.now["red"]["missiles"],
        game.now["blue"]["missiles"],
        game.now["blue"]["shields"],
    ) == (0, 0, 1, 0)
    assert (game.now["blue"]["piracy"], game.now["red"]["piracy"]) == (1, 0)


def test_an_attacker_commits_a_missile():
    """BH-PVP-07"""
    start = level(4, red={}, blue={"missiles": 3})
    game = Game(*QUIET, options=SLACK, **start).order("red", "travel small", "settle")
    game.order("blue", "intercept")
    for nothing in ("commit nothing", "commit 0 missiles and 0 shields"):
        assert game.refused("blue", nothing) == ("BH-PVP-07",)


def test_no_counter_strike_without_a_missile():
    """BH-CMB-09, BH-RAT-02"""
    game = fight(
        {"piracy": 1, "shields": 1},
        {},
        commits=("0 missiles and 1 shields", "1 missiles and 0 shields"),
    )
    assert (game.now["red"]["piracy"], game.now["blue"]["piracy"], game.now["blue"]["bounty"]) == (
        1,
        0,
        0,
    )


def test_a_combat_of_who_leaves_is_off():
    """TL-ORD-06"""
    game = Game(*QUIET, options=SLACK, **level(blue={"missiles": 3})).order(
        "red", "travel small", "settle"
    )
    game.order("blue", "intercept")
    game.events += ENGINE.leave(game.state, "blue")
    assert (game.now["interval"], game.now["stage"], game.now["turn"]) == ("none", "trade", "red")
    game.events += ENGINE.leave(game.state, "red")
    assert (game.now["over"], game.now["winner"]) == (True, "green")


def test_a_defeat_has_its_consequences_though_one_side_leaves():
    """BH-CMB-06, BH-CMB-07: a beaten pirate's cargo is lost and the hunter's Piracy point too,
    whoever drops out before the spoils.
    """
    victor, loser = {"piracy": 2}, {"piracy": 1, "cargo": [lot("food", 2, 3)]}
    for leaving in ("red", "blue"):
        game = fight(loser, victor)
        assert game.now["interval"] == "spoils"
        game.events += ENGINE.leave(game.state, leaving)
        assert (game.now["interval"], game.now["red"]["cargo"]) == ("none", [])
        assert (game.now["turn"], game.now["stage"]) == (
            ("red", "trade") if leaving == "blue" else ("green", "travel")
        )
        if leaving == "red":
            assert game.now["blue"]["piracy"] == 1


def test_the_police_keep_nobody_from_striking_back():
    """BH-PVP-08, BH-CMB-09: be the attacker an honest hunter or a pirate, whom the police keep from
    being robbed alone.
    """
    red, sealed = (
        {"missiles": 1, "shields": 1, "piracy": 1},
        ("1 missiles and 1 shields", "1 missiles"),
    )
    game = fight(red, {"cargo": [lot("ore", 1, 3)]}, *POLICE, commits=sealed)
    assert (game.now["interval"], game.now["red"]["piracy"], game.now["red"]["missiles"]) == (
        "spoils",
        2,
        0,
    )
    assert game.order("red", "take cargo").now["red"]["cargo"] == [lot("ore", 1, 3)]
    game = fight(red, {"piracy": 1, "cargo": [lot("ore", 1, 3)]}, *POLICE, commits=sealed)
    assert (game.now["interval"], game.now["red"]["cargo"], game.now["blue"]["cargo"]) == (
        "none",
        [],
        [],
    )
