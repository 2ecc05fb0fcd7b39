"""Dropping out (ST-DROP)."""

from typing import Any

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Chance, Choice, Interval, Over
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.refusal import Refusal
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
        blue=blue,
        quarantines=[{"world": "Mink", "by": "blue"}],
        contracts=["Robots to Awwad"],
        completed=["Fur to Hench"],
        luck_discard=[],
    )
    leave(game, "blue")
    now = game.now["blue"]
    assert (
        now["at"],
        now["stellors"],
        now["engines"],
        now["hand"],
        now["cargo"],
        now["stations"],
        now["rights"],
    ) == ("", 0, 0, [], [], [], [])
    assert sorted(game.now["luck_discard"]) == [
        "Gotcha",
        "Imperial Envoy (Helix)",
        "Quarantine",
        "Stressed Engines",
        "Zap",
    ]
    assert (game.now["completed"], game.now["contract_discard"], game.now["quarantines"]) == (
        [],
        ["Fur to Hench"],
        [],
    )
    assert game.now["turn"] == "red"
    assert ENGINE.seats_in_order(game.state) == ("red", "green")
    with pytest.raises(Refusal):
        ENGINE.leave(game.state, "blue")
    assert ENGINE.offers(game.state, "blue") == ()
    assert game.refused("blue", "end") == ("ST-DROP-02",)


def test_in_ones_own_turn_the_turn_passes():
    """ST-DROP-09"""
    game = Game(
        2, lines=[["Mink", "Niven", "orange"]], red={"at": "Mink"}, blue={"hand": ["Zap"]}
    ).order("red", "jump niven")
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
    game = Game(red={"hand": ["Lose a Station", "Zap"]}, blue={"stations": ["Oz", "Wells"]}).order(
        "red", "play lose a station on blue"
    )
    leave(game, "blue")
    assert game.now["interval"] == "none"
    assert game.now["luck_discard"] == ["Lose a Station"]
    game = (
        Game(red={"hand": ["Lose a Station"]}, blue={"stations": ["Oz", "Wells"]})
        .order("red", "play lose a station on blue")
        .close("calamity")
    )
    leave(game, "blue")
    assert (game.now["waiting"], game.now["luck_discard"]) == (["red"], ["Lose a Station"])


def test_a_card_under_way_is_not_lost_with_its_player():
    game = Game(red={"hand": ["Gotcha", "Zap"]}, blue={"prestige": 4}).order(
        "red", "play gotcha on blue"
    )
    leave(game, "red")
    assert sorted(game.now["luck_discard"]) == ["Gotcha", "Zap"]
    assert game.now["blue"]["prestige"] == 4


def test_what_concerns_the_table_goes_on_without_who_left():
    """ST-DROP-09, ST-DROP-11, ST-LUCK-14, ST-DELIVER-08"""
    game = (
        Game(red={"hand": ["Lose a Station"]}, blue={"stations": ["Oz", "Wells"]})
        .order("red", "play lose a station on blue")
        .close("calamity")
    )
    assert isinstance(game.pending, Choice)
    leave(game, "red")
    assert game.now["waiting"] == ["blue"]
    game.order("blue", "choose oz")
    assert (game.now["turn"], game.now["luck_discard"], game.now["blue"]["stations"]) == (
        "blue",
        ["Lose a Station"],
        ["Wells"],
    )
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
    game = Game(blue={"hand": ["Quarantine"]}, green={"hand": ["Zap"]}).order(
        "blue", "play quarantine at oz"
    )
    leave(game, "blue")
    assert (game.now["quarantines"], game.now["luck_discard"], game.now["interval"]) == (
        [],
        ["Quarantine"],
        "none",
    )


# --- what others have begun (ST-DROP-10 to 13) ----------------------------------------------------


def test_cards_of_others_that_wait_for_an_answer_go_on():
    """ST-DROP-10: in the middle of the leaver's jump, on another and on a world."""
    line = [["Mink", "Niven", "orange"]]
    start = {
        "red": {"at": "Mink", "stations": []},
        "blue": {"prestige": 6, "hand": ["Avoid Calamity"]},
    }
    game = (
        Game(lines=line, green={"hand": ["Gotcha"]}, **start)
        .order("red", "jump niven")
        .order("green", "play gotcha on blue")
    )
    key = game.pending.key
    leave(game, "red")
    assert (game.pending.name, game.pending.key, game.state.jump) == ("calamity", key, None)
    game.close("calamity")
    assert (game.now["blue"]["prestige"], game.now["green"]["prestige"], game.now["turn"]) == (
        4,
        3,
        "blue",
    )
    assert game.now["luck_discard"] == ["Gotcha"]
    game = Game(lines=line, green={"hand": ["Quarantine", "Zap"]}, **start).order(
        "green", "play quarantine at oz"
    )
    leave(game, "red").close("calamity")
    assert game.now["quarantines"] == [{"world": "Oz", "by": "green"}]
    assert game.now["turn"] == "blue"


def test_a_card_on_the_leaver_is_void():
    """ST-DROP-10"""
    game = Game(red={"prestige": 5}, green={"hand": ["Gotcha", "Zap"]}).order(
        "green", "play gotcha on red"
    )
    leave(game, "red")
    assert (game.now["turn"], game.now["luck_discard"], game.now["green"]["prestige"]) == (
        "blue",
        ["Gotcha"],
        1,
    )


