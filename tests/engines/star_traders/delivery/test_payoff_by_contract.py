"""Payoffs (ST-PAYOFF): the order of reckoning, the Imperial Contract, the station's owner, the
three special payoffs.
"""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.star_traders.edition import standard


def trader(at="Oz", **more):
    return {"at": at, "stations": [], **more}


def at(world, cargo, *chance, space=2, seats=("red", "blue", "green"), **more):
    """Red's turn begins at a world with a cargo that a contract wants there."""
    contracts = ["Robots to Jaxin"] * (space - 1) + [f"{cargo} to {world}"]
    red = trader(world, cargo=[cargo], **more.pop("red", {}))
    start = {
        "turn": seats[-1],
        "stage": "closing",
        "contracts": contracts,
        "contract_deck": ["Hive to Verne"],
        seats[-1]: trader(),
        **more,
    }
    return Game(*chance, seats=seats, red=red, **start).order(seats[-1], "end")


def test_the_worked_example():
    """ST-CARGO-03, ST-PAYOFF-01 to ST-PAYOFF-04, ST-MONEY-04"""
    alone = at("Wells", "Power Crystals").now
    assert (alone["red"]["stellors"], alone["red"]["prestige"], alone["blue"]["stellors"]) == (
        59,
        4,
        40,
    )
    others = at("Wells", "Power Crystals", blue={"stations": ["Wells"]}).now
    assert (others["red"]["stellors"], others["blue"]["stellors"]) == (59, 49)
    own = at("Wells", "Power Crystals", red={"stations": ["Wells"]}).now
    assert own["red"]["stellors"] == 40 + 28


def test_space_1_doubles_before_races_are_added():
    """ST-PAYOFF-05, ST-PAYOFF-06, ST-PAYOFF-16"""
    game = at(
        "Statyk",
        "Mercenaries",
        space=1,
        blue=trader(cargo=["Mercenaries"]),
        green=trader(cargo=["Mercenaries"]),
    )
    assert game.now["red"]["prestige"] == 1 + 4 * 2 + 2
    assert game.now["contracts"] == ["Hive to Verne"]  # the new Imperial Contract (ST-PAYOFF-10)


def test_between_two_traders_nothing_is_doubled():
    """ST-PAYOFF-07"""
    assert (
        at("Statyk", "Mercenaries", space=1, seats=("red", "blue")).now["red"]["prestige"] == 1 + 4
    )


def test_no_more_than_thirty():
    """ST-PAYOFF-16, ST-PRESTIGE-08"""
    assert at("Statyk", "Mercenaries", space=1, red={"prestige": 25}).now["red"]["prestige"] == 30


def test_six_starred_contracts():
    """ST-PAYOFF-08"""
    starred = [card for card in standard().printed.contracts if card.special]
    assert (
        sorted(card.special for card in starred) == ["jackpot"] * 2 + ["kluge"] * 2 + ["telzey"] * 2
    )
    assert {card.deliver for card in starred} == {11, 63, 23}
    assert all(card.deliver == standard().specials[card.special].world for card in starred)


def test_kluge_pays_as_printed_or_gives_an_engine():
    """ST-PAYOFF-11, ST-PAYOFF-09, ST-PAYOFF-14, ST-RACE-04"""
    start = {"blue": {"stations": ["Kluge"], "cargo": ["Gremlins"]}, "space": 1}
    game = at("Kluge", "Gremlins", **start)
    assert game.now["waiting"] == ["red"]
    assert game.offered("red")[:2] == ["choose payoff", "choose engine"]
    paid = game.order("red", "choose payoff").now
    assert (paid["red"]["stellors"], paid["red"]["prestige"], paid["red"]["engines"]) == (
        62,
        1 + 2 * 4 + 1,
        3,
    )
    assert (paid["stage"], paid["red"]["jumps_left"], paid["blue"]["stellors"]) == (
        "movement",
        3,
        51,
    )
    engine = at("Kluge", "Gremlins", **start).order("red", "choose engine").now
    assert (engine["red"]["stellors"], engine["red"]["prestige"], engine["red"]["engines"]) == (
        40,
        1 + 1,
        4,
    )
    assert (
        engine["stage"],
        engine["red"]["jumps_left"],
        engine["red"]["action"],
        engine["blue"]["stellors"],
    ) == ("action", 0, "used", 51)
    assert engine["contracts"] == ["Hive to Verne"]


