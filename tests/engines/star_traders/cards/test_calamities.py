"""Calamities and their avoiding (ST-CALAMITY, ST-CARD-27 to 38)."""

from typing import Any

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Interval
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.edition import standard

LINE = [["Mink", "Niven", "orange"]]
CALAMITIES = {
    "Takeover", "Quarantine", "Piracy", "Gotcha", "You Are Lost", "Imperial Envoy (Telzey)",
    "Imperial Envoy (Lambard)", "Imperial Envoy (Helix)", "Lose a Cargo", "Lose a Station",
    "Stressed Engines", "Court Scandal", "Disgrace at Court",
}  # fmt: skip


def test_which_cards_are_calamities():
    """ST-CALAMITY-08, ST-LUCK-13, ST-CARD-12, ST-LUCK-01"""
    book = standard()
    assert {card.name for card in book.cards.values() if card.calamity} == CALAMITIES
    assert len(book.deck) == 65
    assert sorted(card.destination for card in book.cards.values() if card.destination) == [
        23,
        36,
        54,
    ]
    assert all(card.effect for card in book.cards.values())


def struck(hand, blue):
    game = Game(red={"at": "Mink", "stations": [], "hand": [hand, "Zap"]}, blue=blue)
    return game.order("red", f"play {hand} on blue")


@pytest.mark.parametrize(
    "card",
    [
        "Gotcha",
        "Court Scandal",
        "Disgrace at Court",
        "Stressed Engines",
        "Imperial Envoy (Helix)",
        "Lose a Station",
    ],
)
def test_avoided_a_calamity_is_void_and_both_cards_are_discarded(card):
    """ST-CALAMITY-03, ST-CALAMITY-02"""
    game = struck(card, {"prestige": 8, "hand": ["Avoid Calamity"]})
    before = {key: value for key, value in game.now["blue"].items() if key != "hand"}
    assert isinstance(game.pending, Interval)
    assert (game.pending.name, game.pending.seats, game.pending.attacked) == (
        "calamity",
        ("blue",),
        ("blue",),
    )
    game.order("blue", "avoid")
    assert {key: value for key, value in game.now["blue"].items() if key != "hand"} == before
    assert game.now["luck_discard"] == [card, "Avoid Calamity"]
    assert game.now["interval"] == "none"


def test_not_avoided_it_strikes():
    """ST-CALAMITY-02, ST-LUCK-14"""
    game = struck("Disgrace at Court", {"prestige": 9}).close("calamity")
    assert game.now["blue"]["prestige"] == 5
    assert game.now["luck_discard"] == ["Disgrace at Court"]


def test_only_the_victim_avoids_only_at_once_and_only_calamities():
    """ST-CALAMITY-05, ST-CALAMITY-06, ST-CALAMITY-07"""
    game = Game(
        red={"hand": ["Gotcha"]}, blue={"prestige": 5}, green={"hand": ["Avoid Calamity"]}
    ).order("red", "play gotcha on blue")
    assert game.refused("green", "avoid") == ("ST-CALAMITY-07",)
    game.close("calamity")
    assert "ST-CALAMITY-05" in game.refused("green", "avoid")


def test_the_victim_alone_is_waited_for_even_without_cards():
    """ST-CALAMITY-04, ST-CALAMITY-10: a deal may help, also while every hand is empty."""
    game = struck("Gotcha", {"prestige": 5})
    assert game.pending.seats == ("blue",)
    alone = Game(red={"hand": ["Gotcha"]}, blue={"prestige": 5}).order("red", "play gotcha on blue")
    assert (alone.pending.name, alone.pending.seats) == ("calamity", ("blue",))
    assert alone.close().now["blue"]["prestige"] == 3


def test_one_on_oneself_opens_no_interval():
    """ST-CALAMITY-01, ST-CALAMITY-09"""
    game = Game(
        red={"prestige": 7, "hand": ["Court Scandal", "Avoid Calamity"]}, blue={"hand": ["Zap"]}
    ).order("red", "play court scandal on red")
    assert game.now["interval"] == "none"
    assert game.now["red"]["prestige"] == 5


def test_anybody_cancels_a_quarantine_as_it_is_played():
    """ST-CARD-30, ST-CALAMITY-07"""
    game = Game(
        red={"at": "Oz", "stations": [], "hand": ["Quarantine", "Zap"]},
        blue={"hand": ["Zap"]},
        green={"hand": ["Avoid Calamity"]},
    )
    game.order("red", "play quarantine at niven")
    assert game.pending.seats == ("red", "blue", "green")
    game.order("green", "avoid")
    assert game.now["quarantines"] == []
    assert game.now["luck_discard"] == ["Quarantine", "Avoid Calamity"]


def test_a_quarantine_attacks_the_ships_on_its_world():
    game = Game(red={"at": "Oz", "hand": ["Quarantine", "Zap"]}, blue={"at": "Niven"}).order(
        "red", "play quarantine at niven"
    )
    assert game.pending.attacked == ("blue",)