def test_what_others_must_choose_or_give_up_is_still_chosen():
    """ST-DROP-11: a cargo over the limit, bought in the turn of who then leaves."""
    game = Game(
        blue={"at": "Oz", "stations": [], "cargo": ["Fur", "Robots"], "prestige": 9},
        green={"at": "Oz", "cargo": ["Hive"]},
        contracts=["Fur to Hench", "Robots to Awwad", "Hive to Verne"],
    )
    ENGINE.exchange(game.state, Terms("green", "blue", "hive", "1 stellors"))
    leave(game, "red")
    assert game.now["waiting"] == ["blue"]
    game.order("blue", "abandon hive")
    assert (game.now["turn"], game.now["blue"]["cargo"]) == ("blue", ["Fur", "Robots"])


def test_a_card_that_was_sold_to_the_leaver_is_discarded():
    """ST-DROP-11, ST-DROP-03: the seller says which, and has the price."""
    game = Game(red={"stellors": 9}, blue={"hand": ["Zap", "Gotcha"]})
    ENGINE.exchange(game.state, Terms("red", "blue", "9 stellors", "a card"))
    leave(game, "red")
    game.order("blue", "choose zap")
    assert (game.now["turn"], game.now["blue"]["hand"], game.now["luck_discard"]) == (
        "blue",
        ["Gotcha"],
        ["Zap"],
    )


@pytest.mark.parametrize(
    ("at", "cargo", "die"), [("Jackpot", "Tourists", [6]), ("Kluge", "Chronospheres", [])]
)
def test_the_owner_of_the_station_is_paid_for_a_delivery_that_was_made(at, cargo, die):
    """ST-DROP-12, ST-PAYOFF-14"""
    game = Game(
        *die,
        red={"at": at, "stations": [], "cargo": [cargo], "hand": ["Zap"]},
        blue={"at": "Mink", "stations": [at], "stellors": 10},
        contracts=["Fur to Hench", f"{cargo} to {at}"],
        contract_deck=["Hive to Verne"],
    )
    paid = game.now["blue"]["stellors"]
    assert paid > 10
    leave(game, "red")
    assert (game.now["turn"], game.now["blue"]["stellors"], game.now["die"]) == ("blue", paid, None)
    assert game.now["contracts"] == ["Fur to Hench", "Hive to Verne"]


def test_imperial_cargo_goes_with_its_owner():
    """ST-DROP-13, and with it an excess (ST-DROP-11)"""
    cargo = ["Imperial Cargo (red)", "Fur"]
    start = {
        "contracts": ["Fur to Hench", "Robots to Awwad"],
        "red": {"mission": {"from": "Shower", "to": "Endor"}},
    }
    game = leave(Game(green={"cargo": cargo}, **start), "red")
    assert game.now["green"]["cargo"] == ["Fur"]
    game = Game(green={"cargo": [*cargo, "Robots"]}, **start)
    assert game.now["waiting"] == ["green"]
    assert leave(game, "red").now["waiting"] == ["blue"]


def test_who_is_to_have_the_next_turn_leaves_while_the_last_one_is_ending():
    """ST-DROP-09: with Personalities as goods a hand may be over its limit at a turn's end."""
    game = Game(
        options={"personalities": "original", "personality_trade": True},
        red={"personality": "Lucky Lou", "hand": ["Zap", "Gotcha", "Superzap"]},
    )
    ENGINE.exchange(game.state, Terms("red", "green", "personality lucky lou", "nothing"))
    game.order("red", "end")
    assert game.now["waiting"] == ["red"]
    leave(game, "blue")
    game.order("red", "discard zap")
    assert (game.now["turn"], game.now["round"]) == ("green", 1)


@pytest.mark.parametrize("choice", ["random", "auction", "agreed"])
@pytest.mark.parametrize("leaver", ["red", "green"])
def test_leaving_in_set_up_leaves_nothing_behind(choice, leaver):
    """ST-DROP-04, ST-SETUP-27: at each moment of it."""
    options = {"personalities": "all", "personality_choice": choice}
    for moment in range(60):
        state: Any = ENGINE.setup(("red", "blue", "green"), options)
        for _ in range(moment):
            _one_more(state)
        if state.turn.stage != "setup":
            break
        ENGINE.leave(state, leaver)
        while state.turn.stage == "setup":
            _one_more(state)
        assert ENGINE.flaws(state) == [], moment
        assert (state.traders[leaver].at, state.traders[leaver].hand) == (0, [])
    assert moment > 3


def _one_more(state):
    match ENGINE.pending(state):
        case Chance(kind=kind, sides=sides):
            ENGINE.happen(state, list(range(1, sides + 1)) if kind == "shuffle" else 1)
        case Interval():
            ENGINE.close(state)
        case Choice(seat=seat, silence=silence):
            ENGINE.play(state, seat, ENGINE.read(state, seat, silence))


def test_when_it_is_over_no_way_to_a_contract_is_shown():
    game = Game(seats=("red", "blue"), contracts=["Fur to Hench"])
    assert any(one and one.get("way") for one in ENGINE.view(game.state, "blue")["contracts"])
    leave(game, "red")
    seen = ENGINE.view(game.state, "blue")
    assert seen["over"]
    assert not any(one and one.get("way") for one in seen["contracts"])
