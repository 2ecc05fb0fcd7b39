"""Bounty Hunters & Pirates beyond the acceptance scenarios (BH)."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.engines.traders_luck.game import NOTHING, Game, lot
from tests.engines.traders_luck.hunters import ON, POLICE, QUIET, SLACK, fight, level
from traders.engines.traders_luck.bounty_hunters.tables import tables

MORE = Path(__file__).parents[2] / "scenarios" / "traders-luck-more.toml"


def test_the_ship_die():
    """BH-DIC-01"""
    assert Counter(tables().ships.faces) == {"pirate": 1, "trader": 2, "blank": 3}


def test_what_is_offered_to_be_kept_holds_what_must_be():
    """BH-ROL-03, BH-ROL-05"""
    game = Game(
        "food", "ore", "luxury", "no police", "pirate", "pirate", "trader", options=ON
    ).order("red", "travel small")
    keeps = [order for order in game.offered("red") if order.startswith("keep")]
    assert "keep 2 pirates" in keeps
    assert all("2 pirates" in order for order in keeps)


def test_a_trader_may_be_attacked_for_nothing():
    """BH-ATK-05: the kind aboard is not shown; the trader is gone all the same."""
    faces = ("food", "food", "luxury", "food", "no police", "trader", "blank", "blank")
    game = Game(*faces, options=ON, red={"missiles": 1, "cargo": [lot("robots", 1, 6)]}).order(
        "red", "travel medium", "settle"
    )
    assert game.refused("red", "attack trader taking medicine") == ("BH-ATK-04", "BH-ATK-05")
    game.order("red", "attack trader")
    assert (game.now["traders"], game.now["red"]["piracy"], game.now["red"]["cargo"]) == (
        0,
        1,
        [lot("robots", 1, 6)],
    )


def test_who_attacks_nobody_is_told_so():
    """BH-ATK-01"""
    faces = ("food", "food", "luxury", "food", "no police", "trader", "blank", "blank")
    game = Game(*faces, options=ON, red={"missiles": 1}).order("red", "travel medium", "settle")
    assert game.order("red", "pass").events[-1].text == "Red attacks nobody."


def test_who_attacked_neither_trades_nor_comes_twice():
    """BH-PVP-09, BH-PVP-03"""
    game = fight({}, {})
    assert game.refused("blue", "sell")[0] == "BH-PVP-09"
    assert game.refused("green", "intercept") == ("BH-PVP-03",)
    assert game.order("red", "end").now["turn"] == "green"


def test_police_shelter_the_honest_unless_the_table_says_otherwise():
    """BH-PVP-08"""
    armed = level(blue={"missiles": 1})
    game = Game(*POLICE, options=SLACK, **armed).order("red", "travel small", "settle")
    assert game.refused("blue", "intercept") == ("BH-PVP-08",)
    game = Game(*POLICE, options={**SLACK, "police_stops_pvp": False}, **armed).order(
        "red", "travel small", "settle"
    )
    assert game.order("blue", "intercept").pending.name == "commit"


def test_detention_ends_at_the_limit():
    """BH-CMB-06"""
    game = fight({"days": 22, "piracy": 3}, {}, options={"days": 25})
    assert (game.now["red"]["days"], game.now["red"]["detained"], game.now["red"]["finished"]) == (
        25,
        2,
        True,
    )
    assert game.order("red", "end").now["turn"] == "green"


def test_a_table_may_let_detention_end_piracy():
    """BH-CMB-06"""
    game = fight({"piracy": 2}, {}, options={"clear_piracy_on_detention": True})
    assert (game.now["red"]["piracy"], game.now["blue"]["credits"]) == (0, 20)


def test_ratings_never_fall_below_nothing():
    """BH-RAT-01, BH-RAT-03"""
    now = fight({"piracy": 1}, {}).now
    assert (now["blue"]["piracy"], now["blue"]["bounty"], now["blue"]["credits"]) == (0, 1, 15)
    assert fight({}, {"bounty": 0}).now["blue"]["bounty"] == 0


def test_a_medium_planet_sells_no_equipment():
    """BH-EQP-02, BH-EQP-03"""
    game = Game("food", "ore", "luxury", "food", *NOTHING, options=ON).order(
        "red", "travel medium", "settle"
    )
    assert game.refused("red", "buy 1 missile") == ("BH-EQP-03",)
    assert game.refused("red", "buy 1 shield") == ("BH-EQP-02",)


def test_a_pirate_cleared_in_combat_may_land():
    """BH-REG-03"""
    faces = ("food", "ore", "luxury", "police", "pirate", "blank", "blank")
    game = Game(*faces, options=ON, red={"missiles": 1, "piracy": 1}).order(
        "red", "travel small", "settle", "attack pirate"
    )
    assert game.order("red", "buy 1 food").now["red"]["credits"] == 10


def test_police_present_catch_by_themselves_only_where_that_was_agreed():
    """BH-REG-05"""
    red = {"cargo": [lot("robots", 1, 6)]}
    game = Game(*POLICE, "no police", options=ON, red=red).order(
        "red", "travel small", "settle", "sell illegal"
    )
    assert game.now["red"]["credits"] == 22
    game = Game(*POLICE, options={**ON, "police_present_catches": True}, red=red).order(
        "red", "travel small", "settle", "sell illegal"
    )
    assert (game.now["red"]["credits"], game.now["red"]["cargo"]) == (10, [])


def test_silence_before_a_trader_names_the_scarcest_and_cheapest():
    """BH-TRD-01"""
    faces = ("robots", "robots", "luxury", "ore", "no police", "trader", "blank", "blank")
    assert (
        Game(*faces, options=ON).order("red", "travel medium", "settle").pending.silence
        == "trader takes ore"
    )


def test_a_rival_is_asked_only_where_public_facts_allow_it():
    """BH-PBM-02, BH-PVP-05"""
    start = level(blue={"days": 5, "missiles": 5}, green={"missiles": 0})
    assert (
        Game(*QUIET, options=SLACK, **start).order("red", "travel small", "settle").now["interval"]
        == "none"
    )


@pytest.mark.parametrize(
    ("slack", "latest"),
    [
        (0, {"explore": None, "follow": 4}),
        (1, {"explore": 4, "follow": 5}),
        (2, {"explore": 5, "follow": 6}),
    ],
)
def test_how_far_behind_a_rival_may_be(slack, latest):
    """BH-PVP-05: the trip to attack costs a day more than to explore, and as much as to follow;
    from this day on nobody is asked.
    """
    planet = {"size": "small", "dice": ["food", "ore", "luxury"]}
    for way, orders in (("explore", ("travel small", "settle")), ("follow", ("follow",))):
        asked = []
        for days in range(4, 9):
            start = level(blue={"days": days, "missiles": 1})
            game = Game(
                *QUIET, options={**ON, "attack_slack": slack}, planet=planet, **start
            ).order("red", *orders)
            if game.now["interval"] == "intercept":
                asked.append(days)
        assert (max(asked) if asked else None) == latest[way]


def test_who_is_detained_to_the_last_day_is_told_to_be_finished():
    """TL-END-04, BH-CMB-06: an attacker struck back, whose own turn it is not."""
    game = fight(
        {"missiles": 1, "shields": 1},
        {"piracy": 3},
        commits=("1 missiles and 1 shields", "1 missiles"),
        options={"days": 10},
    )
    assert (
        game.now["blue"]["days"],
        game.now["blue"]["detained"],
        game.now["blue"]["finished"],
    ) == (10, 4, True)
    assert "Blue has spent all days." in game.told


def test_what_silence_does_is_said_where_it_is_asked():
    """BH-PBM-03, BH-CMB-10"""
    victim = {"piracy": 1, "cargo": [lot("robots", 3, 9), lot("robots", 1, 4)]}
    game = Game(
        *QUIET,
        options=SLACK,
        **level(red=victim, blue={"missiles": 3, "cargo": [lot("food", 1, 5)]}),
    )
    game.order("red", "travel small", "settle").order("blue", "intercept")
    assert (
        "If Blue does nothing, Blue commits 1 missile. If Red does nothing, Red commits all "
        "shields." in game.pending.cause
    )
    game.order("red", "commit nothing").order("blue", "commit 1 missile")
    assert (
        game.pending.cause
        == "Blue has beaten Red and may take 4 robots as a pirate. If Blue does nothing, "
        "Blue leaves it."
    )
    assert (
        "Blue gives up 1 food.\nBlue takes 4 robots from Red.\nBlue has Piracy 1, Bounty Hunter 1."
        in game.order("blue", "pirate").told
    )
    honest = fight({"cargo": [lot("ore", 2, 3)]}, {})
    assert honest.pending.cause.endswith("may take 2 ore. If Blue does nothing, Blue takes it.")


def test_silence_stays_at_home():
    """TL-PBM-05, TL-PBM-01: no trip, no dice; the planet before is the one to follow; it is
    nobody's order; without a day one is finished.
    """
    planet = {"size": "small", "dice": ["food", "ore", "luxury"]}
    game = Game(
        options=SLACK,
        planet=planet,
        **level(red={"cargo": [lot("ore", 1, 3)]}, blue={"missiles": 3}),
    )
    silence = game.pending.silence
    assert silence not in game.offered("red")
    assert game.refused("red", silence.lower()) == ("unreadable",)
    game.order("red", silence)
    assert (game.now["turn"], game.now["interval"], game.now["red"]["days"]) == ("blue", "none", 5)
    assert (game.now["planet"]["dice"], game.now["red"]["cargo"]) == (
        planet["dice"],
        [lot("ore", 1, 3)],
    )
    assert (
        Game(options={**ON, "days": 25}, **level(24)).order("red", silence).now["red"]["finished"]
    )
    assert (
        Game(*QUIET, options={**ON, "days": 25}, **level(24))
        .order("red", "travel small")
        .refused("red", silence)[0]
        == "TL-TRV-02"
    )
    alone = Game(options={**ON, "days": 25}, seats=("red",), red={"days": 24}).order("red", silence)
    assert alone.now["over"]


@pytest.mark.parametrize(
    "scenario",
    tomllib.loads(MORE.read_text(encoding="utf-8"))["scenario"],
    ids=lambda scenario: scenario["id"],
)
def test_scenarios_begin_where_a_game_can_come_to(scenario):
    """TL-ORD-02: before the trip nobody who still plays has spent fewer days than the seat on
    turn.
    """
    start, days = scenario.get("start", {}), scenario.get("options", {}).get("days", 50)
    ledgers = {seat: start.get(seat, {}) for seat in scenario["seats"]}
    spent = {
        seat: ledger.get("days", 0)
        for seat, ledger in ledgers.items()
        if not ledger.get("finished")
    }
    if start.get("stage", "travel") == "travel":
        assert spent[start.get("turn", scenario["seats"][0])] == min(spent.values())
    assert max(spent.values()) <= days


@pytest.mark.parametrize("size", ["small", "medium", "big"])
def test_to_a_pirate_the_police_close_trade_alone(size):
    """He lands, meets ships and ends his turn there as anybody does (BH-REG-03); an honest trader
    trades.
    """
    faces = [face for face in POLICE if face != "police"]
    dice = [*faces[:3], *["food"] * {"small": 0, "medium": 1, "big": 2}[size], "police", *faces[3:]]
    cargo = [lot("food", 1, 2)]
    for piracy in (0, 1):
        game = Game(*dice, options=ON, red={"piracy": piracy, "missiles": 1, "cargo": cargo})
        game.order("red", f"travel {size}", "settle")
        assert game.now["stage"] == "trade"
        trades = [one for one in game.offered("red") if one.split()[0] in ("sell", "buy")]
        assert bool(trades) is not bool(piracy)
        for line in ("sell", "sell illegal", "buy 1 food") if piracy else ():
            assert "BH-REG-03" in game.refused("red", line)
        assert game.order("red", "end").now["turn"] != "red"
