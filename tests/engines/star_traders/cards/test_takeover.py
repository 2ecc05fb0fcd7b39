"""The very card that was drawn this turn is no Takeover in it (ST-CARD-41)."""

from __future__ import annotations

import pytest

from tests.engines.star_traders.game import Game
from tests.engines.star_traders.test_odd_moments import deal
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders import ENGINE


def drew(
    card: str = "Takeover", held: tuple[str, ...] = (), revision: int = 0, **hands: list[str]
) -> Game:
    """Red, at blue's station on Telzey in Movement, has delivered there and drawn the card."""
    seats: dict[Seat, dict[str, object]] = {
        "red": {"at": "Statyk", "stations": [], "cargo": ["Cybertanks"], "hand": list(held)},
        "blue": {"at": "Oz", "stations": ["Telzey"]},
        "green": {"at": "Oz", "stations": []},
    }
    for seat, one in seats.items():
        one["personality"] = "Pirate Pete" if seat == "red" else ""
        one.setdefault("hand", hands.get(seat, []))
    game = Game(
        2,
        options={"personalities": "all"},
        revision=revision,
        contracts=["Fur to Hench", "Cybertanks to Telzey"],
        contract_deck=["Hive to Frygia"],
        lines=[["Statyk", "Telzey", "orange"]],
        luck_deck=[card, "Zap"],
        **seats,
    )
    return game.order("red", "jump telzey").close_all().order("red", "draw")


def barred(game: Game, line: str = "play takeover") -> bool:
    """Whether its rule refuses the line; it is offered exactly where it is not refused."""
    how = line.removeprefix("play ").partition(" as ")[0]
    ending = line.removeprefix(f"play {how}")
    offered = any(
        order.startswith(f"play {how}") and order.endswith(ending) and "taking" not in order
        for order in game.offered("red")
    )
    rules: tuple[str, ...] = ("",)
    try:
        ENGINE.check(game.state, "red", ENGINE.read(game.state, "red", line))
    except Refusal as refusal:
        rules = refusal.rules
    assert rules[0] in ("", "ST-CARD-41")
    assert offered is not (rules[0] != "")
    return rules[0] != ""


def test_the_card_drawn_is_not_played():
    assert barred(drew())


def test_a_like_card_that_was_held_is_played_and_the_drawn_one_stays():
    game = drew(held=("Takeover",))
    assert not barred(game)
    game.order("red", "play takeover").close_all()
    assert game.now["red"]["stations"] == ["Telzey"]
    assert game.state.traders["red"].drawn == ["Takeover"]


def test_a_like_card_that_was_bought_is_played_with_the_drawn_one_sold():
    """The drawn one went to blue; what comes from green was not drawn."""
    game = deal(drew(green=["Takeover"]), "red", "card takeover", "blue")
    deal(game, "green", "card takeover", "red")
    assert not barred(game)


def test_a_like_card_that_was_bought_is_played_with_the_drawn_one_kept():
    assert not barred(deal(drew(green=["Takeover"]), "green", "card takeover", "red"))


@pytest.mark.parametrize("way", [["blue"], ["blue", "green"]])
def test_the_drawn_one_that_comes_back_is_still_the_drawn_one(way: list[str]):
    game, giver = drew(), "red"
    for receiver in [*way, "red"]:
        deal(game, giver, "card takeover", receiver)
        giver = receiver
    assert barred(game)


def test_of_two_alike_the_one_that_was_not_drawn_is_sold_to_the_seat_on_turn():
    game = deal(drew(blue=["Takeover"]), "red", "card takeover", "blue")
    assert not barred(deal(game, "blue", "card takeover", "red"))


def test_of_two_alike_the_drawn_one_is_discarded_or_sold():
    game = deal(drew(held=("Takeover",)), "red", "card takeover", "blue")
    assert not barred(game)


def test_a_piracy_drawn_stands_in_for_no_takeover():
    """ST-NEWPERSON-14"""
    game = drew("Piracy")
    assert barred(game, "play piracy as takeover")
    assert not barred(drew("Piracy", held=("Piracy",)), "play piracy as takeover")
    assert not barred(drew("Piracy", revision=1), "play piracy as takeover")


def test_in_the_next_turn_it_is_a_card_like_any():
    game = drew().order("red", "end")
    game.order("blue", "end").order("green", "end")
    assert not any(trader.drawn for trader in game.state.traders.values())
    assert not barred(game)
