"""What an empire is advised to order: through the phases of a turn, with what is gained."""

from __future__ import annotations

from typing import Any

from traders.bots.registry import bots
from traders.engines.kernel.contract.contract import Interval, Turn
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.stratastar import ENGINE

BOTS = bots(ENGINE.name)


MAP = {"c3": "world", "h8": "world"}


def advice(options: dict[str, Any] | None = None, **start: Any) -> Suggestion | None:
    state = ENGINE.position(("red", "blue"), options or {}, {"map": MAP, **start})
    pending = ENGINE.pending(state)
    assert isinstance(pending, Turn)
    return BOTS.suggestion(ENGINE.view(state, "red"), pending, ENGINE.offers(state, "red"))


def test_a_world_to_be_had_is_led_to_through_the_phases():
    red = {"fleets": {"a1": 1, "c3": 1}, "hand": {"build": 1, "attack": 1}}
    found = advice(red=red)
    assert found is not None
    assert found.orders[0] == "next"
    assert "colonize c3 if possible" in found.orders
    assert found.orders[-1] == "end"
    assert found.words.startswith("C3 would be World 1")
    assert found.words.endswith("You fill up to 5 cards.")


def test_the_last_world_wins_and_ends_the_turn():
    red = {"fleets": {"a1": 1, "c3": 1}, "hand": {"build": 3}, "colonies": {"b5": 1, "d5": 1}}
    found = advice({"worlds": 3}, stage="build", red=red)
    assert found == Suggestion(("colonize c3",), "C3 would be World 3 of 3: you win.")


def test_no_colony_is_founded_for_which_no_chit_is_left():
    """SS-CHT-01"""
    spaces = [f"{row}{column}" for row in "abde" for column in range(2, 8)][:19]
    red = {
        "fleets": {"a1": 1, "c3": 1, "h8": 1},
        "hand": {"build": 3},
        "colonies": dict.fromkeys(spaces, 1),
    }
    found = advice({"to_the_death": True}, stage="build", red=red)
    assert found is not None
    assert len([order for order in found.orders if order.startswith("colonize ")]) == 1


def test_unsupported_fleets_go_first():
    found = advice(stage="support", red={"fleets": {"a1": 1, "c5": 2}, "hand": {}})
    assert found is not None
    assert found.orders[0].startswith("disband fleet at ")
    assert len(found.orders) == 1


def test_in_movement_it_tells_how_far_the_next_world_is():
    found = advice(stage="movement", red={"fleets": {"c5": 2}, "hand": {}})
    assert found == Suggestion(
        ("move 1 from c5 to c4", "end"),
        "From C4 the next World without a colony is 1 step away. Then your turn ends.",
    )


def test_a_step_into_a_nebula_is_paid_with_cards_and_ends_what_can_be_foreseen():
    """SS-NEB-01"""
    hedged = {"b1": "nebula", "a2": "nebula", "b3": "world"}
    red = {"fleets": {"a1": 1}, "hand": {"move": 2, "attack": 1}}
    found = advice(
        {"abilities": ("nebulous_navigation",)},
        map=hedged,
        stage="movement",
        red={**red, "abilities": ["nebulous_navigation"]},
    )
    assert found is not None
    assert found.orders[0] in ("move 1 from a1 to a2", "move 1 from a1 to b1")
    assert len(found.orders) == 1
    assert "free" not in found.words


def test_a_turn_is_thought_out_to_its_end_where_no_card_is_drawn():
    hand = {"build": 2, "move": 2, "attack": 1}
    red = {"fleets": {"c3": 1, "c5": 1}, "hand": hand}
    found = advice(red=red)
    assert found is not None
    assert found.orders[0] == "colonize c3"
    assert [line.split()[0] for line in found.orders[1:]] == ["move", "move", "move", "end"]
    assert found.words.endswith("Then your turn ends.")
    drawn = advice(red=red | {"hand": {"build": 1}})
    assert drawn is not None
    first = drawn.orders.index("next")
    below = [line for line in drawn.orders[first + 1 : -1] if not line.endswith(" if possible")]
    assert len(below) <= 1, "the first step is free"


def test_the_turn_is_not_ended_where_what_is_drawn_may_win_a_battle():
    red = {"fleets": {"c5": 2}, "hand": {"move": 1}}
    blue = {"homeworld": "j10", "fleets": {"j10": 2}, "hand": {"attack": 1}}
    far, near = (advice(red=red, blue=blue | {"colonies": at}) for at in ({}, {"d6": 1}))
    assert far is not None
    assert near is not None
    assert far.orders[-1] == "end"
    assert near.orders[-2:] == ("next", "research if possible")


def test_who_waits_for_a_card_to_colonize_stays_where_it_is():
    """What is drawn is not known: no ship leaves the World for which a card is hoped for."""
    red = {"fleets": {"c3": 1, "a1": 1}, "hand": {"attack": 1}}
    found = advice(red=red)
    assert found is not None
    assert "colonize c3 if possible" in found.orders
    assert not [line for line in found.orders if " from c3 " in line]


def test_all_that_is_of_no_use_goes_at_once():
    red = {"fleets": {"a1": 2}, "hand": {"attack": 3, "trade": 1, "move": 1}}
    found = advice(red=red)
    assert found is not None
    assert found.orders[:4] == ("retool 1 trade", "retool 1 attack", "retool 1 attack", "next")
    assert found.words == (
        "From C3 the next World without a colony is 10 steps away. "
        "You throw away 1 trade, 2 attack, and fill up to 5 cards."
    )


