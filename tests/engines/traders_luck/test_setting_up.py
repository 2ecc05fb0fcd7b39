"""Setting up, dice and whose turn it is (TL-SET, TL-ORD)."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tests.engines.table import BareTable
from tests.engines.traders_luck.game import Game
from traders.engines.kernel.contract.contract import Chance, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.traders_luck import ENGINE
from traders.engines.traders_luck.tables import tables

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black")


def test_a_goods_die_shows_food_twice_and_each_other_good_once():
    """TL-SET-01, TL-SET-03, TL-SET-04"""
    game = Game("ore", "food", "luxury").order("red", "travel small", "settle", "end")
    ENGINE.play(game.state, "blue", ENGINE.read(game.state, "blue", "travel small"))
    die = game.pending
    assert isinstance(die, Chance)
    assert Counter(die.faces) == {"food": 2, "ore": 1, "robots": 1, "medicine": 1, "luxury": 1}
    assert die.sides == 6
    assert tables().goods == ("food", "ore", "robots", "medicine", "luxury")


def test_the_police_are_on_two_of_six_faces():
    """TL-SET-02"""
    assert Counter(tables().faces("police")) == {"police": 2, "no police": 4}


def test_one_to_eight_may_play():
    """TL-SET-07"""
    for n in range(1, 9):
        assert len(ENGINE.setup(COLOURS[:n], {}).seats) == n
    for wrong in ((), (*COLOURS, "pink"), ("red", "red")):
        with pytest.raises(Refusal) as refused:
            ENGINE.setup(wrong, {})
        assert refused.value.rules == ("TL-SET-07",)


@pytest.mark.parametrize("days", [9, 201, "50", True])
def test_a_game_has_ten_to_two_hundred_days(days):
    """TL-SET-08"""
    with pytest.raises(Refusal) as refused:
        ENGINE.setup(COLOURS[:2], {"days": days})
    assert refused.value.rules == ("TL-SET-08",)
    assert ENGINE.setup(COLOURS[:2], {}).options.days == 50


def test_free_trading_and_the_cargo_bay_are_chosen_together_and_bring_nothing_else():
    """TL-FBS-07"""
    both = {"free_trading": True, "cargo_bay": True}
    played = msgspec.to_builtins(ENGINE.setup(COLOURS[:2], both).options)
    on = {name: value for name, value in played.items() if value}
    assert on == both | {"days": 50, "police_stops_pvp": True, "revision": ENGINE.revision}


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        ("free_trading", "TL-FBS-01"),
        ("bounty_hunters", "BH-SEQ-01"),
        ("bay_limit", "TL-ECB-06"),
        ("nothing", "TL-SET-08"),
    ],
)
def test_an_option_that_cannot_be_is_refused_by_its_rule(option, rule):
    with pytest.raises(Refusal) as refused:
        ENGINE.setup(COLOURS[:2], {option: "yes"})
    assert refused.value.rules == (rule,)


def test_the_first_player_is_drawn():
    """TL-ORD-01"""
    for place, seat in enumerate(COLOURS[:3], 1):
        state = ENGINE.setup(COLOURS[:3], {})
        assert ENGINE.pending(state) == Chance("pick", 3, "the first player", "TL-ORD-01")
        ENGINE.happen(state, place)
        assert ENGINE.pending(state).seats == (seat,)


def test_who_plays_alone_plays_at_once_and_again():
    """TL-SET-07, TL-ORD-05, TL-FOL-06"""
    state = ENGINE.setup(("red",), {"days": 10})
    assert isinstance(ENGINE.pending(state), Turn)
    table = BareTable(ENGINE, state, 3)
    while not table.over:
        table.at_random()
    assert table.pending.winners == ("red",)


def test_every_die_is_chance_and_the_same_deeds_fall_alike():
    """TL-PBM-04"""
    table = BareTable(
        ENGINE, ENGINE.setup(COLOURS[:3], {"bounty_hunters": True}), 11, frozenset({"finish"})
    )
    for _ in range(150):
        if table.over:
            break
        table.at_random()
    assert sum(kind == "chance" for kind, _, _ in table.deeds) > 30
    assert table.replayed() == table.state


def test_ties_go_left_and_the_mover_comes_last():
    """TL-ORD-03, TL-ORD-04, TL-ORD-05"""
    faces = ("food", "ore", "luxury")
    start = {"seats": ("red", "blue", "green", "white")}
    cases = [
        ({"red": 2, "blue": 3, "green": 3, "white": 4}, "blue"),
        ({"red": 2, "blue": 9, "green": 8, "white": 3}, "white"),
    ]
    for days, then in [*cases, ({"red": 2, "blue": 4, "green": 4, "white": 4}, "red")]:
        game = Game(*faces, **start, **{seat: {"days": n} for seat, n in days.items()})
        assert game.order("red", "travel small", "settle", "end").now["turn"] == then


def test_an_outline_of_the_turn_is_told():
    """TL-REC-02, TL-REC-01, TL-FBS-05"""
    game = Game("robots", "food", "ore", red={"cargo": [{"good": "robots", "n": 3, "paid": 6}]})
    game.order("red", "travel small", "settle", "sell", "buy 1 food", "end")
    assert "Red sells 3 robots bought at 6 for 39 credits." in game.told
    assert "Red buys 1 food at 5: 5 credits." in game.told
    assert (
        "Red's turn: 3 days, 39 credits taken, 5 credits paid. 3 of 50 days are spent." in game.told
    )


@pytest.mark.parametrize("stage", ["travel", "roll", "trade"])
def test_dice_that_a_start_says_are_kept_are_kept_and_a_die_that_is_not_there_is_refused(
    stage: str,
) -> None:
    said = {
        "size": "big",
        "dice": ["food", "food", "ore", "ore", "robots"],
        "kept": ["ore", "food"],
    }
    game = Game(turn="red", stage=stage, planet=said)
    kept = game.now["planet"]["kept"]
    assert kept == (["food", "ore"] if stage == "roll" else said["dice"])
    with pytest.raises(ValueError, match="no die more shows water"):
        Game(turn="red", stage=stage, planet={**said, "kept": ["water"]})
