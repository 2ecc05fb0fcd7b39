"""Turns, money, Prestige, stations, engines (ST-TURN, ST-MONEY, ST-PRESTIGE, ST-STATION,
ST-ENGINE).
"""

import msgspec
import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.edition import standard
from traders.engines.star_traders.holdings import money, ship_engines, stations
from traders.engines.star_traders.position import prestige


def test_turns_pass_round_the_table_and_rounds_count():
    """ST-SETUP-10, ST-TURN-16"""
    game = Game()
    seen = []
    for _ in range(4):
        seen.append((game.now["turn"], game.now["round"]))
        game.order(game.now["turn"], "end")
    assert seen == [("red", 1), ("blue", 1), ("green", 1), ("red", 2)]


def test_a_lost_turn_is_passed_over_once():
    """ST-TURN-20"""
    game = Game(blue={"skip": 1}).order("red", "end")
    assert (game.now["turn"], game.now["blue"]["skip"]) == ("green", 0)
    game.order("green", "end").order("red", "end")
    assert game.now["turn"] == "blue"


def test_nothing_of_the_turn_is_done_in_anothers():
    """ST-TURN-01, ST-SETUP-10"""
    game = Game()
    for order in ("halt", "end", "build", "engine", "draw", "jump random"):
        assert game.refused("blue", order)
        assert order not in game.offered("blue")


def test_each_turn_begins_afresh():
    """ST-TURN-03, ST-ENGINE-01"""
    game = Game(
        1,
        red={"at": "Oz", "stations": []},
        lines=[["Oz", "Hench", "orange"]],
        seats=("red", "blue"),
    )
    game.order("red", "jump hench").order("red", "build").order("red", "end").order("blue", "end")
    assert (
        game.now["turn"],
        game.now["stage"],
        game.now["red"]["jumps_left"],
        game.now["red"]["action"],
    ) == ("red", "movement", 3, "unused")


def test_one_action_and_no_movement_after_it():
    """ST-TURN-03, ST-TURN-18, ST-TURN-21"""
    game = Game(red={"at": "Oz", "stations": []}).order("red", "build")
    assert game.now["stage"] == "action"
    assert "ST-TURN-03" in game.refused("red", "build")
    assert "ST-TURN-03" in game.refused("red", "engine")
    assert "ST-TURN-18" in game.refused("red", "jump random")
    game.order("red", "draw")
    assert "ST-TURN-21" in game.refused("red", "build")


def test_a_refused_action_ends_nothing():
    """ST-STATION-13, ST-TURN-18"""
    game = Game(red={"at": "Oz", "stations": [], "stellors": 4})
    assert {"ST-STATION-13", "ST-MONEY-08"} <= set(game.refused("red", "build"))
    assert (game.now["stage"], game.now["red"]["action"]) == ("movement", "unused")


def test_building():
    """ST-STATION-01, ST-STATION-04 to 07"""
    game = Game(red={"at": "Oz", "stations": [], "stellors": 5}).order("red", "build")
    assert (
        game.now["red"]["stations"],
        game.now["red"]["stellors"],
        game.now["red"]["prestige"],
    ) == (["Oz"], 0, 3)
    assert (stations.owned(game.state, "red"), 62 in stations.owned(game.state, "blue")) == (
        [62],
        False,
    )
    taken = Game(red={"at": "Oz", "stations": []}, blue={"stations": ["Oz"]})
    assert "ST-STATION-04" in taken.refused("red", "build")
    assert "build" not in taken.offered("red")


@pytest.mark.parametrize(("owned", "price"), [(0, 30), (1, 30), (2, 30), (3, 30), (4, 40)])
def test_engine_prices_follow_the_number_reached(owned, price):
    """ST-ENGINE-05, ST-ENGINE-06, ST-ENGINE-07"""
    yard = {"at": "Kluge", "stations": [], "engines": owned}
    assert "ST-ENGINE-07" in Game(shipyards=["Kluge"], red=yard | {"stellors": price - 1}).refused(
        "red", "engine"
    )
    game = Game(shipyards=["Kluge"], red=yard | {"stellors": price})
    assert "engine" in game.offered("red")
    game.order("red", "engine")
    assert (game.now["red"]["engines"], game.now["red"]["stellors"]) == (owned + 1, 0)
    assert f"Red has {owned + 1} engine" in game.told  # ST-SETUP-08


