"""Each order of Imperial Trader, given wrongly (ORDERS.md): in a wrong form, with an unknown name, at a wrong time, in another's turn."""

from __future__ import annotations

import pytest

from tests.engines.bad_input import Bad, BadInput
from traders.engines.imperial_trader import ENGINE
from traders.engines.imperial_trader.verbs import VERBS

SETUP = {"setup": True}
TABLE = [
    Bad("start at greenholt", "start greenholt", "start at nowhere", {}),
    Bad("fly greenholt", "fly", "fly nowhere", SETUP),
    Bad("load ore to carthax", "load", "load spice to carthax", SETUP),
    Bad("offload ore to carthax", "offload", "offload spice to nowhere", SETUP),
    Bad("repair 1", "repair", "repair hull", SETUP),
    Bad("buy hull", "buy", "buy sails", SETUP),
    Bad("deal", "deal two", "", SETUP),
    Bad("discard ore to carthax", "discard", "discard spice", SETUP),
    Bad("if arrived: deal", "if arrived", "if bored: deal", SETUP),
    Bad("otherwise: deal", "otherwise", "otherwise: sing", SETUP),
    Bad("round: deal; end", "round deal", "round: sing", {}),
    Bad("end", "end it all", "", SETUP),
]


class TestImperialTrader(BadInput):
    engine = ENGINE

    def line(self, bad: Bad) -> str:
        """Orders name things of the chart."""
        state = ENGINE.position(self.seats, {}, {})
        return bad.line.replace("ore to carthax", state.chart.orders[0].casefold())

    def test_the_table_holds_every_order(self):
        state = ENGINE.position(self.seats, {}, {})
        assert {type(ENGINE.read(state, "red", self.line(bad))) for bad in TABLE} == set(VERBS)

    @pytest.mark.parametrize("bad", TABLE, ids=lambda bad: bad.line)
    def test_a_wrong_form_is_unreadable(self, bad):
        self.is_unreadable(bad.form)

    @pytest.mark.parametrize("bad", [bad for bad in TABLE if bad.unknown], ids=lambda bad: bad.unknown)
    def test_an_unknown_name_is_unreadable(self, bad):
        self.is_unreadable(bad.unknown)

    @pytest.mark.parametrize("bad", TABLE, ids=lambda bad: bad.line)
    def test_at_a_wrong_time_it_is_refused_by_rule(self, bad):
        """IT-SET-01, IT-SET-02"""
        self.is_illegal(bad.start, "red", self.line(bad))

    @pytest.mark.parametrize("bad", TABLE, ids=lambda bad: bad.line)
    def test_in_anothers_turn_it_is_refused_by_rule(self, bad):
        """IT-SET-06, IT-TRN-01"""
        self.is_illegal({}, "blue", self.line(bad))
