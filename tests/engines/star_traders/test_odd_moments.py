"""Two rules that meet: an excess and the money for it, an Action announced, a delivery in the
middle of things, a victim's moment.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Choice, Interval, Turn
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE

NOTHING = {"stations": []}


def deal(game: Game, maker: str, gives: str, taker: str, takes: str = "nothing") -> Game:
    terms = Terms(
        maker,
        taker,
        ENGINE.things(game.state, maker, gives),
        ENGINE.things(game.state, taker, takes),
    )
    ENGINE.may_offer(game.state, terms)
    game.events += ENGINE.exchange(game.state, terms)
    game.go_on()
    return game


def no_deal(
    game: Game, maker: str, gives: str, taker: str, takes: str = "nothing"
) -> tuple[str, ...]:
    before = ENGINE.encode(game.state)
    with pytest.raises(Refusal) as refused:
        deal(game, maker, gives, taker, takes)
    assert ENGINE.encode(game.state) == before
    return refused.value.rules


def trader(at: str = "Oz", **more: Any) -> dict[str, Any]:
    return {"at": at, **NOTHING, **more}


# --- what is owed for an excess (ST-CARGO-23, ST-CARGO-24) ----------------------------------------


def over_full(stellors: int, **more: Any) -> Game:
    """Red has bought a third cargo for 1 Stellor and must abandon one."""
    game = Game(
        red=trader(
            cargo=["Robots", "Hive"], stellors=stellors + 1, stressed=True, prestige=9, **more
        ),
        blue=trader(cargo=["Fur"]),
        contracts=["Robots to Awwad", "Fur to Hench", "Hive to Verne"],
    )
    return deal(game, "red", "1 stellors", "blue", "fur")


def test_repairs_wait_until_the_excess_is_paid_for():
    """ST-CARGO-23: with 10 Stellors, 5 of them owed, 10 are not there for repairs; with 15 they
    are.
    """
    game = over_full(10)
    assert game.refused("red", "repair")[0] == "ST-CARGO-23"
    assert "repair" not in game.offered("red")
    game.order("red", "abandon hive")
    assert (game.now["red"]["stellors"], game.now["red"]["cargo"]) == (5, ["Robots", "Fur"])
    assert over_full(15).order("red", "repair", "abandon fur").now["red"]["stellors"] == 0


def test_what_is_owed_is_not_given_away_and_others_deal_meanwhile():
    """ST-CARGO-23, ST-TRADE-06"""
    game = over_full(7)
    assert {"ST-CARGO-12"} <= set(no_deal(game, "red", "3 stellors", "green"))
    # time for a deal lies over the choice, and changes nothing of it
    ENGINE.haggle(game.state, ["blue"])
    assert {"ST-CARGO-12"} <= set(no_deal(game, "red", "3 stellors", "green"))
    deal(game, "blue", "3 stellors", "green")
    game.close("deal")
    assert game.now["waiting"] == ["red"]


def pirate(stellors: int, **more: Any) -> Game:
    """Red, with a full hold, takes one of Blue's two cargoes."""
    red = trader(hand=["Piracy"], cargo=["Robots", "Robots"], stellors=stellors, prestige=5)
    start = {
        "blue": trader(cargo=["Fur", "Hive"], prestige=4),
        "contracts": ["Robots to Awwad", "Fur to Hench", "Hive to Verne"],
    } | more
    return Game(red=red, **start).order("red", "play piracy on blue")


def test_the_price_of_what_is_still_being_chosen_is_kept():
    """ST-CARGO-23: the debt begins with the card, also while it is chosen what is taken."""
    game = pirate(5).close("calamity")
    assert isinstance(game.pending, Choice)
    assert no_deal(game, "red", "5 stellors", "green")[0] == "ST-CARGO-23"
    game.order("red", "choose fur", "abandon fur")
    assert (game.now["red"]["stellors"], game.now["red"]["cargo"], game.now["blue"]["cargo"]) == (
        0,
        ["Robots", "Robots"],
        ["Hive"],
    )


def test_a_cargo_that_can_no_longer_be_borne_stays_where_it_is():
    """ST-CARGO-24"""
    game = deal(pirate(5), "red", "5 stellors", "green").close("calamity")
    assert isinstance(game.pending, Turn)
    assert (
        game.now["blue"]["cargo"],
        game.now["blue"]["prestige"],
        game.now["red"]["prestige"],
    ) == (["Fur", "Hive"], 2, 7)