def test_engines_need_a_shipyard_and_there_are_five_at_most():
    """ST-ENGINE-03, ST-ENGINE-08, ST-ENGINE-09"""
    assert Game(red={"at": "Oz", "stellors": 90}).refused("red", "engine")[0] == "ST-ENGINE-08"
    assert Game(red={"at": "Capital", "engines": 5, "stellors": 90}).refused("red", "engine") == (
        "ST-ENGINE-03",
    )


def test_lose_empties_the_purse_pay_must_be_met():
    """ST-MONEY-06 to 09"""
    game = Game(red={"stellors": 7})
    told = []
    assert money.lose(game.state, "red", 20, told, "ST-MONEY-07") == 7
    assert game.now["red"]["stellors"] == 0
    with pytest.raises(ValueError, match="no 1 Stellor "):
        money.pay(game.state, "red", 1, told, "ST-MONEY-08")
    assert all(event.to == ("red",) for event in told)


@pytest.mark.parametrize(
    ("held", "change", "after"), [(29, 4, 30), (2, -3, 0), (6, -10, 0), (30, 1, 30)]
)
def test_prestige_stays_within_its_track(held, change, after):
    """ST-PRESTIGE-07, ST-PRESTIGE-08, ST-PRESTIGE-09"""
    game = Game(red={"prestige": held})
    if change > 0:
        prestige.gain(game.state, "red", change, [], "ST-PRESTIGE-08")
    else:
        prestige.lose(game.state, "red", -change, [], "ST-PRESTIGE-07")
    assert game.now["red"]["prestige"] == after


def test_zones_of_the_track():
    """ST-PRESTIGE-11"""
    zones = {prestige: standard().zone(prestige) for prestige in (0, 14, 15, 19, 20, 24, 25, 30)}
    assert [zone.bonus for zone in zones.values()] == [0, 0, 0, 0, 1, 1, 2, 2]
    assert [zone.mission_petition for zone in zones.values()] == [
        False,
        False,
        True,
        True,
        True,
        True,
        True,
        True,
    ]


def test_money_is_told_to_its_owner_alone_and_prestige_to_all():
    """ST-MONEY-03, ST-SETUP-08"""
    game = Game(red={"at": "Oz", "stations": [], "stellors": 8264}).order("red", "build")
    others = " ".join(event.text for event in game.events if event.heard_by("blue"))
    assert "8259" not in others
    assert "8264" not in others
    assert "Red builds a station on Oz (62)." in others
    assert "3" in others


def test_a_jump_not_yet_declared_over_is_not_the_end():
    """PR-TURN-02: the turn is not over while an interval is open."""
    game = Game(
        lines=[["Mink", "Niven", "orange"]], red={"at": "Mink"}, blue={"hand": ["Zap"]}
    ).order("red", "jump niven")
    assert game.refused("red", "end") == ("ST-TURN-14",)


def test_what_is_not_there_cannot_be_spent():
    """ST-PRESTIGE-10"""
    game = Game(red={"prestige": 2})
    prestige.must_have(game.state, "red", 2)
    with pytest.raises(Refusal) as refused:
        prestige.must_have(game.state, "red", 3)
    assert refused.value.rules == ("ST-PRESTIGE-10",)


def test_surplus_engines_vanish():
    """ST-ENGINE-10, ST-ENGINE-03"""
    game = Game(red={"engines": 4})
    ship_engines.add(game.state, "red", 3, [])
    assert game.now["red"]["engines"] == 5


def test_stellors_are_whole():
    """ST-MONEY-01"""
    stored = ENGINE.encode(Game(red={"stellors": 8264}).state)
    assert b"8264" in stored
    with pytest.raises(msgspec.ValidationError):
        ENGINE.decode(stored.replace(b"8264", b"8264.5"))
