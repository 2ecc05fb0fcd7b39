"""Contracts and cargo (ST-CARGO): loading, markers, re-association, abandoning."""

from collections import Counter

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.star_traders.edition import standard

TWO = ["Hyperdrives to Wells", "Hyperdrives to Awwad"]


def trader(at="Oz", **more):
    return {"at": at, "stations": [], **more}


def test_the_contract_deck():
    """ST-CARGO-02, ST-CARGO-21, ST-CARGO-22"""
    book = standard()
    cards = book.printed.contracts
    assert len(cards) == len({(card.cargo, card.deliver) for card in cards}) == 72
    assert set(Counter(card.pick_up for card in cards).values()) == {2}
    for card in cards:
        assert card.cargo == book.worlds[card.pick_up].exports
        assert card.pick_up != card.deliver
        assert card.stellors > 0 < card.prestige
        assert card.station == card.average // 2


def test_loading_puts_a_marker_on_the_first_space_that_calls_for_it():
    """ST-CARGO-07, ST-CARGO-10, ST-CARGO-18, ST-TURN-10"""
    game = Game(red=trader("Kluge", stellors=0), contracts=["Fur to Hench", *TWO])
    assert {"load hyperdrives", "load hyperdrives x2"} <= set(game.offered("red"))
    game.order("red", "load hyperdrives x2")
    red = game.now["red"]
    assert red["cargo"] == ["Hyperdrives", "Hyperdrives"]
    assert red["markers"] == ["Hyperdrives to Wells"] * 2
    assert (red["stellors"], red["jumps_left"], game.now["stage"]) == (0, 3, "movement")


def test_what_may_be_loaded_and_where():
    """ST-CARGO-04, ST-CARGO-05, ST-CARGO-06, ST-CARGO-09"""
    game = Game(
        red=trader("Kluge", cargo=["Fur"]),
        blue=trader("Kluge"),
        contracts=TWO,
        completed=["Fur to Hench"],
    )
    assert game.refused("red", "load telepaths")[0] == "ST-CARGO-05"
    assert game.refused("red", "load fur")[:2] == ("ST-CARGO-05", "ST-CARGO-04")
    assert game.refused("blue", "load hyperdrives")[0] == "ST-CARGO-06"
    assert game.refused("red", "load hyperdrives x2")[0] == "ST-CARGO-09"
    assert game.offered("red").count("load hyperdrives") == 1
    assert "load hyperdrives x2" not in game.offered("red")
    game.order("red", "load hyperdrives")
    assert game.refused("red", "load hyperdrives")[0] == "ST-CARGO-09"
    elsewhere = Game(red=trader(), contracts=TWO)
    assert elsewhere.refused("red", "load hyperdrives")[0] == "ST-CARGO-06"


def test_loading_is_possible_in_every_stage_of_the_own_turn():
    """ST-CARGO-06, ST-CARGO-08, ST-TURN-09"""
    for stage in ("movement", "action", "draw", "closing"):
        game = Game(
            red=trader("Kluge"),
            blue=trader("Kluge", cargo=["Hyperdrives"]),
            contracts=TWO,
            stage=stage,
        )
        assert game.order("red", "load hyperdrives").now["red"]["cargo"] == ["Hyperdrives"]


def test_who_carries_an_envoy_loads_and_delivers_nothing():
    """ST-CARD-07, ST-CARD-10"""
    game = Game(
        red=trader("Kluge", envoy="Telzey", cargo=["Fur"], rights=["Fur"]),
        contracts=TWO,
        completed=["Fur to Hench"],
    )
    assert game.refused("red", "load hyperdrives")[0] == "ST-CARD-10"
    assert game.refused("red", "deliver fur")[0] == "ST-CARD-07"
    assert not [offer for offer in game.offered("red") if offer.startswith(("load", "deliver"))]


def test_reassociation_at_any_time_in_anybodys_turn():
    """ST-CARGO-15, ST-CARGO-16, ST-CARGO-17"""
    game = Game(blue=trader(cargo=["Hyperdrives"]), contracts=TWO)
    assert "assign hyperdrives to 2" in game.offered("blue")
    assert game.order("blue", "assign hyperdrives to 2").now["blue"]["markers"] == [
        "Hyperdrives to Awwad"
    ]
    assert game.now["turn"] == "red"
    assert game.refused("blue", "assign hyperdrives to 2")[0] == "ST-CARGO-16"


@pytest.mark.parametrize("where", ["3", "6", "completed 1", "completed 2"])
def test_reassociation_to_what_does_not_call_for_it_or_gives_no_right(where):
    """ST-CARGO-16, ST-COMPLETED-10"""
    game = Game(
        blue=trader(cargo=["Hyperdrives"]),
        contracts=["Fur to Hench", "", "Hive to Verne"],
        completed=["Hyperdrives to Wells"],
    )
    assert "ST-CARGO-16" in game.refused("blue", f"assign hyperdrives to {where}")


