"""Jumps (ST-JUMP) and their seven steps (ST-TIMING)."""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders.edition import standard

LINE = [["Mink", "Niven", "orange"]]


def alone(*chance, **red):
    """Red on Mink with a line to Niven; no card is about."""
    return Game(*chance, lines=LINE, red={"at": "Mink", "stations": [], **red})


@pytest.mark.parametrize(
    ("colour", "minimum"), [("orange", 2), ("red", 3), ("violet", 4), ("blue", 5), ("green", 6)]
)
def test_minimum_rolls_and_odds_by_colour(colour, minimum):
    """ST-JUMP-05, ST-JUMP-06"""
    arrived = []
    for face in range(1, 7):
        game = Game(face, lines=[["Mink", "Oz", colour]], red={"at": "Mink", "stations": []}).order(
            "red", "jump oz"
        )
        arrived.append(game.now["red"]["at"] == "Oz")
    assert arrived == [face >= minimum for face in range(1, 7)]


@pytest.mark.parametrize(
    ("colour", "rolls"), [("orange", 0), ("red", 0), ("violet", 0), ("blue", 0), ("green", 3)]
)
def test_a_station_jump_rolls_only_on_green(colour, rolls):
    """ST-JUMP-07, ST-JUMP-08"""
    chance = [2, 3] if rolls else []
    game = Game(
        *chance, lines=[["Mink", "Oz", colour]], red={"at": "Mink", "stations": ["Oz"]}
    ).order("red", "jump oz")
    if rolls:
        assert game.now["red"]["at"] == "Mink"
        game.order("red", "jump oz")
    assert game.now["red"]["at"] == "Oz"
    assert not game.chance


def test_a_failed_attempt_is_spent_and_the_ship_stays():
    """ST-JUMP-14, ST-JUMP-02"""
    game = alone(1, 1, 1)
    for left in (2, 1, 0):
        game.order("red", "jump niven")
        assert (game.now["red"]["at"], game.now["red"]["jumps_left"]) == ("Mink", left)
    assert "ST-JUMP-02" in game.refused("red", "jump niven")


def test_a_jump_needs_a_line_of_its_own_chart():
    """ST-JUMP-04, ST-JUMP-09, ST-JUMP-17"""
    game = alone(2, 2)
    assert game.refused("red", "jump hench")[0] == "ST-JUMP-04"
    assert game.refused("red", "jump hench station")[0] == "ST-JUMP-09"
    with pytest.raises(
        Refusal, match=r"^You are at Mink \(14\)\.$"
    ):  # as in a try that is left over
        game.order("red", "jump mink")
    assert game.order("red", "jump niven").order("red", "jump mink").now["red"]["at"] == "Mink"


def test_a_station_jump_needs_station_and_permission():
    """ST-JUMP-07, ST-STATION-12"""
    game = Game(
        lines=[["Mink", "Oz", "blue"], ["Mink", "Niven", "red"]],
        red={"at": "Mink", "stations": []},
        blue={"stations": ["Oz"]},
    )
    assert game.refused("red", "jump niven station")[0] == "ST-JUMP-07"
    assert game.refused("red", "jump oz station") == ("ST-STATION-12", "ST-JUMP-07")
    assert "jump oz" in game.offered("red")
    assert "jump oz regular" not in game.offered("red")
    game.order("blue", "permit red at oz")
    assert {"jump oz", "jump oz regular"} <= set(game.offered("red"))
    game.order("blue", "forbid red")
    assert game.refused("red", "jump oz station")[0] == "ST-STATION-12"


def test_permission_for_all_stations_but_one():
    """ST-STATION-12: grant, limit, withdraw"""
    lines = [["Mink", "Oz", "blue"], ["Mink", "Niven", "blue"]]
    game = Game(lines=lines, red={"at": "Mink", "stations": []}, blue={"stations": ["Oz", "Niven"]})
    game.order("blue", "permit red").order("blue", "forbid red at oz")
    assert "ST-STATION-12" in game.refused("red", "jump oz station")
    game.order("red", "jump niven station").close("quarantine")
    assert game.now["red"]["at"] == "Niven"
    game.order("blue", "permit red at oz")
    assert game.state.traders["blue"].barred_at == {}
    assert "ST-STATION-12" in game.refused("blue", "permit red at kluge")
    assert "ST-STATION-12" in game.refused("blue", "permit blue")


def test_the_ship_stays_in_sight_where_it_was_until_step_5():
    """ST-TIMING-01, ST-TIMING-12, ST-TIMING-19"""
    game = Game(6, lines=LINE, red={"at": "Mink", "stations": []}, blue={"hand": ["Gotcha"]}).order(
        "red", "jump niven"
    )
    seen = [(game.pending.name, game.now["red"]["at"])]
    for name in ("quarantine", "zap"):
        game.close(name)
        seen.append((game.pending.name, game.now["red"]["at"]))
    assert seen == [("quarantine", "Mink"), ("zap", "Mink"), ("lost", "Niven")]
    assert game.state.jump.hyperspace
    game.close("lost")
    assert game.state.jump is None
    assert game.now["red"]["jumps_left"] == 2