def test_no_deed_is_suggested_whose_price_is_not_held_but_research_before_the_draw():
    """SS-TRD-03, SS-RES-02, SS-XPL-04"""

    def deeds(held: dict[str, int], stage: str = "draw", **foe: Any) -> list[str]:
        blue = {"fleets": {"j10": 2}, "hand": {"attack": 1}, **foe}
        found = advice(stage=stage, red={"fleets": {"a1": 2}, "hand": held}, blue=blue)
        assert found is not None
        verbs = [line.split()[0] for line in found.orders]
        return [verb for verb in verbs if verb in ("raid", "research", "exchange")]

    assert deeds({"build": 2, "move": 1}) == ["research"]
    assert deeds({"attack": 3, "trade": 4}) == ["raid", "research"]
    assert deeds({"attack": 3, "trade": 2}) == ["research"]
    assert deeds({"attack": 3, "trade": 4}, hand={}) == ["research"]
    assert deeds({"attack": 3, "build": 1, "trade": 1}, "trade") == ["exchange"]
    assert deeds({"attack": 3, "build": 1, "trade": 2}, "trade") == ["exchange"]


def test_a_world_that_wins_is_told_first():
    """SS-VIC-01"""
    red = {"fleets": {"a1": 1, "c3": 1}, "hand": {"build": 1, "attack": 1}, "colonies": {"b5": 1}}
    found = advice({"worlds": 2}, red=red)
    assert found is not None
    assert found.words.startswith("C3 would be World 2 of 2: you win.")


def test_what_may_still_be_thrown_away_is_told_at_once():
    state = ENGINE.position(
        ("red", "blue"),
        {},
        {"map": MAP, "stage": "draw", "red": {"fleets": {"a1": 1}, "hand": {"attack": 4}}},
    )
    ENGINE.play(state, "red", ENGINE.read(state, "red", "retool 1 attack"))
    pending, offers = ENGINE.pending(state), ENGINE.offers(state, "red")
    found = BOTS.suggestion(ENGINE.view(state, "red"), pending, offers)
    assert found is not None
    assert found.orders[:3] == ("retool 1 attack", "retool 1 attack", "next")
    assert found.words.endswith("You throw away 2 attack, and fill up to 5 cards.")


def test_a_step_into_a_battle_tells_its_odds_by_the_cards_not_seen():
    """All that the foe may hold counts; a foe without cards is beaten for certain (SS-BAT-04)."""
    blue = {"homeworld": "j10", "fleets": {"j10": 2}, "colonies": {"c4": 1}}
    red = {"fleets": {"c5": 4, "a1": 3}, "hand": {"attack": 1}}

    def told(cards: dict[str, int]) -> str:
        found = advice(stage="movement", red=red, blue=blue | {"hand": cards})
        assert found is not None
        assert found.orders[0].endswith("from c5 to c4"), found
        return found.words

    assert "At C4 you fight Blue, with force 5: you win whatever they play." in told({})
    some = int(told({"attack": 5}).partition("you win in ")[2].partition(" %")[0])
    assert 50 < some < 100
    assert told({"attack": 5}) == told({"trade": 5}), "a hand that is not seen changes nothing"


def test_a_battle_is_answered_by_a_wish_and_cards():
    fleets: dict[str, Any] = {"fleets": {"c3": 1}, "hand": {"attack": 5}}
    blue = {"fleets": {"c3": 1}, "hand": {}}
    state = ENGINE.position(
        ("red", "blue"), {}, {"map": MAP, "stage": "battle", "red": fleets, "blue": blue}
    )
    pending = ENGINE.pending(state)
    assert isinstance(pending, Interval)
    assert pending.name == "commit"
    assert pending.cause == "Battle at C3? Red has 1 Fleet and Blue has 1 Fleet."
    offers = ENGINE.offers(state, "red")
    found = BOTS.suggestion(ENGINE.view(state, "red"), pending, offers)
    assert found is not None
    wish, cards = found.orders
    assert (wish, cards.split()[0]) == ("fight at c3", "commit")
    assert found.words.endswith("`pass` ends your answer.")
    for order in found.orders:
        ENGINE.read(state, "red", order)


def test_a_battle_tells_all_that_stands_there():
    state = ENGINE.position(
        ("red", "blue"),
        {},
        {
            "stage": "movement",
            "red": {"homeworld": "j1", "fleets": {"c4": 2, "a1": 1}},
            "blue": {"homeworld": "a1", "colonies": {"c4": 1}, "fleets": {"c4": 1}},
        },
    )
    ENGINE.play(state, "red", ENGINE.read(state, "red", "next"))
    pending = ENGINE.pending(state)
    assert isinstance(pending, Interval)
    assert pending.cause == (
        "Battle at A1 and C4? At A1 Red has 1 Fleet and Blue has a Homeworld. "
        "At C4 Red has 2 Fleets and Blue has 1 Fleet and 1 colony."
    )


def test_where_nothing_is_to_be_done_the_phase_is_ended():
    found = advice(stage="trade", red={"fleets": {"a1": 1, "c5": 9}, "hand": {}})
    assert found is not None
    assert found.orders == ("next",)
