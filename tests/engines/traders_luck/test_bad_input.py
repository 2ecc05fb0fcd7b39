"""Each order of Star Trader's Luck and its expansion, given wrongly (ORDERS.md): in a wrong form, with an unknown name, at a wrong time, in
another's turn."""

from __future__ import annotations

import pytest

from tests.engines.bad_input import Bad, BadInput
from traders.engines.traders_luck import ENGINE
from traders.engines.traders_luck.verbs import VERBS

TRADING = {"stage": "trade", "planet": {"size": "small", "dice": ["food", "food", "ore"]}}
TABLE = [
    Bad("travel small", "travel", "travel tiny", TRADING),
    Bad("follow", "follow blue", "", TRADING),
    Bad("keep food", "keep", "keep spice"),
    Bad("settle", "settle down"),
    Bad("sell", "sell for", "sell 1 spice"),
    Bad("buy 1 food", "buy", "buy 1 spice"),
    Bad("expand", "expand it"),
    Bad("attack pirate", "attack", "attack planet"),
    Bad("attack trader taking ore", "attack trader ore", "attack trader taking spice"),
    Bad("pass", "pass on it"),
    Bad("shield", "shield it"),
    Bad("intercept", "intercept red"),
    Bad("commit 1 missiles and 0 shields", "commit", "commit 1 torpedo"),
    Bad("take cargo", "take", "take crew"),
    Bad("leave cargo", "leave", "leave crew"),
    Bad("pirate", "pirate him"),
    Bad("trader takes medicine", "trader takes", "trader takes spice"),
    Bad("end", "end it all"),
    Bad("finish", "finish it", "", TRADING | {"stage": "roll"}),
]


class TestTradersLuck(BadInput):
    engine = ENGINE
    options = {"bounty_hunters": True, "cargo_bay": True}

    def test_the_table_holds_every_order(self):
        state = ENGINE.position(self.seats, self.options, {})
        assert {type(ENGINE.read(state, "red", bad.line)) for bad in TABLE} == set(VERBS)

    @pytest.mark.parametrize("bad", TABLE, ids=lambda bad: bad.line)
    def test_a_wrong_form_is_unreadable(self, bad):
        self.is_unreadable(bad.form)

    @pytest.mark.parametrize("bad", [bad for bad in TABLE if bad.unknown], ids=lambda bad: bad.unknown)
    def test_an_unknown_name_is_unreadable(self, bad):
        self.is_unreadable(bad.unknown)

    @pytest.mark.parametrize("bad", TABLE, ids=lambda bad: bad.line)
    def test_at_a_wrong_time_it_is_refused_by_rule(self, bad):
        """BH-SEQ-01, TL-ORD-01"""
        self.is_illegal(bad.start, "red", bad.line)

    @pytest.mark.parametrize("bad", TABLE, ids=lambda bad: bad.line)
    def test_in_anothers_turn_it_is_refused_by_rule(self, bad):
        """TL-ORD-01, TL-ORD-02"""
        self.is_illegal(bad.start, "blue", bad.line)
