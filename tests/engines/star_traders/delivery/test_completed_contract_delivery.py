"""Completed Contracts (ST-COMPLETED)."""

import pytest

from tests.engines.star_traders.game import Game


def trader(at="Oz", **more):
    return {"at": at, "stations": [], **more}


def late(at="Frygia", **more):
    """Red with one Fur and the right to deliver it late on Frygia, where blue has a station."""
    red = trader(at, **{"cargo": ["Fur"], "rights": ["Fur"], **more})
    return Game(
        red=red,
        blue={"at": "Oz", "stations": ["Frygia"]},
        contracts=["Robots to Jaxin"],
        completed=["Fur to Frygia"],
    )


def test_a_late_delivery_pays_nobody_and_frees_the_card():
    """ST-COMPLETED-04, ST-COMPLETED-06, ST-COMPLETED-08, ST-COMPLETED-09, ST-DELIVER-11"""
    game = late()
    assert game.now["red"]["cargo"] == ["Fur"]  # never compulsory
    assert "deliver fur" in game.offered("red")
    now = game.order("red", "deliver fur").now
    assert (
        now["red"]["cargo"],
        now["red"]["rights"],
        now["red"]["stellors"],
        now["red"]["prestige"],
    ) == ([], [], 40, 1)
    assert (now["blue"]["stellors"], now["completed"], now["contract_discard"]) == (
        40,
        [],
        ["Fur to Frygia"],
    )


def test_it_needs_place_turn_right_and_cargo():
    """ST-COMPLETED-10, ST-COMPLETED-11"""
    assert late(at="Oz").refused("red", "deliver fur")[0] == "ST-COMPLETED-11"
    assert late(rights=[]).refused("red", "deliver fur")[0] == "ST-COMPLETED-10"
    assert "ST-COMPLETED-11" in late().order("red", "end").refused("red", "deliver fur")
    assert late(cargo=[]).refused("red", "deliver fur") == ("ST-DELIVER-02", "ST-DELIVER-11")
    assert late().refused("red", "deliver fur x2")[0] == "ST-COMPLETED-05"


def test_one_token_covers_copies_delivered_together():
    """ST-COMPLETED-05"""
    game = late(cargo=["Fur", "Fur"])
    assert {"deliver fur", "deliver fur x2"} <= set(game.offered("red"))
    assert game.order("red", "deliver fur x2").now["completed"] == []
    apart = late(cargo=["Fur", "Fur"]).order("red", "deliver fur")
    assert apart.now["completed"] == ["Fur to Frygia"]  # the other copy's marker is still on it
    assert apart.refused("red", "deliver fur")[0] == "ST-COMPLETED-10"


def test_two_tokens_of_one_trader_serve_twice():
    """ST-COMPLETED-07"""
    game = late(cargo=["Fur", "Fur"], rights=["Fur", "Fur"]).order("red", "deliver fur")
    assert game.now["red"]["rights"] == ["Fur"]
    assert game.order("red", "deliver fur").now["red"]["cargo"] == []


def test_a_cargo_marked_elsewhere_serves_as_well():
    """ST-COMPLETED-06"""
    red = trader("Frygia", cargo=["Fur"], markers=["Fur to Hench"], rights=["Fur"])
    game = Game(red=red, contracts=["Fur to Hench"], completed=["Fur to Frygia"]).order(
        "red", "deliver fur"
    )
    assert (game.now["red"]["markers"], game.now["completed"], game.now["contracts"]) == (
        [],
        [],
        ["Fur to Hench"],
    )


def test_a_card_stays_as_long_as_a_marker_or_a_token_is_there():
    """ST-COMPLETED-08, ST-COMPLETED-12"""
    red, blue = trader(cargo=["Fur"]), trader(rights=["Fur"])
    game = Game(red=red, blue=blue, contracts=["Fur to Hench"], completed=["Fur to Frygia"])
    assert game.now["red"]["markers"] == ["Fur to Hench"]
    assert game.order("red", "abandon fur").now["completed"] == ["Fur to Frygia"]  # blue's token
    moved = Game(
        red=trader(cargo=["Fur"], markers=["Fur to Frygia"]),
        contracts=["Fur to Hench"],
        completed=["Fur to Frygia"],
    )
    assert moved.order("red", "assign fur to 1").now["completed"] == []


@pytest.mark.parametrize("stage", ["movement", "action", "draw", "closing"])
def test_it_may_be_made_in_any_part_of_the_turn(stage):
    """ST-DELIVER-18"""
    game = Game(
        red=trader("Frygia", cargo=["Fur"], rights=["Fur"]),
        completed=["Fur to Frygia"],
        stage=stage,
    )
    assert game.order("red", "deliver fur").now["red"]["cargo"] == []