def test_orders_of_the_turn_wait_while_an_interval_is_open():
    """ST-TURN-14"""
    game = Game(lines=LINE, red={"at": "Mink", "stations": []}, blue={"hand": ["Gotcha"]}).order(
        "red", "jump niven"
    )
    assert game.refused("red", "halt") == ("ST-TURN-14",)
    assert game.refused("red", "jump niven") == ("ST-TURN-14",)
    assert "ST-JUMP-01" in game.refused("blue", "jump niven")


def test_an_abort_gives_the_attempt_back():
    """ST-TIMING-08, ST-TIMING-10, ST-CARD-36"""
    game = Game(
        lines=LINE,
        red={"at": "Mink", "stations": []},
        quarantines=[{"world": "Mink", "by": "blue"}],
    )
    for order in ("jump niven", "jump random"):
        game.order("red", order)
        assert (game.now["red"]["at"], game.now["red"]["jumps_left"], game.now["stage"]) == (
            "Mink",
            3,
            "movement",
        )
    assert game.order("red", "build").now["red"]["stations"] == ["Mink"]


def test_a_station_gone_in_step_2_aborts_in_step_4_it_does_not():
    """ST-TIMING-09, ST-TIMING-11"""
    for step, at in (("quarantine", "Mink"), ("zap", "Oz")):
        game = Game(
            3,
            lines=[["Mink", "Oz", "green"]],
            red={"at": "Mink", "stations": ["Oz"]},
            blue={"hand": ["Lose a Station"]},
        )
        game.order("red", "jump oz")
        if step == "zap":
            game.close("quarantine")
        assert game.pending.name == step
        game.order("blue", "play lose a station on red").close("calamity")
        assert game.pending.__class__.__name__ == "Turn"  # no hand holds a card any more
        assert game.now["red"]["at"] == at
        assert game.now["red"]["stations"] == []


def test_a_random_jump_reads_arm_and_world_and_ends_movement():
    """ST-JUMP-10, ST-JUMP-11, ST-JUMP-12, ST-JUMP-13"""
    game = alone(6, 6).order("red", "jump random")
    assert game.now["red"]["at"] == "Capital"
    assert (game.now["stage"], game.now["red"]["action"]) == ("action", "unused")
    assert alone(1, 4).order("red", "jump random").now["red"]["at"] == "Mink"


def test_one_engine_more_one_attempt_more():
    """ST-ENGINE-01, ST-ENGINE-02, ST-ENGINE-11, ST-ENGINE-12"""
    game = alone(1, 1, 1, engines=2)
    game.order("red", "jump niven").order("red", "jump niven")
    assert "ST-ENGINE-01" in game.refused("red", "jump niven")
    game.state.traders["red"].engines = 3
    game.order("red", "jump niven")
    assert game.now["red"]["jumps_left"] == 0
    game = alone(engines=0)
    assert game.refused("red", "jump niven")[0] == "ST-ENGINE-11"
    game = alone(1, 1)
    game.order("red", "jump niven").order("red", "jump niven")
    game.state.traders["red"].engines = 1
    assert "ST-ENGINE-12" in game.refused("red", "jump niven")


def test_the_chart_joins_mink_and_niven_by_orange():
    """ST-JUMP-18, ST-SETUP-26, ST-ENGINE-09, ST-SETUP-12"""
    book = standard()
    assert book.chart().colour(14, 13) == book.chart().colour(13, 14) == "orange"
    assert sorted(book.worlds) == [10 * arm + place for arm in range(1, 7) for place in range(1, 7)]
    assert sorted(world // 10 for world in book.chart().shipyards) == [1, 2, 3, 4, 5, 6]
    assert sorted(world // 10 for world in book.chart().stars) == [1, 2, 3, 4, 5, 6]
    assert 66 in book.chart().shipyards
    assert 66 in book.chart().stars


def test_naming_the_destination_alone():
    """ST-TIMING-02, ST-TIMING-04, ST-TIMING-05"""
    game = Game(1, lines=LINE, red={"at": "Mink", "stations": ["Niven"]}).order(
        "red", "jump niven regular"
    )
    assert game.now["red"]["at"] == "Mink"
    game.order("red", "jump niven")
    assert game.now["red"]["at"] == "Niven"


def test_the_jumpers_next_deed_and_halting():
    """ST-JUMP-16, ST-TURN-18, ST-JUMP-01"""
    game = alone().order("red", "halt")
    assert (game.now["stage"], game.now["red"]["jumps_left"]) == ("action", 0)
    assert game.refused("red", "jump niven")[0] == "ST-JUMP-01"
    assert "ST-TURN-01" in game.refused("red", "halt")
