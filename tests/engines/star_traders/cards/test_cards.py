"""Each card by itself (ST-CARD)."""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Choice, Interval, Turn

LINE = [["Mink", "Niven", "orange"]]


@pytest.mark.parametrize(("held", "moved"), [(8, 2), (2, 2), (1, 1), (0, 0)])
def test_gotcha_takes_two_or_what_there_is(held, moved):
    """ST-CARD-01, ST-CARD-02"""
    game = (
        Game(red={"prestige": 5, "hand": ["Gotcha"]}, blue={"prestige": held})
        .order("red", "play gotcha on blue")
        .close("calamity")
    )
    assert (game.now["red"]["prestige"], game.now["blue"]["prestige"]) == (5 + moved, held - moved)


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("Imperial Favor", 13, 15),
        ("Imperial Commendation", 28, 30),
        ("Court Scandal", 16, 14),
        ("Disgrace at Court", 3, 0),
    ],
)
def test_cards_that_move_prestige(card, before, after):
    """ST-CARD-62, ST-CARD-63, ST-PRESTIGE-02, ST-PRESTIGE-03, ST-PRESTIGE-07, ST-PRESTIGE-08"""
    game = (
        Game(green={"hand": [card]}, blue={"prestige": before})
        .order("green", f"play {card} on blue")
        .close_all()
    )
    assert game.now["blue"]["prestige"] == after
    assert game.now["luck_discard"] == [card]


def test_prestige_is_offered_to_who_can_gain_it_and_its_loss_for_who_has_some():
    """ST-CARD-62, ST-CARD-63"""
    game = Game(
        red={"hand": ["Imperial Favor", "Disgrace at Court"], "prestige": 5},
        blue={"prestige": 30},
        green={"prestige": 0},
    )
    offered = [one for one in game.offered("red") if one.startswith("play ")]
    assert offered == [
        "play imperial favor on red",
        "play imperial favor on green",
        "play disgrace at court on blue",
    ]


def test_a_card_on_a_trader_names_one():
    game = Game(red={"hand": ["Gotcha"]})
    assert game.refused("red", "play gotcha") == ("ambiguous",)


@pytest.mark.parametrize(
    ("card", "whole"),
    [
        ("Gotcha", "on blue"),
        ("Lose a Cargo", "on blue"),
        ("Lose a Station", "on blue"),
        ("Imperial Favor", "on blue"),
        ("Imperial Envoy (Helix)", "on blue"),
        ("Piracy", "on blue taking fur"),
        ("Takeover", "on blue at mink"),
        ("Quarantine", "at oz"),
        ("Superjump", "at oz"),
        ("Codebreaker", ""),
    ],
)
def test_a_card_is_played_with_what_its_text_knows_and_nothing_else(card, whole):
    """ST-LUCK-03, ST-CARD-27: a Quarantine on a Trader would be that Trader's alone to cancel."""
    start = {
        "red": {"at": "Mink", "stations": [], "hand": [card]},
        "blue": {"at": "Mink", "stations": ["Mink"], "cargo": ["Fur"]},
    }
    for part in ("on blue", "at wells", "up", "taking fur"):
        if part.partition(" ")[0] not in whole.split():
            refused = Game(**start).refused("red", f"play {card} {whole} {part}")
            assert refused[0] == "ST-LUCK-03", part
    Game(**start).order("red", f"play {card} {whole}")


def test_a_gathered_card_without_effect_goes_home_one_played_outright_is_legal():
    """PR-PRIORITY-03"""
    game = Game(
        lines=LINE,
        red={"at": "Mink", "stations": [], "prestige": 0},
        blue={"hand": ["Disgrace at Court"]},
    )
    game.order("red", "jump niven")
    assert game.refused("blue", "play disgrace at court on red") == ("PR-PRIORITY-03",)
    Game(red={"prestige": 0}, blue={"hand": ["Disgrace at Court"]}).order(
        "blue", "play disgrace at court on red"
    ).close("calamity")


