"""The one mind: it fights where it wins, spies where that decides, keeps its Homeworld, and throws
away what it cannot use.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from traders.bots.registry import bots
from traders.bots.stratastar.build_phase import build
from traders.bots.stratastar.unseen_cards_and_assaults import Prospect
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.stratastar import ENGINE

BOTS = bots(ENGINE.name)

SEATS = ("red", "blue")


def at(stage: str, seats: tuple[str, ...] = SEATS, **start: Any) -> Any:
    return ENGINE.position(seats, {}, {"stage": stage, **start})


def asked(state: Any, seat: str = "red") -> str:
    view, offers = ENGINE.view(state, seat), ENGINE.offers(state, seat)
    return BOTS.bot(view, ENGINE.pending(state), offers, 3, Level.MASTER)


def said(state: Any, line: str, seat: str = "red") -> None:
    ENGINE.play(state, seat, ENGINE.read(state, seat, line))


def before_a_homeworld(**theirs: int) -> Any:
    """Red's Armada stands before blue's Homeworld; whether it can be taken lies in blue's hand."""
    return at(
        "movement",
        red={"fleets": {"j9": 3}, "hand": {"attack": 3}},
        blue={"homeworld": "j10", "fleets": {"a10": 1}, "hand": theirs},
    )


@pytest.mark.parametrize(
    ("theirs", "then"),
    [({"move": 6}, "move 3 from j9 to j10"), ({"attack": 6}, "")],
)
def test_a_spy_goes_before_a_battle_that_is_not_certain(theirs: dict[str, int], then: str):
    """SS-SPY-01"""
    state = before_a_homeworld(**theirs)
    assert asked(state) == "spy on blue"
    said(state, "spy on blue")
    order = asked(state)
    assert order == then if then else "j10" not in order.splitlines()[-1]


def test_it_wants_no_battle_in_which_it_cannot_even_tie_and_spends_no_card_for_nothing():
    """Whatever forces and hands meet (SS-BAT-02, SS-BAT-04)."""
    box, fought = Random(6), 0
    for _ in range(60):
        mine, theirs, cards = box.randint(1, 4), box.randint(1, 6), box.randint(0, 4)
        state = at(
            "movement",
            red={"fleets": {"d4": mine}, "hand": {"attack": cards}},
            blue={"fleets": {"d4": theirs}, "hand": {"attack": box.randint(0, 3)}},
        )
        said(state, "next")
        wish, commitment = asked(state).splitlines()
        used = 0 if "nothing" in commitment else int(commitment.split()[1])
        fought += wish.startswith("fight")
        assert mine + used >= theirs or not (used or wish.startswith("fight"))
    assert fought > 10


def test_a_tie_at_the_own_homeworld_is_worth_its_cards():
    """SS-BAT-16"""
    state = at(
        "movement",
        red={"homeworld": "a1", "fleets": {"c5": 1}, "hand": {"attack": 2}},
        blue={"fleets": {"a1": 6}, "hand": {"move": 2}},
    )
    said(state, "next")
    assert "commit 2 attack at a1" in asked(state)


def test_ships_guard_a_homeworld_that_is_in_danger_alone():
    """Worlds to settle wait."""
    red = {"fleets": {"a1": 3}, "hand": {"move": 4}}
    start: dict[str, Any] = {"map": {"a4": "world", "d1": "world", "e2": "world"}, "red": red}
    safe = at("movement", blue={"fleets": {"j9": 6}}, **start)
    assert asked(safe).startswith("move ")
    beside = at("movement", blue={"fleets": {"b2": 6}}, **start)
    assert not asked(beside).startswith("move ")


def test_with_the_end_of_a_turn_go_the_answers_to_others():
    """SS-PBM-02: the Homeworld is closed, and a stack steps aside before the stronger."""
    state = at(
        "battle", red={"fleets": {"d5": 1, "a1": 2}}, blue={"fleets": {"d7": 6}, "colonies": {}}
    )
    lines = asked(state).splitlines()
    assert lines[0] == "forget all"
    assert lines[-1] == "end"
    assert "when blue enters a1: block a1" in lines
    assert any(line.startswith("when blue enters d5: retreat from d5 to ") for line in lines)


