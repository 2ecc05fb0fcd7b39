"""Dice, Zaps and re-rolls (ST-CARD-50 to 54, ST-LUCK-09 to 11, ST-LUCK-16, ST-TIMING-14 to 16)."""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.cards.card import Play

LINE = [["Mink", "Oz", "violet"]]


def jump(*chance, red=("Gotcha",), blue=("Zap",), green=()):
    """Red's roll for Oz lies there."""
    game = Game(
        *chance,
        lines=LINE,
        red={"at": "Mink", "stations": [], "hand": list(red)},
        blue={"hand": list(blue)},
        green={"hand": list(green)},
    )
    return game.order("red", "jump oz").close("quarantine")


def test_zap_and_superzap_move_a_jump_die_out_of_its_range():
    """ST-CARD-51, ST-CARD-53"""
    game = jump(1, blue=["Superzap", "Zap"])
    assert game.order("blue", "play superzap down").now["die"] == -1
    assert game.order("blue", "play zap up").now["die"] == 0


def test_a_world_die_stays_within_1_to_6():
    """ST-CARD-50, ST-CARD-52"""
    game = Game(6, 1, red={"at": "Mink", "stations": []}, blue={"hand": ["Superzap", "Zap"]})
    game.order("red", "jump random").close("quarantine")
    assert game.offered("blue").count("play zap up") == 0
    game.order("blue", "play superzap down")
    assert game.now["die"] == 4
    game.close("zap")
    assert game.now["die"] == 1
    assert game.refused("blue", "play zap down") == ("PR-PRIORITY-03",)
    game.order("blue", "play zap up")
    assert game.now["red"]["at"] == "Terra"  # 42; nobody holds a card any more


def test_a_zap_is_meant_for_the_throw_that_lay_there():
    """PR-PRIORITY-03, ST-TIMING-16"""
    game = jump(4, 4)
    zap = ENGINE.read(game.state, "blue", "play zap down")
    assert isinstance(zap, Play)
    assert zap.throw == game.state.die.throw
    assert ENGINE.read(game.state, "blue", ENGINE.write(zap)) == zap
    assert "throw" not in ENGINE.public(zap)
    game.order("red", "reroll with gotcha")
    assert game.refused("blue", ENGINE.write(zap))[0] == "PR-PRIORITY-03"
    assert game.order("blue", "play zap down").now["red"]["at"] == "Mink"


def test_a_re_roll_wipes_out_the_zaps_before_it():
    """ST-TIMING-15, ST-TIMING-16, ST-LUCK-09, ST-LUCK-11"""
    game = jump(4, 6, red=["Avoid Calamity"])
    game.order("blue", "play zap down")
    assert game.now["die"] == 3
    key = game.pending.key
    game.order("red", "reroll with avoid calamity")
    assert game.now["luck_discard"] == ["Zap", "Avoid Calamity"]
    assert game.now["red"]["at"] == "Oz"
    assert key not in ENGINE.standing(game.state)


def test_the_interval_stays_the_same_over_a_re_roll():
    """ST-LUCK-16, PR-PRIORITY-04"""
    game = jump(1, 2, 5, red=["Gotcha", "Zap"])
    key = game.pending.key
    game.order("red", "reroll with gotcha")
    assert (game.pending.key, game.now["die"]) == (key, 2)
    game.order("red", "reroll with zap")
    assert (game.pending.key, game.now["die"]) == (key, 5)


def test_who_may_re_roll_what():
    """ST-TIMING-14, ST-LUCK-10, ST-LUCK-09"""
    game = jump(1)
    assert game.refused("blue", "reroll with zap")[0] == "ST-TIMING-14"
    assert "ST-LUCK-09" in game.refused("red", "reroll")
    assert "ST-LUCK-09" in game.refused("red", "reroll with piracy")
    game.close("zap")
    assert "ST-LUCK-09" in game.refused("red", "reroll with gotcha")
    game = (
        Game(2, red={"at": "Mink", "stations": [], "hand": ["Zap"]})
        .order("red", "jump random")
        .close("quarantine")
    )
    assert game.refused("red", "reroll with zap") == ("ST-LUCK-10",)


def test_without_a_die_nothing_to_zap():
    """ST-CARD-54, ST-LUCK-03"""
    game = Game(red={"at": "Mink", "stations": [], "hand": ["Zap"]})
    assert {"ST-CARD-54", "ST-LUCK-03"} <= set(game.refused("red", "play zap up"))
    assert game.offered("red").count("play zap up") == 0


def test_a_zap_says_which_way():
    assert jump(4).refused("blue", "play zap") == ("ambiguous",)


def test_cards_sent_are_spoken_for():
    """PR-PRIORITY-01: a card is gathered once."""
    game = jump(4, blue=["Zap"])
    zap = ENGINE.read(game.state, "blue", "play zap down")
    before = ENGINE.encode(game.state)
    ENGINE.check(game.state, "blue", zap)
    with pytest.raises(Refusal) as refused:
        ENGINE.check(game.state, "blue", zap, [zap])
    assert "ST-LUCK-03" in refused.value.rules
    assert ENGINE.encode(game.state) == before
    game = jump(4, blue=["Zap", "Zap"])
    ENGINE.check(game.state, "blue", zap, [zap])


def test_the_die_is_revealed_to_all_and_counted():
    game = jump(4)
    rolled = next(event for event in game.events if event.kind == "rolls")
    assert rolled.reveals
    assert rolled.to is None
    assert game.state.throws == 1


def words_in_the_zap_window(seat: str) -> tuple[str, dict[str, str]]:
    """The window after a roll that is too low by 1, and what possible answers to it do."""
    game = Game(
        3,
        lines=[["Mink", "Niven", "violet"]],
        red={"at": "Mink", "stations": [], "hand": ["Zap", "Gotcha"]},
        blue={"at": "Wells", "hand": ["Superzap", "Zap"]},
    ).order("red", "jump niven")
    game.close("quarantine")
    return game.pending.cause, {one.order: one.words for one in ENGINE.offers(game.state, seat)}


def test_the_window_after_a_roll_says_how_it_stands_and_what_answers_do():
    """ST-CARD-53, ST-LUCK-09"""
    cause, blue = words_in_the_zap_window("blue")
    assert cause == (
        "Red has rolled 3 and needs 4 to come to Niven (13); if nothing changes it, the jump fails."
    )
    assert blue["play superzap up"] == "the 3 becomes 5: the jump succeeds"
    assert blue["play superzap down"] == "the 3 becomes 1: no difference"
    _, red = words_in_the_zap_window("red")
    assert red["reroll with gotcha"] == "turn in Gotcha and roll again: 50 % to succeed"
