"""The order language of Star Trader's Luck: every line of the table, round trips, what cannot be
read; conditions.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engines.traders_luck.game import NOTHING, Game
from traders.engines.kernel.refusal import Refusal
from traders.engines.traders_luck import ENGINE
from traders.engines.traders_luck.bounty_hunters.attack_by_independent_pirate import Shield
from traders.engines.traders_luck.bounty_hunters.attack_on_independent_ship import (
    AttackPirate,
    AttackTrader,
    NoAttack,
)
from traders.engines.traders_luck.bounty_hunters.independent_trader_purchases import TraderTakes
from traders.engines.traders_luck.bounty_hunters.interception import Intercept
from traders.engines.traders_luck.bounty_hunters.player_combat import Commit
from traders.engines.traders_luck.bounty_hunters.spoils import LeaveCargo, Rob, TakeCargo
from traders.engines.traders_luck.play.order_language import ORDERS
from traders.engines.traders_luck.trade.buying import Buy
from traders.engines.traders_luck.trade.expanding_cargo_bay import Expand
from traders.engines.traders_luck.trade.selling import Sell
from traders.engines.traders_luck.trip.planet_dice import Keep, Settle
from traders.engines.traders_luck.trip.travel import Follow, Travel
from traders.engines.traders_luck.turn.turn import End, Finish

STATE = ENGINE.setup(("red", "blue"), {"bounty_hunters": True})


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("travel small", Travel("small")),
        ("Travel to Big.", Travel("big")),
        ("follow", Follow()),
        ("keep robots", Keep((("robots", 1),))),
        ("keep 2 robots and pirate", Keep((("robots", 2), ("pirate", 1)))),
        ("keep one ore, no police and blank", Keep((("ore", 1), ("no police", 1), ("blank", 1)))),
        ("keep robots and robots", Keep((("robots", 2),))),
        ("settle", Settle()),
        ("sell", Sell()),
        ("sell illegal", Sell(illegal=True)),
        ("sell 1 robot and 2 luxury", Sell((("robots", 1), ("luxury", 2)))),
        ("sell illegal 2 med", Sell((("medicine", 2),), illegal=True)),
        (
            "sell " + " and ".join(["1 food"] * 12),
            Sell((("food", 12),)),
        ),  # as long as a list may be
        ("buy 3 food", Buy((("food", 3),))),
        ("buy 1 missile", Buy((("missiles", 1),))),
        (
            "buy 2 food and 1 shields discarding cargo",
            Buy((("food", 2), ("shields", 1)), discarding=True),
        ),
        ("expand", Expand()),
        ("attack pirate", AttackPirate()),
        ("attack trader", AttackTrader()),
        ("attack trader taking ore", AttackTrader("ore")),
        ("pass", NoAttack()),
        ("shield", Shield()),
        ("no shield", Shield(spent=False)),
        ("intercept", Intercept()),
        ("commit 2 missiles and 1 shields", Commit(2, 1)),
        ("commit 1 missile and 1 shield", Commit(1, 1)),
        ("commit 3 shields", Commit(0, 3)),
        ("commit 1 missile", Commit(1, 0)),
        ("commit nothing", Commit(0, 0)),
        ("take cargo", TakeCargo()),
        ("leave cargo", LeaveCargo()),
        ("pirate", Rob()),
        ("trader takes medicine", TraderTakes("medicine")),
        ("end", End()),
        ("finish", Finish()),
    ],
)
def test_every_order_of_the_table_is_read_and_written_back(line, order):
    assert ORDERS.read(STATE, "red", line) == order
    assert ORDERS.read(STATE, "red", ORDERS.write(order)) == order


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("travel huge", "unreadable"),
        ("buy food", "unreadable"),
        ("buy 0 food", "unreadable"),
        ("buy -1 food", "unreadable"),
        ("keep", "unreadable"),
        ("keep gold", "unreadable"),
        ("sell robots", "unreadable"),
        ("commit lots", "unreadable"),
        ("trvel small", "unreadable"),
        ("keep p", "ambiguous"),
    ],
)
def test_what_cannot_be_read_is_told_so(line, kind):
    with pytest.raises(Refusal) as refused:
        ORDERS.read(STATE, "red", line)
    assert refused.value.kind == kind
    assert refused.value.text


@given(st.text(max_size=200))
def test_no_text_does_anything_but_be_read_or_refused(text):
    try:
        order = ORDERS.read(STATE, "red", text)
    except Refusal:
        return
    assert ORDERS.read(STATE, "red", ORDERS.write(order)) == order


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("red lands", "red lands"),
        (
            "blue lands on small and red has 2 piracy or more",
            "blue lands on small and red has 2 piracy or more",
        ),
        ("attacked", "attacked"),
        ("attacking or i am attacked", "attacking or attacked"),
        ("robots cost 9 or more", "robots costs 9 or more"),
        ("ore is legal and not luxury is illegal", "ore is legal and not luxury is illegal"),
        ("3 robots or more show", "3 robots or more show"),
    ],
)
def test_conditions_are_read_and_written_in_one_form(text, written):
    assert ENGINE.condition(STATE, text) == written
    assert ENGINE.condition(STATE, written) == written


@pytest.mark.parametrize(
    "text", ["pink lands", "red lands on oz", "robots cost much", "", "at red"]
)
def test_a_condition_that_is_none_is_refused(text):
    with pytest.raises(Refusal):
        ENGINE.condition(STATE, text)


def test_a_landing_counts_till_the_turn_is_over():
    """(BH-PBM-01)"""
    game = Game(
        "food", "ore", "luxury", *NOTHING, options={"bounty_hunters": True}, red={"piracy": 2}
    )

    def holds(text):
        return bool(ENGINE.meets(game.state, "blue", text))

    assert not holds("red lands")
    game.order("red", "travel small")
    assert not holds("red lands")
    game.order("red", "settle")
    assert holds("red lands on small")
    assert not holds("red lands on big")
    assert not holds("blue lands")
    assert holds("red has 2 piracy or more")
    assert not holds("red has 3 piracy or more")
    assert not holds("me has 1 piracy or more")
    game.order("red", "end")
    assert not holds("red lands")


def test_prices_and_faces_can_be_waited_for():
    """TL-PBM-02, TL-PBM-03"""
    game = Game("robots", "robots", "food", "luxury")

    def holds(text):
        return ENGINE.meets(game.state, "red", text)

    assert not holds("robots cost 1 or more")
    game.order("red", "travel small")
    first = holds("2 robots or more show")
    assert first
    assert not holds("3 robots or more show")
    assert holds("robots cost 9 or more")
    assert not holds("robots cost 10 or more")
    assert holds("robots cost 9 or less")
    assert not holds("luxury cost 99 or less"), "what is not shown has no price"
    assert holds("luxury is illegal")
    assert not holds("luxury is legal")
    game.order("red", "keep 2 robots")
    assert holds("2 robots or more show") != first, "each throw is another occasion"
    assert holds("luxury is legal")


def test_attacked_and_attacking_wait_for_the_commitment():
    """(BH-CMB-01)"""
    game = Game(
        "food",
        "ore",
        "luxury",
        *NOTHING,
        options={"bounty_hunters": True, "attack_slack": 1},
        blue={"missiles": 2},
    ).order("red", "travel small", "settle")
    assert not ENGINE.meets(game.state, "red", "attacked")
    game.order("blue", "intercept")
    assert ENGINE.meets(game.state, "red", "attacked")
    assert ENGINE.meets(game.state, "blue", "attacking")
    assert not ENGINE.meets(game.state, "red", "attacking")
    assert not ENGINE.meets(game.state, "green", "attacked")
    game.order("blue", "commit 1 missile").order("red", "commit nothing")
    assert not ENGINE.meets(game.state, "blue", "attacking")


@pytest.mark.parametrize(
    ("line", "near"),
    [("buy 2 food please", "food"), ("buy 2 fodo", "food"), ("keep ore now", "ore")],
)
def test_a_thing_among_other_words_is_what_may_be_meant(line: str, near: str) -> None:
    with pytest.raises(Refusal) as refused:
        ORDERS.language().read(line)
    assert near in refused.value.instead