def test_reassociation_inside_an_interval_is_done_at_once():
    """ST-CARGO-16"""
    game = Game(
        lines=[["Oz", "Endor", "orange"]],
        red=trader(),
        blue=trader(hand=["Zap"], cargo=["Hyperdrives"]),
        contracts=TWO,
    )
    game.order("red", "jump endor").order("blue", "assign hyperdrives to 2")
    assert game.now["interval"] == "quarantine"
    assert game.now["blue"]["markers"] == ["Hyperdrives to Awwad"]


def test_abandoning_costs_five_stellors_and_three_prestige():
    """ST-DELIVER-12, ST-DELIVER-13, ST-DELIVER-18"""
    for stage in ("movement", "draw", "closing"):
        game = Game(
            red=trader(stellors=9, prestige=4, cargo=["Fur"]),
            contracts=["Fur to Hench"],
            stage=stage,
        )
        assert "abandon fur" in game.offered("red")
        game.order("red", "abandon fur")
        assert (
            game.now["red"]["stellors"],
            game.now["red"]["prestige"],
            game.now["red"]["cargo"],
        ) == (4, 1, [])
        assert game.refused("red", "load fur")[0] == "ST-CARGO-06"
    assert (
        Game(red=trader(prestige=1, cargo=["Fur"]))
        .order("red", "abandon fur")
        .now["red"]["prestige"]
        == 0
    )


def test_abandoning_needs_the_money_the_cargo_and_the_own_turn():
    """ST-DELIVER-17, ST-DELIVER-22"""
    game = Game(red=trader(stellors=4, cargo=["Fur"]), blue=trader(cargo=["Fur"]))
    assert game.refused("red", "abandon fur")[0] == "ST-DELIVER-22"
    assert game.refused("red", "abandon hive")[0] == "ST-DELIVER-12"
    assert game.refused("blue", "abandon fur")[0] == "ST-DELIVER-17"
    assert "abandon fur" not in game.offered("red")


def test_abandoning_for_a_completed_contract_takes_a_token():
    """ST-DELIVER-14, ST-COMPLETED-08"""
    two = Game(red=trader(cargo=["Fur"], rights=["Fur", "Fur"]), completed=["Fur to Frygia"]).order(
        "red", "abandon fur"
    )
    assert (two.now["red"]["rights"], two.now["completed"]) == (["Fur"], ["Fur to Frygia"])
    none = Game(red=trader(cargo=["Fur"]), completed=["Fur to Frygia"]).order("red", "abandon fur")
    assert (none.now["completed"], none.now["contract_discard"]) == ([], ["Fur to Frygia"])
    current = Game(
        red=trader(cargo=["Fur"], rights=["Fur"]),
        contracts=["Fur to Hench"],
        completed=["Fur to Frygia"],
    ).order("red", "abandon fur")
    assert current.now["red"]["rights"] == ["Fur"]


def test_a_pirate_with_a_full_hold_abandons_what_is_over_at_once():
    """ST-CARGO-12, ST-CARGO-13"""
    start = {
        "blue": trader(cargo=["Fur"]),
        "contracts": ["Fur to Hench", "Hive to Verne", "Robots to Jaxin"],
    }
    game = (
        Game(red=trader(prestige=5, cargo=["Hive", "Robots"], hand=["Piracy"]), **start)
        .order("red", "play piracy on blue")
        .close_all()
    )
    assert game.now["waiting"] == ["red"]
    assert game.refused("red", "halt") == ("ST-CARGO-12",)
    game.order("red", "abandon robots")
    red = game.now["red"]
    assert (sorted(red["cargo"]), red["stellors"], red["prestige"]) == (["Fur", "Hive"], 35, 3)
    poor = Game(red=trader(stellors=4, cargo=["Hive", "Robots"], hand=["Piracy"]), **start)
    assert "ST-CARGO-13" in poor.refused("red", "play piracy on blue")


def test_excess_of_one_kind_goes_without_a_question():
    """ST-CARGO-12: where only one thing can be chosen it is."""
    game = Game(
        red=trader(prestige=9, cargo=["Fur", "Fur"], hand=["Piracy"]),
        blue=trader(cargo=["Fur"]),
        contracts=["Fur to Hench"],
    )
    game.order("red", "play piracy on blue").close_all()
    assert (game.now["red"]["cargo"], game.now["red"]["stellors"], game.now["stage"]) == (
        ["Fur", "Fur"],
        35,
        "movement",
    )
