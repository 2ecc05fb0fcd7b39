"""Getting rid of cargo (ST-DELIVER) and races (ST-RACE)."""

import pytest

from tests.engines.star_traders.game import Game

LINE = [["Endor", "Frygia", "orange"]]


def trader(at="Oz", **more):
    return {"at": at, "stations": [], **more}


def arrives(*chance, cargo=("Fur",), **start):
    """Red jumps from Endor to Frygia with cargo."""
    red = trader("Endor", cargo=list(cargo), **start.pop("more", {}))
    return Game(2, *chance, lines=LINE, red=red, **start).order("red", "jump frygia")


def told(game, kind):
    return [event.text for event in game.events if event.kind == kind]


def test_a_wanted_cargo_is_delivered_on_arrival():
    """ST-DELIVER-02 to ST-DELIVER-06, ST-DELIVER-08, ST-CARGO-01, ST-CARGO-22, ST-DELIVER-10"""
    game = arrives(contracts=["Robots to Jaxin", "Fur to Frygia"], contract_deck=["Hive to Verne"])
    now = game.now
    assert (
        now["red"]["cargo"],
        now["red"]["markers"],
        now["red"]["stellors"],
        now["red"]["prestige"],
    ) == ([], [], 50, 3)
    assert (now["contracts"], now["contract_discard"], now["completed"]) == (
        ["Robots to Jaxin", "Hive to Verne"],
        ["Fur to Frygia"],
        [],
    )
    assert (now["stage"], now["red"]["jumps_left"], now["red"]["action"]) == (
        "movement",
        2,
        "unused",
    )


def test_cargo_leaves_a_hold_in_known_ways_alone():
    """ST-DELIVER-01: delivery, abandonment, cards, dropping out; passing it on comes with deals."""
    from traders.engines.star_traders.holdings import cargo_hold

    game = Game(red=trader(cargo=["Fur", "Hive"]))
    red = game.state.traders["red"]
    assert cargo_hold.take_out(red, "Hive").name == "Hive"
    assert cargo_hold.kinds(red) == ["Fur"]
    with pytest.raises(ValueError, match="no Hive"):
        cargo_hold.take_out(red, "Hive")


def test_one_copy_for_one_contract():
    """ST-CARGO-11, ST-COMPLETED-01"""
    game = arrives(
        cargo=["Fur", "Fur"],
        contracts=["Fur to Frygia", "Fur to Hench"],
        contract_deck=["Hive to Verne"],
    )
    now = game.now
    assert (now["red"]["cargo"], now["red"]["markers"], now["red"]["rights"]) == (
        ["Fur"],
        ["Fur to Frygia"],
        ["Fur"],
    )
    # doubled; the own second copy is no rival (ST-RACE-05)
    assert now["red"]["prestige"] == 1 + 2 * 2
    assert now["completed"] == ["Fur to Frygia"]


def test_the_marker_on_the_contract_served_comes_off_first():
    """ST-DELIVER-05"""
    marked = {"markers": ["Fur to Hench", "Fur to Frygia"]}
    game = arrives(
        cargo=["Fur", "Fur"],
        more=marked,
        contracts=["Fur to Hench", "Fur to Frygia"],
        contract_deck=["Hive to Verne"],
    )
    assert game.now["red"]["markers"] == ["Fur to Hench"]


def test_a_completed_contract_loses_a_marker_that_is_used_elsewhere():
    """ST-COMPLETED-12, ST-DELIVER-05"""
    start = {
        "contracts": ["Fur to Frygia"],
        "completed": ["Fur to Hench"],
        "contract_deck": ["Hive to Verne"],
    }
    game = arrives(more={"markers": ["Fur to Hench"]}, **start)
    assert game.now["completed"] == []
    assert sorted(game.now["contract_discard"]) == ["Fur to Frygia", "Fur to Hench"]


def test_several_due_wait_for_the_order_and_for_nothing_else():
    """ST-DELIVER-20, ST-DELIVER-04"""
    game = arrives(
        cargo=["Fur", "Hive"],
        contracts=["Fur to Frygia", "Hive to Frygia"],
        contract_deck=["Robots to Jaxin", "Telepaths to Bradbury"],
    )
    assert game.now["waiting"] == ["red"]
    for order in ("halt", "end", "build", "deliver fur x2", "jump endor"):
        assert game.refused("red", order) == ("ST-DELIVER-20", "ST-DELIVER-04", "ST-DELIVER-03")
    assert [offer for offer in game.offered("red") if offer.startswith("deliver")] == [
        "deliver fur",
        "deliver hive",
    ]
    game.order("red", "deliver hive")
    assert game.now["contracts"] == ["Telepaths to Bradbury", "Robots to Jaxin"]
    assert game.now["red"]["cargo"] == []


def test_a_chain_of_deliveries():
    """ST-DELIVER-19, ST-DELIVER-21, ST-PAYOFF-10"""
    game = arrives(
        cargo=["Fur", "Hive"],
        contracts=["Fur to Frygia"],
        contract_deck=["Hive to Frygia", "Robots to Jaxin"],
    )
    assert (game.now["red"]["cargo"], game.now["contracts"]) == ([], ["Robots to Jaxin"])
    assert game.now["red"]["prestige"] == 1 + 2 * (2 + 2)  # both on space 1, three Traders