def test_a_pirate_without_money_takes_what_is_wanted_here():
    """ST-CARGO-25, ST-LUCK-15: of two cargoes the one that is delivered at once, and no other."""
    here = {
        "blue": trader("Frygia", cargo=["Hive", "Fur"], prestige=0),
        "contracts": ["Robots to Awwad", "Fur to Frygia", "Hive to Verne"],
    }
    red = trader("Frygia", hand=["Piracy"], cargo=["Robots", "Robots"], stellors=4)
    game = Game(red=red, contract_deck=["Fungus to Mink"], **here)
    assert [order for order in game.offered("red") if "piracy" in order] == [
        "play piracy on blue taking fur"
    ]
    assert "ST-CARD-24" in game.refused("red", "play piracy on blue taking hive")
    game.order("red", "play piracy on blue").close("calamity")
    assert isinstance(game.pending, Turn)
    assert (game.now["red"]["cargo"], game.now["red"]["stellors"]) == (["Robots", "Robots"], 14)
    assert game.now["blue"]["cargo"] == ["Hive"]


def test_a_delivery_pays_for_what_is_abandoned_after_it():
    """ST-CARGO-25: of two cargoes more one is delivered, and its payment is the penalty for the
    other.
    """
    red = trader("Frygia", cargo=["Robots", "Robots"], stellors=1)
    start = {
        "blue": trader("Frygia", cargo=["Hive", "Fur"]),
        "contracts": ["Robots to Awwad", "Fur to Frygia", "Hive to Verne"],
    }
    game = deal(
        Game(red=red, contract_deck=["Fungus to Mink"], **start),
        "red",
        "1 stellors",
        "blue",
        "hive and fur",
    )
    assert game.pending.things[0] == "abandon robots"
    assert game.order("red", "abandon hive").now["red"]["stellors"] == 5
    start["contracts"] = ["Robots to Awwad", "Fur to Hench", "Hive to Verne"]
    assert "ST-TRADE-09" in no_deal(
        Game(red=red, **start), "red", "1 stellors", "blue", "hive and fur"
    )


def test_jubilee_leaves_what_is_owed():
    """ST-CARGO-23, ST-CARD-16: a card drawn at Telzey, between a delivery and what is to be
    abandoned after it.
    """
    red = trader("Telzey", cargo=["Robots", "Robots"], stellors=0, stations=["Wells"], prestige=9)
    game = Game(
        red=red,
        blue=trader("Telzey", cargo=["Hive", "Mercenaries"]),
        contracts=["Robots to Awwad", "Mercenaries to Telzey", "Hive to Verne"],
        contract_deck=["Fungus to Mink"],
        luck_deck=["Emperor Proclaims Jubilee", "Zap"],
    )
    deal(game, "blue", "hive and mercenaries", "red")
    held = game.state.traders["red"].stellors
    game.order("red", "draw")
    assert game.now["red"]["stellors"] == held - min(2, held - 5)
    assert game.now["waiting"] == ["red"]
    assert game.order("red", "abandon hive").now["red"]["stellors"] >= 0


# --- one Action a turn (ST-TURN-22) ---------------------------------------------------------------


def test_a_petition_announced_is_the_action_until_prestige_is_too_low():
    """ST-TURN-22, ST-PETITION-03, ST-PETITION-07"""
    game = Game(
        red=trader(prestige=15, stellors=40),
        blue=trader("Mink", hand=["Court Scandal"]),
        contracts=[],
    ).order("red", "petition")
    assert game.now["red"]["action"] == "used"
    game.order("blue", "play court scandal on red").close_all()
    assert (game.now["red"]["action"], game.now["stage"]) == ("unused", "action")
    assert game.order("red", "build").now["red"]["action"] == "used"


@pytest.mark.parametrize("answer", ["avoid", ""])
def test_a_takeover_that_waits_is_the_action(answer):
    """ST-TURN-22, ST-CARD-40, ST-CARD-42: no engine is to be had at Kluge meanwhile; avoided it
    gives all back.
    """
    game = Game(
        red=trader("Kluge", hand=["Takeover"]),
        blue={
            "at": "Kluge",
            "stations": ["Kluge"],
            "hand": ["Avoid Calamity"],
            "cargo": ["Chronospheres"],
        },
        contracts=["Robots to Awwad", "Chronospheres to Kluge"],
        contract_deck=["Fungus to Mink"],
    ).order("red", "play takeover on blue")
    deal(game, "blue", "chronospheres", "red")
    assert isinstance(game.pending, Interval)  # nothing was to be chosen
    assert game.now["red"]["engines"] == 3
    if answer:
        assert game.order("blue", answer).now["red"]["action"] == "unused"
        assert (game.now["stage"], game.now["red"]["jumps_left"]) == ("movement", 3)
    else:
        assert game.close("calamity").now["red"]["action"] == "used"
        assert (game.now["stage"], game.now["red"]["stations"]) == ("action", ["Kluge"])