def test_what_is_of_no_use_is_thrown_away_and_exchanged_together():
    """SS-DRW-01, SS-TRD-05"""
    hand = {"attack": 4, "trade": 1, "build": 1}
    assert asked(at("draw", red={"hand": hand})) == "retool 1 trade"
    assert asked(at("trade", red={"hand": hand})).startswith("exchange 3 attack")
    assert asked(at("trade", red={"hand": {"trade": 1, "build": 1, "move": 1}})) != (
        "exchange nothing"
    )


def test_five_attack_cards_bring_down_a_colony_of_who_leads():
    """SS-DIS-01"""
    state = at(
        "movement",
        ("red", "blue", "green"),
        map={"f6": "world", "g6": "world"},
        red={"hand": {"attack": 5}, "fleets": {"a1": 1}},
        blue={"colonies": {"f6": 1}, "fleets": {}},
        green={"colonies": {"g6": 1, "h6": 1}, "fleets": {}},
    )
    state.map["h6"] = "world"
    state.turn.free_moves = 0
    assert asked(state).startswith("strike green colony at ")


def test_a_lost_battle_costs_more_where_a_colony_stands():
    """Its loser loses the ships and the Stargate there (SS-BAT-13)."""
    lone, settled = (
        Prospect(
            ENGINE.view(at("movement", red={"fleets": {"d4": 2}, "colonies": colonies}), "red"), 3
        ).stake("d4", 2)
        for colonies in ({}, {"d4": 1})
    )
    assert settled > lone > 0


def test_a_battle_is_hoped_for_the_less_the_more_lies_in_it_of_ones_own():
    """Ships and the colony that a lost battle costs, whatever hands meet (SS-BAT-09)."""
    box, differ = Random(7), 0
    for _ in range(40):
        cards, ships = {"attack": box.randint(0, 4)}, box.randint(1, 5)

        def prospect(cards: dict[str, int] = cards, **mine: Any) -> Prospect:
            state = at(
                "movement",
                red={"fleets": {"d4": 5}, "hand": cards, **mine},
                blue={"fleets": {"d4": 5}, "hand": {"attack": 2}},
            )
            return Prospect(ENGINE.view(state, "red"), 1)

        bare, settled = prospect(), prospect(colonies={"d4": 1})
        assert 0 < bare.stake("d4", ships) < settled.stake("d4", ships)
        assert bare.stake("d4", ships) < bare.stake("d4", ships + 1)
        hopes = [one.hope("d4", 5 + cards["attack"], ships) for one in (bare, settled)]
        assert hopes[0] >= hopes[1]
        differ += hopes[0] > hopes[1]
    assert differ


def test_a_stargate_stands_where_none_is_about_as_near_to_a_foe():
    for gates, built in (([], "stargate h10"), (["b2"], "stargate h10"), (["g10"], "next")):
        colonies = dict.fromkeys(["h10", "c3"], 1)
        state = at(
            "build",
            red={"homeworld": "a1", "colonies": colonies, "stargates": gates},
            blue={"homeworld": "j10"},
        )
        mind = Prospect(ENGINE.view(state, "red"), 1)
        assert build(mind, ["stargate c3", "stargate h10"]) == built, gates


def test_who_is_less_than_a_master_stumbles_a_learner_more_often():
    """Both think as a master does where they think."""
    state = at("movement", map={"c1": "world"}, red={"fleets": {"a1": 1}})
    view, offers = ENGINE.view(state, "red"), ENGINE.offers(state, "red")
    stumbled = {
        level: sum(
            BOTS.bot(view, ENGINE.pending(state), offers, seed, level)
            != BOTS.bot(view, ENGINE.pending(state), offers, seed, Level.MASTER)
            for seed in range(60)
        )
        for level in Level
    }
    assert not stumbled[Level.MASTER]
    assert 0 < stumbled[Level.PLAYER] < stumbled[Level.LEARNER] < 60