def test_an_envoy_bars_actions_lies_on_the_table_and_leaves_at_its_world():
    """ST-CARD-04 to 06, ST-CARD-09 to 11, ST-LUCK-12"""
    game = Game(
        3,
        lines=[["Snell", "Telzey", "red"]],
        red={"at": "Snell", "stations": [], "envoy": "Telzey", "hand": ["Imperial Envoy (Helix)"]},
    )
    assert game.refused("red", "build")[0] == "ST-CARD-10"
    assert game.refused("red", "engine")[0] == "ST-CARD-10"
    assert "build" not in game.offered("red")
    assert game.refused("red", "play imperial envoy (helix) on red")[0] == "ST-CARD-06"
    game.order("red", "jump telzey").close_all()
    assert game.now["red"]["envoy"] == ""
    assert game.now["luck_discard"] == ["Imperial Envoy (Telzey)"]


def test_a_card_that_stays_on_the_table_is_neither_in_the_hand_nor_discarded():
    """ST-LUCK-12, ST-LUCK-14, ST-CARD-05, ST-CARD-28"""
    game = Game(
        red={"hand": ["Imperial Envoy (Helix)", "Quarantine"]},
        blue={"hand": []},
        luck_deck=["Zap", "Gotcha"],
    )
    game.order("red", "play imperial envoy (helix) on blue").close("calamity").order(
        "red", "play quarantine at oz"
    )
    assert (game.now["blue"]["envoy"], game.now["quarantines"]) == (
        "Helix",
        [{"world": "Oz", "by": "red"}],
    )
    assert game.now["luck_discard"] == []
    game.order("red", "end").order("blue", "draw")
    assert game.now["blue"]["hand"] == ["Gotcha"]


def test_no_envoy_on_a_mission_nor_where_it_is_bound_for():
    """ST-MISSION-11, ST-CARD-13"""
    game = Game(
        red={"hand": ["Imperial Envoy (Telzey)"]},
        blue={"mission": {"from": "Shower", "to": "Mink"}},
        green={"at": "Telzey"},
    )
    assert "ST-MISSION-11" in game.refused("red", "play imperial envoy (telzey) on blue")
    game.order("red", "play imperial envoy (telzey) on green").close("calamity")
    assert game.now["green"]["envoy"] == ""
    assert game.now["luck_discard"] == ["Imperial Envoy (Telzey)"]


def test_stressed_engines_leave_one_attempt_until_repaired():
    """ST-CARD-57, ST-MONEY-08"""
    game = Game(
        1,
        2,
        lines=LINE,
        red={"at": "Mink", "stations": [], "stellors": 10},
        blue={"hand": ["Stressed Engines"]},
    )
    game.order("blue", "play stressed engines on red").close("calamity")
    assert (game.now["red"]["jumps_left"], game.now["luck_discard"]) == (1, [])
    game.order("red", "jump niven")
    assert game.refused("red", "jump niven")[0] == "ST-CARD-57"
    game.order("red", "repair")
    assert (game.now["red"]["jumps_left"], game.now["red"]["stellors"]) == (2, 0)
    assert game.now["luck_discard"] == ["Stressed Engines"]
    assert game.refused("red", "repair") == ("ST-CARD-57",)
    assert game.order("red", "jump niven").now["red"]["at"] == "Niven"


def test_stressed_engines_are_not_stressed_again_and_are_repaired_in_anothers_turn():
    """ST-CARD-57"""
    game = Game(
        red={"hand": ["Stressed Engines"]},
        blue={"stressed": True, "stellors": 12},
        green={"stressed": True, "stellors": 9},
    )
    assert game.refused("red", "play stressed engines on blue") == ("ST-CARD-57",)
    assert game.order("blue", "repair").now["blue"]["stellors"] == 2
    assert "ST-MONEY-08" in game.refused("green", "repair")


def test_lose_a_station_is_the_victims_choice():
    """ST-CARD-58"""
    game = (
        Game(red={"hand": ["Lose a Station"]}, blue={"stations": ["Oz", "Wells", "Kluge"]})
        .order("red", "play lose a station on blue")
        .close("calamity")
    )
    assert isinstance(game.pending, Choice)
    assert set(game.pending.things) == {"choose oz", "choose wells", "choose kluge"}
    assert game.refused("red", "choose oz")[0] == "ST-CARD-58"
    assert game.refused("blue", "choose mink")[0] == "ST-CARD-58"
    assert game.refused("red", "halt")[0] == "ST-CARD-58"
    game.order("blue", "choose wells")
    assert game.now["blue"]["stations"] == ["Kluge", "Oz"]
    assert game.now["luck_discard"] == ["Lose a Station"]


