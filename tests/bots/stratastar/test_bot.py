"""What bots do: sensible things, from their view alone, that the engine does not refuse."""

from __future__ import annotations

from typing import Any

import pytest

from tools.simulation import delays
from tools.simulation.game import Simulation
from traders.bots.registry import bots
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Interval, Offer
from traders.engines.stratastar import ENGINE

BOTS = bots(ENGINE.name)

SEATS = ("red", "blue", "green")
DELAY = delays.read("median 6h, p90 30h")
QUICK: dict[str, Any] = {"worlds": 5, "round_cap": 25}


def asked(state: Any, seat: str, seed: int = 3, **seen: Any) -> str:
    view = ENGINE.view(state, seat) | seen
    return BOTS.bot(view, ENGINE.pending(state), ENGINE.offers(state, seat), seed, Level.MASTER)


def at(stage: str, options: dict[str, Any] | None = None, **start: Any) -> Any:
    return ENGINE.position(SEATS, options or {}, {"stage": stage, **start})


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("options", "ending"),
    [
        (QUICK, "worlds"),
        (
            {
                "round_cap": 2,
                **dict.fromkeys(("uneven_start", "power_cards", "low_technology"), True),
            },
            "rounds",
        ),
        ({"to_the_death": True, "fleets": 10, "round_cap": 60, "battles": "one by one"}, "last"),
        (
            {
                "fleets": 10,
                "worlds": 20,
                "round_cap": 60,
                "breakthrough": True,
                "abilities": ("sabotage", "treaty"),
            },
            "conquest",
        ),
    ],
)
def test_games_of_bots_come_to_every_ending_and_nothing_is_refused(options, ending):
    """SS-VIC-01, SS-VIC-02, SS-TTD-01, SS-PBM-07"""
    endings = []
    for seed in range(2, 8):
        told = Simulation(ENGINE, SEATS[: 2 + seed % 2], options, "stops", DELAY, seed).play()
        assert told.refused == []
        assert told.turns < 200
        endings.append(told.ending)
        if ending in endings:
            return
    pytest.fail(f"{endings}, and never {ending}")


def test_a_world_with_a_fleet_is_colonised_before_anything_else():
    state = at("build", map={"d4": "world"}, red={"hand": {"build": 3}, "fleets": {"d4": 1}})
    assert asked(state, "red") == "colonize d4"


def test_no_full_hand_stays_as_it_is_for_ever():
    """Cards are kept for a Treaty only while somebody is left to fight (SS-DRW-01)."""
    treaty = {"abilities": ("treaty",)}
    for hand in ({"attack": 1, "trade": 4}, {"attack": 4, "trade": 1}):
        state = ENGINE.position(("red", "blue"), treaty, {"red": {"hand": hand}})
        for level in (Level.PLAYER, Level.MASTER):
            view, offers = ENGINE.view(state, "red"), ENGINE.offers(state, "red")
            order = BOTS.bot(view, ENGINE.pending(state), offers, 3, level)
            assert order.startswith("retool "), (hand, level)


def test_a_fleet_goes_round_hazards_to_the_world_that_is_free():
    """The straight way is closed (SS-MOV-04)."""
    state = at("movement", map={"c1": "world", "b1": "nebula"}, red={"fleets": {"a1": 1}})
    assert asked(state, "red") == "move 1 from a1 to a2"


def test_the_strongest_armada_goes_where_it_wins():
    state = at(
        "movement",
        red={"fleets": {"d4": 4}, "hand": {"attack": 2}},
        blue={"fleets": {}, "colonies": {"d6": 1}},
        map={"d6": "world"},
    )
    assert asked(state, "red") == "move 4 from d4 to d5"


def test_no_armada_goes_where_it_loses():
    state = at(
        "movement",
        red={"fleets": {"a1": 1}},
        blue={"fleets": {"j10": 9}, "hand": {"attack": 5}},
        green={"fleets": {"j1": 9}},
    )
    assert asked(state, "red").splitlines()[-1] == "end"


def contested(**hands: Any) -> Any:
    state = at(
        "movement",
        red={"fleets": {"d4": 3}, "hand": hands.get("red", {})},
        blue={"fleets": {"d4": 2}, "hand": hands.get("blue", {})},
    )
    ENGINE.play(state, "red", ENGINE.read(state, "red", "next"))
    return state


def test_the_stronger_wants_a_battle_and_the_weaker_does_not():
    """A line for the wish, one for the cards (SS-BAT-02, SS-BAT-08)."""
    state = contested(red={"attack": 2})
    assert asked(state, "red").splitlines() == ["fight at d4", "commit nothing at d4"]
    assert asked(state, "blue").splitlines() == ["peace at d4", "commit nothing at d4"]