def test_every_quarantine_needs_its_own_answer_and_an_answer_lasts_until_a_success():
    """ST-CARD-31 to 35, ST-TIMING-37"""
    lying = [{"world": "Mink", "by": "blue"}, {"world": "Mink", "by": "green"}]
    game = Game(
        1,
        5,
        lines=LINE,
        red={"at": "Mink", "stations": [], "hand": ["Avoid Calamity", "Avoid Calamity"]},
        quarantines=lying,
    )
    game.order("red", "jump niven").order("red", "avoid").close("quarantine")
    assert game.now["red"]["jumps_left"] == 3  # aborted: one of two is answered
    game.order("red", "jump niven").order("red", "avoid")
    assert (game.now["red"]["at"], game.now["red"]["jumps_left"]) == ("Mink", 2)  # a 1
    game.order("red", "jump niven")
    assert game.now["red"]["at"] == "Niven"
    assert game.state.traders["red"].answered == []
    assert len(game.now["quarantines"]) == 2


def test_an_older_quarantine_is_answered_in_step_2_alone_and_by_the_jumper_alone():
    """ST-TIMING-37, ST-CARD-31"""
    game = Game(
        lines=LINE,
        red={"at": "Mink", "stations": [], "hand": ["Avoid Calamity"]},
        blue={"hand": ["Avoid Calamity"]},
        quarantines=[{"world": "Mink", "by": "blue"}],
    )
    assert "ST-CALAMITY-05" in game.refused("red", "avoid")
    game.order("red", "jump niven")
    assert game.refused("blue", "avoid")[0] == "ST-CARD-31"
    assert "avoid" in game.offered("red")


def test_a_quarantine_ends_with_its_players_next_turn_even_a_lost_one():
    """ST-CARD-28, ST-CARD-29"""
    game = Game(
        red={"hand": ["Zap", "Zap"]}, blue={"skip": 1}, quarantines=[{"world": "Oz", "by": "blue"}]
    ).order("red", "end")
    assert game.now["quarantines"] == []
    assert "Quarantine" in game.now["luck_discard"]
    assert game.now["turn"] == "green"


def test_any_time_cards_are_played_in_anothers_turn_and_gathered_in_an_interval():
    """ST-TURN-11"""
    game = Game(
        lines=LINE, red={"at": "Mink", "stations": []}, blue={"hand": ["Imperial Favor", "Gotcha"]}
    )
    order = ENGINE.read(game.state, "blue", "play imperial favor on green")
    game.order("red", "jump niven")
    assert ENGINE.gathers(game.state, "blue", order)
    assert not ENGINE.gathers(game.state, "blue", ENGINE.read(game.state, "blue", "permit red"))
    game.order("blue", "play imperial favor on green")
    assert game.now["green"]["prestige"] == 3
    assert game.now["interval"] == "quarantine"


def test_the_card_by_its_name_is_the_order_to_avoid():
    game = struck("Gotcha", {"prestige": 5, "hand": ["Avoid Calamity"]})
    assert game.order("blue", "play avoid calamity").now["blue"]["prestige"] == 5


def test_prestige_that_does_not_move_is_told_so():
    game = (
        Game(red={"hand": ["Gotcha"]}, blue={"prestige": 0})
        .order("red", "play gotcha on blue")
        .close("calamity")
    )
    assert any(event.text == "Blue stays at 0 Prestige." for event in game.events)


@pytest.mark.parametrize(
    ("card", "blue", "told"),
    [
        ("Gotcha", {"prestige": 8}, "it takes 2 Prestige."),
        ("Gotcha", {"prestige": 1}, "it takes 1 Prestige."),
        ("Disgrace at Court", {"prestige": 8}, "it costs 4 Prestige."),
        ("Stressed Engines", {}, "it allows one jump a turn until repairs are paid."),
        (
            "Imperial Envoy (Helix)",
            {},
            "it allows no loading, delivery or Action until the Envoy is at Helix (54).",
        ),
        ("Lose a Station", {"stations": ["Wells"]}, "it removes the station on Wells (51)."),
        ("Lose a Station", {"stations": ["Wells", "Oz"]}, "it removes one of 2 stations."),
        ("Lose a Cargo", {"cargo": ["Fur"]}, "it takes Fur."),
        ("Lose a Cargo", {"cargo": ["Fur", "Robots"]}, "it takes one of 2 cargoes."),
    ],
)
def test_its_window_says_what_the_card_does_to_its_victim(
    card: str, blue: dict[str, Any], told: str
):
    """ST-CALAMITY-03"""
    cause = struck(card, {"hand": ["Zap"], "at": "Wells", **blue}).pending.cause
    assert cause == f"Red plays {card} on Blue: {told}"