@pytest.mark.parametrize("stations", [[], ["Oz"]])
def test_lose_a_station_without_a_choice(stations):
    """ST-CARD-58, ST-CARD-59"""
    game = (
        Game(red={"hand": ["Lose a Station"]}, blue={"stations": stations})
        .order("red", "play lose a station on blue")
        .close("calamity")
    )
    assert isinstance(game.pending, Turn)
    assert game.now["blue"]["stations"] == []


def test_lose_a_cargo_costs_nothing_else():
    """ST-CARD-60"""
    game = Game(
        red={"hand": ["Lose a Cargo", "Lose a Cargo"]},
        blue={"at": "Oz", "cargo": ["Fur", "Robots"], "prestige": 4},
        contracts=["Fur to Hench", "Robots to Awwad"],
    )
    assert "ST-CARD-60" in game.refused("red", "play lose a cargo on green")
    game.order("red", "play lose a cargo on blue").close("calamity").order("blue", "choose fur")
    assert (
        game.now["blue"]["cargo"],
        game.now["blue"]["stellors"],
        game.now["blue"]["prestige"],
    ) == (["Robots"], 40, 4)
    game.order("red", "play lose a cargo on blue").close("calamity")
    assert game.now["blue"]["cargo"] == []


def test_takeover_ends_movement_and_is_the_action():
    """ST-CARD-39, ST-CARD-40, ST-CARD-43, ST-TURN-19"""
    game = Game(
        red={"at": "Oz", "stations": [], "prestige": 6, "hand": ["Takeover"]},
        blue={"stations": ["Oz"]},
    )
    assert "play takeover on blue" in game.offered("red")
    game.order("red", "play takeover").close("calamity")
    now = game.now
    assert (now["red"]["stations"], now["red"]["prestige"], now["stage"], now["red"]["action"]) == (
        ["Oz"],
        6,
        "action",
        "used",
    )
    game.order("red", "draw")


def test_takeover_needs_a_station_of_anothers_here_and_an_unused_action():
    """ST-CARD-39, ST-CARD-41, ST-TURN-21, ST-CARD-44"""
    game = Game(red={"at": "Oz", "stations": ["Oz"], "hand": ["Takeover"]})
    assert game.refused("red", "play takeover on blue") == ("ST-CARD-39",)
    used = Game(
        red={"at": "Oz", "stations": [], "action": "used", "hand": ["Takeover"]},
        blue={"stations": ["Oz"]},
        stage="action",
    )
    assert "ST-TURN-21" in used.refused("red", "play takeover on blue")
    late = Game(
        red={"at": "Oz", "stations": [], "hand": ["Takeover"]},
        blue={"stations": ["Oz"]},
        stage="closing",
    )
    assert "ST-CARD-41" in late.refused("red", "play takeover on blue")
    safe = Game(
        red={"at": "Oz", "stations": [], "hand": ["Takeover"]},
        blue={"stations": ["Oz"], "imperial": ["Oz"]},
    )
    assert "ST-CARD-44" in safe.refused("red", "play takeover on blue")
    others = Game(
        red={"at": "Oz"}, green={"at": "Oz", "hand": ["Takeover"]}, blue={"stations": ["Oz"]}
    )
    assert "ST-CARD-39" in others.refused("green", "play takeover on blue")


def test_an_avoided_takeover_costs_neither_movement_nor_action():
    """ST-CARD-42"""
    game = Game(
        red={"at": "Oz", "stations": [], "hand": ["Takeover"]},
        blue={"stations": ["Oz"], "hand": ["Avoid Calamity"]},
    )
    game.order("red", "play takeover on blue").order("blue", "avoid")
    assert (game.now["stage"], game.now["red"]["action"], game.now["red"]["jumps_left"]) == (
        "movement",
        "unused",
        3,
    )