# --- delivery first (ST-DELIVER-04) ---------------------------------------------------------------


def test_a_delivery_at_jackpot_while_another_die_lies_open():
    """ST-DELIVER-04: the petitioner's die lies there again, as it was, when that of the delivery is
    settled.
    """
    game = Game(
        3,
        6,
        red=trader("Jackpot", prestige=16, stellors=60),
        blue=trader("Jackpot", cargo=["Tourists"], hand=["Zap"]),
        contracts=["Robots to Awwad", "Tourists to Jackpot"],
        contract_deck=["Fungus to Mink"],
    ).order("red", "petition")
    game.close("petition")
    petitions, key = game.state.die, game.pending.key
    deal(game, "blue", "tourists", "red")
    assert (game.now["die"], game.pending.key != key) == (6, True)
    game.close("die")
    assert (game.state.die, game.pending.key, game.now["red"]["cargo"]) == (petitions, key, [])


def test_of_two_deliveries_due_neither_cargo_is_dealt_away():
    """ST-DELIVER-04, ST-DELIVER-20"""
    game = Game(
        red=trader("Frygia", cargo=["Fur", "Hive"]),
        blue=trader("Frygia", cargo=["Robots"]),
        contracts=["Fur to Frygia", "Hive to Frygia", "Robots to Awwad"],
        contract_deck=["Fungus to Mink", "Telepaths to Bradbury"],
    )
    assert isinstance(game.pending, Choice)
    assert no_deal(game, "red", "fur", "blue")[0] == "ST-DELIVER-04"
    assert "ST-DELIVER-04" in game.refused("red", "abandon fur")
    deal(game, "blue", "2 stellors", "green")  # others go on dealing


def test_a_space_left_empty_is_filled_by_the_next_contract_discarded():
    """ST-DELIVER-09: and what that wants here is delivered."""
    game = Game(
        red=trader("Frygia", cargo=["Fur"]),
        blue=trader("Wells", cargo=["Robots"]),
        contracts=["Hive to Verne", "Fur to Frygia"],
        completed=["Robots to Awwad"],
        contract_deck=[],
        contract_discard=[],
    )
    # its own card is all there is
    assert game.now["contracts"] == ["Hive to Verne", "Fur to Frygia"]
    game = Game(
        red=trader("Frygia", cargo=["Fur"]),
        blue=trader("Wells", cargo=["Robots", "Fur"]),
        contracts=["Hive to Verne", "Fur to Frygia"],
        completed=["Robots to Awwad"],
        contract_deck=[],
        contract_discard=[],
    )
    assert (game.now["contracts"], game.state.unfilled) == (["Hive to Verne"], [2])
    game.order("red", "end").order("blue", "abandon robots")
    assert (game.now["contracts"], game.state.unfilled) == (
        ["Hive to Verne", "Robots to Awwad"],
        [],
    )


# --- the victim's moment (ST-CALAMITY-10) ---------------------------------------------------------


def test_a_raids_victim_has_its_moment_with_every_hand_empty():
    """ST-CALAMITY-10, ST-NEWPERSON-16"""
    game = Game(
        6,
        options={"personalities": "all"},
        red=trader(personality="Pirate Pete", prestige=9),
        blue=trader(engines=3),
        green=trader("Mink"),
    ).order("red", "raid blue")
    assert (game.pending.name, game.pending.seats) == ("calamity", ("blue",))
    deal(game, "blue", "2 engine", "red")
    # the last one is never destroyed (ST-NEWPERSON-17)
    assert game.close("calamity").now["blue"]["engines"] == 1


def test_a_quarantine_with_every_hand_empty_waits_for_nobody():
    """ST-CALAMITY-10: it is on a world and has no victim."""
    assert isinstance(
        Game(red=trader(hand=["Quarantine"])).order("red", "play quarantine at oz").pending, Turn
    )
