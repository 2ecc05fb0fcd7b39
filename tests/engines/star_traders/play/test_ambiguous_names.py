"""A name that fits several things is read among those that the order can take."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.orders.order_handler import Order
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.cards.card import Play
from traders.engines.star_traders.holdings.cargo_hold import imperial
from traders.engines.star_traders.holdings.luck_cards import Draw
from traders.engines.star_traders.jump.dice import Reroll

DECK = sorted(set(ENGINE.position(("red", "blue"), {}, {}).book.deck))


def read(game: Game, line: str, seat: str = "red") -> Any:
    return ENGINE.read(game.state, seat, line)


@pytest.mark.examples("a-part-of-a-card-in-the-hand")
def test_a_part_of_the_name_of_a_card_in_the_hand_is_enough(lots: Random, examples: int):
    """Whatever else the deck holds: the part means a card of the hand, where it fits one alone."""
    for _ in range(examples):
        hand = lots.sample(DECK, 2)
        word = lots.choice(lots.choice(hand).replace("(", "").replace(")", "").split())
        part = word[: lots.randint(1, len(word))].lower()
        begun = {card for card in hand if part in _beginnings(card)}
        elsewhere = {card for card in DECK if part in _beginnings(card)}
        game = Game(red={"hand": hand})
        line = f"draw discarding {part}"
        if part in (card.lower() for card in DECK) or not begun:
            continue
        if len(begun) == 1:
            assert read(game, line) == Draw(tuple(begun)), (line, hand)
        else:
            with pytest.raises(Refusal) as refused:
                read(game, line)
            assert set(refused.value.instead) == begun, (line, hand, elsewhere)


def _beginnings(card: str) -> set[str]:
    words = card.lower().replace("(", "").replace(")", "").split()
    return {word[:end] for word in words for end in range(1, len(word) + 1)}


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("play envoy on blue", Play("Imperial Envoy (Helix)", on="blue")),
        ("play imperial envoy on blue", Play("Imperial Envoy (Helix)", on="blue")),
        ("reroll with envoy", Reroll("Imperial Envoy (Helix)")),
        ("draw discarding lose", Draw(("Lose a Cargo",))),
        ("draw discarding lose and imp", Draw(("Lose a Cargo", "Imperial Envoy (Helix)"))),
    ],
)
def test_whatever_the_verb(line: str, order: Order):
    game = Game(red={"hand": ["Imperial Envoy (Helix)", "Lose a Cargo"]})
    assert read(game, line) == order


def test_a_card_that_stands_in_is_read_beside_what_it_stands_for():
    """ST-NEWPERSON-14"""
    options = {"personalities": "all"}
    game = Game(options=options, red={"hand": ["Piracy"], "personality": "Pirate Pete"})
    assert read(game, "play pir on blue as lose a c") == Play(
        "Piracy", on="blue", stands_for="Lose a Cargo"
    )


def test_a_cargo_to_be_taken_is_read_among_those_of_the_seat_that_is_named():
    """ST-CARD-19"""
    game = Game(
        red={"at": "Oz", "hand": ["Piracy"]},
        blue={"at": "Oz", "cargo": ["Fur"]},
        green={"at": "Oz", "cargo": ["Fungus"]},
        contracts=["Fur to Hench", "Fungus to Mink"],
    )
    assert read(game, "play piracy on blue taking fu") == Play("Piracy", "blue", taking="Fur")
    assert read(game, "play piracy on green taking fu").taking == "Fungus"


def test_a_world_is_read_among_those_that_a_jumpline_leads_to():
    """ST-JUMP-03"""
    game = Game(red={"at": "Mink"}, lines=[["Mink", "Wells", "orange"]])
    assert read(game, "jump w") == read(game, "jump wells")
    with pytest.raises(Refusal) as refused:
        read(game, "play superjump at w")
    assert refused.value.kind == "ambiguous"


@pytest.mark.parametrize(
    ("aboard", "loaded", "dropped"),
    [
        ([], "red", "red"),
        (["blue"], "red", "blue"),
        (["red"], "red", "red"),
        (["red", "blue"], "red", "red"),
        (["blue", "green"], "red", ""),
    ],
)
def test_imperial_cargo_is_ones_own_to_load_and_what_is_aboard_to_drop(aboard, loaded, dropped):
    """ST-MISSION-05, ST-MISSION-06"""
    mission = {"from": "Amber", "to": "Mink"}
    others = {
        "blue": {"mission": {"from": "Frygia", "to": "Wells"}},
        "green": {"mission": {"from": "Clarke", "to": "Pygmalion"}},
    }
    cargo = [imperial(owner) for owner in aboard]
    game = Game(red={"at": "Oz", "mission": mission, "cargo": cargo}, **others)
    assert read(game, "load imperial cargo").cargo == imperial(loaded)
    if dropped:
        assert read(game, "abandon imperial cargo").cargo == imperial(dropped)
    else:
        with pytest.raises(Refusal) as refused:
            read(game, "abandon imperial cargo")
        assert (refused.value.kind, refused.value.instead) == ("ambiguous", tuple(cargo))


def things(hand: list[str], text: str, *, own: bool) -> str:
    game = Game(blue={"hand": hand})
    try:
        return ENGINE.things(game.state, "blue", text, own=own)
    except Refusal as refusal:
        return f"{refusal.kind}: {refusal.text}"


def test_in_a_deal_a_hand_helps_its_holder_alone():
    """ST-LUCK-02: what is asked of another reads the same whatever that one holds."""
    assert things(["Imperial Envoy (Helix)"], "card envoy", own=True) == (
        "card imperial envoy (helix)"
    )
    asked = {
        things(hand, "card envoy", own=False)
        for hand in (["Imperial Envoy (Helix)"], ["Imperial Envoy (Telzey)"], [])
    }
    assert len(asked) == 1
    assert asked.pop().startswith("ambiguous")


def test_in_a_deal_what_lies_open_is_read_among_what_the_giver_has():
    """ST-TRADE-01"""
    game = Game(blue={"stations": ["Oz", "Wells"], "cargo": ["Fur"]})
    assert ENGINE.things(game.state, "blue", "station at w") == "station at wells"
