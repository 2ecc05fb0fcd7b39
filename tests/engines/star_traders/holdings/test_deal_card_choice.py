"""A card that was promised without a name, and who promised it leaves (ST-TRADE-13)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.engines.star_traders.game import Game
from tests.engines.star_traders.play.test_leaving import leave
from tests.engines.star_traders.test_odd_moments import deal
from traders.engines.kernel.contract.contract import Choice
from traders.engines.kernel.refusal import Unknown
from traders.engines.star_traders import ENGINE, invariants

HAND = ["Zap", "Gotcha", "Piracy"]


def promised(*chance: int, gives: str = "a card", hand: list[str] = HAND[:2], **more) -> Game:
    """Red has promised blue a card and not said which."""
    game = Game(
        *chance,
        red={"at": "Mink", "stations": [], "hand": hand},
        blue={"at": "Wells", "stations": [], "hand": more.get("blue", [])},
        green={"at": "Oz", "stations": []},
        revision=more.get("revision", 0),
        luck_discard=[],
        **{name: value for name, value in more.items() if name == "options"},
    )
    deal(game, "red", gives, "blue", more.get("takes", "9 stellors"))
    assert isinstance(game.pending, Choice)
    return game


@pytest.mark.parametrize(("lot", "drawn"), [(1, "Zap"), (2, "Gotcha")])
def test_the_lot_draws_it_from_the_hand_that_is_left_behind(lot: int, drawn: str):
    """ST-TRADE-13, ST-DROP-03"""
    game = leave(promised(lot), "red")
    assert game.now["blue"]["hand"] == [drawn]
    assert game.now["luck_discard"] == [card for card in HAND[:2] if card != drawn]
    assert game.state.turn.seat == "blue"


def test_each_promise_is_drawn_and_the_last_card_without_a_throw():
    game = leave(promised(2, gives="a card and a card"), "red")
    assert sorted(game.now["blue"]["hand"]) == ["Gotcha", "Zap"]
    assert game.now["luck_discard"] == []


def test_a_hand_that_is_then_too_full_sheds_before_the_next_turn():
    """ST-LUCK-05, ST-DROP-11"""
    game = leave(promised(1, blue=["Quarantine", "Takeover"]), "red")
    assert isinstance(game.pending, Choice)
    assert game.pending.seat == "blue"


def test_what_the_same_deal_brought_is_not_what_is_given():
    """ST-TRADE-13: a swap of a card for a card."""
    game = leave(promised(1, takes="card quarantine", blue=["Quarantine"]), "red")
    assert game.now["blue"]["hand"] == ["Zap"]
    assert sorted(game.now["luck_discard"]) == ["Gotcha", "Quarantine"]


def test_which_card_it_was_is_told_to_its_new_holder_alone():
    """ST-LUCK-02"""
    game = promised(1)
    game.events.clear()
    leave(game, "red")
    told = {
        seat: " ".join(event.text for event in game.events if event.heard_by(seat))
        for seat in ("blue", "green", None)
    }
    assert "You get Zap." in told["blue"]
    assert "drawn by lot" in told["green"]
    assert "Zap" not in told["green"] + told[None]


def test_cards_that_wait_for_the_lot_are_hidden_and_counted():
    """PR-RECEIPT-08, ST-LUCK-13"""
    state = promised().state
    whole = invariants.luck_cards(state)
    ENGINE.leave(state, "red")
    assert invariants.luck_cards(state) == whole == Counter(state.book.deck)
    for seat in ("blue", "green"):
        veiled = ENGINE.veiled(ENGINE.copy(state), seat)
        with pytest.raises(Unknown):
            list(veiled.agenda[-1].cards)


def test_where_both_have_left_nobody_gets_it():
    game = promised()
    ENGINE.leave(game.state, "blue")
    leave(game, "red")
    assert sorted(game.now["luck_discard"]) == ["Gotcha", "Zap"]


def test_a_card_is_named_before_the_cargo_of_the_same_deal_is_delivered():
    """ST-TRADE-13: else it could be played on the die of that delivery."""
    book = ENGINE.position(("red", "blue"), {}, {}).book
    jackpot = next(world for world in book.worlds.values() if world.name == "Jackpot")
    contract = next(one for one in book.contracts.values() if one.deliver == jackpot.number)
    game = Game(
        red={"at": "Jackpot", "stations": [], "hand": HAND[:2]},
        blue={"at": "Jackpot", "stations": [], "cargo": [contract.cargo]},
        green={"at": "Oz", "stations": []},
        contracts=[f"{contract.cargo} to Jackpot"],
    )
    deal(game, "red", "a card", "blue", contract.cargo)
    assert isinstance(game.pending, Choice)
    assert game.pending.seat == "red"
    assert game.pending.things == ("choose zap", "choose gotcha")


def test_in_games_of_the_first_revision_it_is_not_given():
    """PR-RECORD-01"""
    game = leave(promised(revision=1), "red")
    assert game.now["blue"]["hand"] == []