def test_you_are_lost_only_in_step_6_and_on_the_jumper():
    """ST-CARD-45 to 49, ST-TIMING-21, ST-TIMING-35"""
    game = Game(
        2,
        4,
        6,
        1,
        1,
        lines=LINE,
        red={"at": "Mink", "stations": []},
        blue={"hand": ["You Are Lost", "You Are Lost"]},
    )
    assert "ST-CARD-45" in game.refused("blue", "play you are lost on red")
    game.order("red", "jump niven").close("quarantine")
    assert "ST-CARD-45" in game.refused("blue", "play you are lost on red")
    game.close("zap")
    key = game.pending.key
    assert "ST-CARD-45" in game.refused("blue", "play you are lost on green")
    game.order("blue", "play you are lost on red").close("calamity").close("zap").close("zap")
    assert (game.pending.name, game.pending.key, game.now["red"]["at"]) == ("lost", key, "Hospital")
    game.order("blue", "play you are lost").close("calamity")
    assert (game.now["red"]["at"], game.now["stage"], game.now["red"]["jumps_left"]) == (
        "Kluge",
        "action",
        0,
    )


def test_an_avoided_you_are_lost_leaves_movement_open_and_step_6_too():
    """ST-CARD-49, ST-TIMING-35"""
    game = Game(
        2,
        lines=LINE,
        red={"at": "Mink", "stations": [], "hand": ["Avoid Calamity", "Zap"]},
        blue={"hand": ["You Are Lost"]},
    )
    game.order("red", "jump niven").close("quarantine").close("zap").order(
        "blue", "play you are lost on red"
    ).order("red", "avoid")
    assert game.pending.name == "lost"
    game.close("lost")
    assert (game.now["stage"], game.now["red"]["at"]) == ("movement", "Niven")


def test_superjump_goes_anywhere_without_a_roll():
    """ST-CARD-55, ST-CARD-56, ST-TIMING-13"""
    game = Game(
        red={"at": "Mink", "stations": [], "hand": ["Superjump", "Superjump"]},
        blue={"hand": ["Superjump"]},
    )
    assert "ST-CARD-55" in game.refused("red", "play superjump at mink")
    assert {"ST-CARD-55", "ST-TIMING-02"} <= set(game.refused("red", "play superjump"))
    assert "ST-CARD-55" in game.refused("blue", "play superjump at oz")
    game.order("red", "play superjump at hospital")
    assert "Red declares a Superjump from Mink (14) to Hospital" in game.told
    assert "ST-CARD-55" in game.refused("red", "play superjump at oz")
    game.close("quarantine").close("lost")
    assert (game.now["red"]["at"], game.now["red"]["jumps_left"], game.now["luck_discard"]) == (
        "Hospital",
        2,
        ["Superjump"],
    )
    game.order("red", "halt")
    assert "ST-CARD-55" in game.refused("red", "play superjump at oz")


def test_codebreaker_opens_every_station_until_the_turn_ends():
    """ST-CARD-61"""
    game = Game(
        lines=[["Mink", "Oz", "violet"]],
        red={"at": "Mink", "stations": [], "hand": ["Codebreaker", "Codebreaker"]},
        blue={"stations": ["Oz"], "hand": ["Codebreaker"]},
    )
    assert "ST-CARD-61" in game.refused("blue", "play codebreaker")
    game.order("red", "play codebreaker")
    assert game.refused("red", "play codebreaker") == ("ST-CARD-61",)
    game.order("red", "jump oz").close("quarantine").close("lost")
    assert game.now["red"]["at"] == "Oz"
    game.order("red", "end")
    assert not game.state.turn.codebreaker


def test_codebreaker_in_step_2_outweighs_a_withdrawn_permission():
    """ST-CARD-61, ST-TIMING-09"""
    game = Game(
        lines=[["Mink", "Oz", "violet"]],
        red={"at": "Mink", "stations": [], "hand": ["Codebreaker"]},
        blue={"stations": ["Oz"], "permits": ["red"]},
    )
    game.order("red", "jump oz").order("blue", "forbid red").order("red", "play codebreaker")
    assert isinstance(game.pending, Interval)
    assert game.close("quarantine").now["red"]["at"] == "Oz"