def test_kluge_gives_no_engine_where_there_is_no_room_or_no_action():
    """ST-PAYOFF-11, ST-ENGINE-03, ST-TURN-21"""
    assert at("Kluge", "Gremlins", red={"engines": 5}).now["red"]["stellors"] == 62
    stolen = {
        "blue": trader("Kluge", cargo=["Gremlins"]),
        "contracts": ["Robots to Jaxin", "Gremlins to Kluge"],
        "stage": "closing",
    }
    game = (
        Game(red=trader("Kluge", hand=["Piracy"]), **stolen)
        .order("red", "play piracy on blue")
        .close_all()
    )
    assert (game.now["red"]["stellors"], game.now["waiting"]) == (62, ["red"])
    assert game.now["red"]["engines"] == 3


@pytest.mark.parametrize(("die", "stellors", "prestige"), [(4, 40, 1), (5, 85, 13), (6, 85, 13)])
def test_jackpot_pays_on_five_and_six(die, stellors, prestige):
    """ST-PAYOFF-12, ST-PAYOFF-14"""
    now = at("Jackpot", "Tourists", die, blue={"stations": ["Jackpot"]}).now
    assert (
        now["red"]["stellors"],
        now["red"]["prestige"],
        now["blue"]["stellors"],
        now["die"],
    ) == (stellors, prestige, 47, None)


def test_jackpot_on_space_1_doubles_what_is_granted():
    """ST-PAYOFF-15, ST-RACE-04"""
    assert at("Jackpot", "Tourists", 6, space=1).now["red"]["prestige"] == 25
    assert (
        at("Jackpot", "Tourists", 3, space=1, blue=trader(cargo=["Tourists"])).now["red"][
            "prestige"
        ]
        == 2
    )


def test_the_die_at_jackpot_may_be_zapped_and_not_thrown_again():
    """ST-PAYOFF-12, ST-CARD-54, ST-CARD-51"""
    game = at("Jackpot", "Psionic Shields", 4, red={"hand": ["Superzap", "Gotcha"]})
    assert (game.now["interval"], game.now["die"]) == ("die", 4)
    assert "ST-PAYOFF-12" in game.refused("red", "reroll with gotcha")
    game.order("red", "play superzap up").close_all()
    assert game.now["red"]["stellors"] == 79


def test_telzey_brings_a_card_within_the_limit():
    """ST-PAYOFF-13"""
    decks = {"luck_deck": ["Gotcha", "Piracy"]}
    game = at("Telzey", "Cybertanks", red={"hand": ["Zap"]}, **decks)
    assert game.now["red"]["stellors"] == 56
    assert [offer for offer in game.offered("red") if "draw" in offer or "choose" in offer] == [
        "choose nothing",
        "draw",
    ]
    assert game.order("red", "draw").now["red"]["hand"] == ["Zap", "Gotcha"]
    assert (
        at("Telzey", "Cybertanks", **decks).order("red", "choose nothing").now["red"]["hand"] == []
    )
    full = at("Telzey", "Cybertanks", red={"hand": ["Zap", "Superzap"]}, **decks)
    assert full.refused("red", "draw") == ("ST-PAYOFF-13",)
    now = full.order("red", "draw discarding zap").now
    assert (now["red"]["hand"], now["luck_discard"], now["stage"]) == (
        ["Superzap", "Gotcha"],
        ["Zap"],
        "movement",
    )
    assert full.order("red", "halt").order("red", "draw discarding gotcha").now["red"]["hand"] == [
        "Superzap",
        "Piracy",
    ]


def test_a_jubilee_drawn_at_telzey_is_played_at_once():
    """ST-PAYOFF-13, ST-CARD-14"""
    game = at(
        "Telzey",
        "Cybertanks",
        luck_deck=["Emperor Proclaims Jubilee"],
        blue={"stations": ["Kluge"]},
    ).order("red", "draw")
    assert (game.now["blue"]["stellors"], game.now["red"]["hand"]) == (38, [])


def test_at_telzey_nothing_is_asked_where_no_card_is_left():
    """ST-PAYOFF-13, ST-LUCK-08"""
    assert at("Telzey", "Cybertanks", luck_deck=[]).now["stage"] == "movement"