def test_what_a_bot_commits_it_holds():
    """Plain, starred and Research (SS-RES-01, SS-POW-02), none twice (SS-PBM-05)."""
    for seed in range(20):
        state = at(
            "movement",
            {"power_cards": True},
            red={"fleets": {"d4": 1, "e5": 1}, "hand": {"attack": 1, "attack*": 1, "research": 1}},
            blue={"fleets": {"d4": 2, "e5": 2}, "hand": {"move": 1}},
        )
        ENGINE.play(state, "red", ENGINE.read(state, "red", "next"))
        for line in asked(state, "red", seed).splitlines():
            ENGINE.play(state, "red", ENGINE.read(state, "red", line))


def test_the_homeworld_is_kept_closed():
    """SS-DIP-01"""
    state = at(
        "movement", red={"fleets": {"j9": 3}}, blue={"homeworld": "j10", "hand": {"trade": 2}}
    )
    ENGINE.play(state, "red", ENGINE.read(state, "red", "move 3 from j9 to j10"))
    assert asked(state, "blue") == "block j10"


def test_words_are_of_abilities_in_play_alone():
    """SS-DIP-01, SS-RET-01"""
    without = {"diplomacy": False, "retreat": False}
    state = at("battle", without, red={"fleets": {"d5": 1}}, blue={"fleets": {"d7": 6}})
    assert asked(state, "red").splitlines() == ["forget all", "end"]


def test_an_offer_waits_for_its_answer_once_a_turn():
    """SS-TRD-01, SS-PBM-06"""
    state = at(
        "trade",
        red={"hand": {"attack": 6}},
        blue={"hand": {"build": 2}},
        green={"hand": {"build": 2}},
    )
    said = {asked(state, "red", seed) for seed in range(60)}
    offers = [line for line in said if line.startswith("offer ")]
    assert offers
    assert all(line.endswith("\nhold") and "1 attack for 1 " in line for line in offers)
    state.turn.bargained = True
    assert not any(asked(state, "red", seed).startswith("offer ") for seed in range(60))


@pytest.mark.parametrize(
    ("give", "get", "answer"),
    [
        ("1 attack", "1 build", "accept 1"),
        ("1 build", "1 attack", "decline 1"),
        ("nothing", "1 trade", "accept 1"),
        ("1 research", "1 trade", "decline 1"),
    ],
)
def test_a_bot_accepts_what_it_has_too_few_of(give, get, answer):
    state = at("trade", red={"hand": {"attack": 5, "research": 1, "build": 1, "trade": 2}})
    deals = [{"number": 1, "with": "blue", "mine": False, "give": give, "get": get}]
    offers = [*ENGINE.offers(state, "red"), Offer("accept 1", "", ""), Offer("decline 1", "", "")]
    assert (
        BOTS.bot(ENGINE.view(state, "red") | {"deals": deals}, ENGINE.pending(state), offers, 1)
        == answer
    )


def test_sabotage_is_for_what_brings_the_leader_a_world():
    """SS-SAB-01"""
    start = {
        "red": {"hand": {"build": 2}, "fleets": {"d4": 1}},
        "blue": {"abilities": ["sabotage"], "hand": {"attack": 3}},
        "map": {"d4": "world"},
    }
    state = at("build", **start)
    for line in ("colonize d4", "build fleet", "next"):
        ENGINE.play(state, "red", ENGINE.read(state, "red", line))
    pending = ENGINE.pending(state)
    assert isinstance(pending, Interval)
    assert asked(state, "blue") == "sabotage 1"


def test_the_same_view_and_seed_give_the_same_order():
    state = at("trade", red={"hand": {"attack": 6, "trade": 3}})
    assert {asked(state, "red", 4) for _ in range(5)} == {asked(state, "red", 4)}


def test_an_answer_of_one_word_is_read_as_one():
    """A call home that may be undone at once (SS-SAB-03)."""
    start = {
        "stage": "movement",
        "red": {"fleets": {"j8": 1}, "hand": {"attack": 3}},
        "blue": {"abilities": ["defend_homeworld"], "fleets": {"c3": 1}, "hand": {"move": 5}},
        "green": {"hand": {"attack": 3}},
    }
    options = {"diplomacy": False, "retreat": False, "abilities": ["sabotage"]}
    state = ENGINE.position(SEATS, options, start)
    for seat, line in (("red", "move 1 from j8 to j9"), ("blue", "defend")):
        ENGINE.play(state, seat, ENGINE.read(state, seat, line))
    assert isinstance(ENGINE.pending(state), Interval)
    assert [asked(state, seat) for seat in ("red", "green")] == ["pass", "pass"]


def test_a_breakthrough_is_undone_where_it_is_the_last_deed():
    start = {
        "stage": "build",
        "map": {"c3": "world"},
        "red": {"colonies": {"c3": 1}, "hand": {"research": 1, "build": 4}},
        "blue": {"abilities": ["sabotage"], "hand": {"attack": 3}},
    }
    state = ENGINE.position(SEATS, {"breakthrough": True}, start)
    ENGINE.play(state, "red", ENGINE.read(state, "red", "breakthrough"))
    ENGINE.happen(state, 1)
    ENGINE.play(state, "red", ENGINE.read(state, "red", "next"))
    assert asked(state, "blue") == "sabotage 1"