def test_others_deliver_at_the_beginning_of_their_turns():
    """ST-DELIVER-17, ST-DELIVER-19, ST-DELIVER-23"""
    start = {"blue": trader("Verne", cargo=["Hive"]), "green": trader("Verne", cargo=["Hive"])}
    game = arrives(
        contracts=["Robots to Jaxin", "Fur to Frygia"],
        contract_deck=["Hive to Verne", "Telepaths to Bradbury"],
        luck_deck=["Zap"],
        **start,
    )
    assert game.now["blue"]["cargo"] == ["Hive"]
    game.order("red", "end")
    now = game.now
    assert (now["turn"], now["blue"]["cargo"], now["green"]["cargo"], now["green"]["rights"]) == (
        "blue",
        [],
        ["Hive"],
        ["Hive"],
    )


def test_a_lost_turn_delivers_nothing():
    """ST-TURN-20, ST-DELIVER-19"""
    game = Game(
        blue=trader("Frygia", cargo=["Fur"], skip=1), contracts=["Fur to Frygia"], luck_deck=["Zap"]
    )
    game.order("red", "end")
    assert (game.now["turn"], game.now["blue"]["cargo"]) == ("green", ["Fur"])


def test_stolen_cargo_that_is_wanted_here_is_delivered_at_once():
    """ST-DELIVER-03, ST-CARGO-20"""
    start = {"contracts": ["Robots to Jaxin", "Fur to Frygia"], "contract_deck": ["Hive to Verne"]}
    game = Game(
        red=trader("Frygia", hand=["Piracy"]),
        blue=trader("Frygia", prestige=2, cargo=["Fur"]),
        **start,
    )
    game.order("red", "play piracy on blue").close_all()
    assert (game.now["red"]["cargo"], game.now["red"]["stellors"], game.now["red"]["prestige"]) == (
        [],
        50,
        5,
    )


def test_the_contract_deck_is_made_anew_from_the_discards():
    """ST-DELIVER-09"""
    game = arrives(
        contracts=["Robots to Jaxin", "Fur to Frygia"],
        contract_deck=[],
        contract_discard=["Hive to Verne"],
    )
    assert game.now["contracts"] == ["Robots to Jaxin", "Hive to Verne"]
    assert (game.now["contract_deck"], game.now["contract_discard"]) == (["Fur to Frygia"], [])


def test_a_space_stays_empty_where_no_card_is_left_at_all():
    """ST-DELIVER-09, ST-DELIVER-07"""
    game = arrives(
        contracts=["Fur to Frygia"],
        contract_deck=[],
        contract_discard=[],
        blue=trader(cargo=["Fur"]),
    )
    assert (game.now["contracts"], game.now["completed"]) == ([], ["Fur to Frygia"])
    assert game.now["stage"] == "movement"


def test_a_race_counts_rival_traders_not_cargoes_and_is_announced():
    """ST-RACE-01, ST-RACE-02, ST-RACE-03, ST-RACE-05, ST-COMPLETED-03"""
    start = {"contracts": ["Fur to Hench", "Fur to Frygia"], "contract_deck": ["Hive to Verne"]}
    game = arrives(
        **start,
        blue=trader(cargo=["Fur", "Fur"], markers=["Fur to Hench", "Fur to Frygia"]),
        green=trader(cargo=["Fur"]),
    )
    assert game.now["red"]["prestige"] == 1 + 2 + 2
    assert (game.now["blue"]["rights"], game.now["green"]["rights"], game.now["red"]["rights"]) == (
        ["Fur"],
        ["Fur"],
        [],
    )
    assert told(game, "wins-race") == ["Red wins the race with Fur against Blue and Green."]


def test_every_paid_delivery_is_a_race_of_its_own():
    """ST-RACE-06"""
    lines = [["Terra", "Awwad", "orange"], ["Awwad", "Wells", "orange"]]
    start = {
        "contracts": ["Robots to Jaxin", "Hyperdrives to Wells", "Hyperdrives to Awwad"],
        "contract_deck": ["Fur to Hench", "Hive to Verne"],
    }
    game = Game(
        2,
        2,
        lines=lines,
        red=trader("Terra", cargo=["Hyperdrives"] * 2),
        blue=trader(cargo=["Hyperdrives"]),
        **start,
    )
    game.order("red", "jump awwad").order("red", "jump wells")
    assert len(told(game, "wins-race")) == 2
    assert game.now["blue"]["rights"] == ["Hyperdrives", "Hyperdrives"]


def test_the_next_contract_but_the_imperial_one_is_not_replaced_after_a_drop_out():
    """ST-DROP-05, ST-DROP-06"""
    from traders.engines.star_traders import ENGINE

    seats = ("red", "blue", "green", "yellow")
    start = {
        "contracts": ["Fur to Frygia", "Hive to Frygia", "Robots to Jaxin"],
        "contract_deck": ["Telepaths to Bradbury", "Autodocs to Wolf"],
    }
    game = Game(2, 2, seats=seats, lines=LINE, red=trader("Endor", cargo=["Fur", "Hive"]), **start)
    ENGINE.leave(game.state, "yellow")
    game.order("red", "jump frygia").order("red", "deliver fur")
    assert game.now["contracts"] == ["Telepaths to Bradbury", "", "Robots to Jaxin"]


def test_the_basic_game_never_has_fewer_than_two_contracts():
    """ST-DROP-06"""
    from traders.engines.star_traders import ENGINE

    start = {
        "contracts": ["Robots to Jaxin", "Fur to Frygia"],
        "contract_deck": ["Telepaths to Bradbury"],
    }
    game = Game(2, lines=LINE, red=trader("Endor", cargo=["Fur"]), **start)
    ENGINE.leave(game.state, "green")
    game.order("red", "jump frygia")
    assert game.now["contracts"] == ["Robots to Jaxin", "Telepaths to Bradbury"]
