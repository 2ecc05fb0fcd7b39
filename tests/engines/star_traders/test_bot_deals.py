"""What bots make of offers."""

from __future__ import annotations

import pytest

from traders.engines.contract import Offer
from traders.engines.star_traders import ENGINE


@pytest.mark.parametrize(
    ("give", "get", "answer"),
    [
        ("station at oz", "20 stellors", "accept 3"),
        ("station at oz", "4 stellors", "decline 3"),
        ("2 engine", "20 stellors", "decline 3"),
        ("card zap", "9 stellors", "accept 3"),
        ("nothing", "3 stellors", "accept 3"),
        ("imperial cargo (red)", "90 stellors", "decline 3"),
        ("30 stellors", "nothing", "decline 3"),
        ("fur", "7 stellors and station at kluge", "accept 3"),
    ],
)
def test_a_bot_accepts_what_pays_and_declines_the_rest(give, get, answer):
    state = ENGINE.position(["red", "blue"], {}, {"red": {"at": "Oz", "hand": ["Zap"]}})
    view = ENGINE.view(state, "red") | {"deals": [{"number": 3, "with": "blue", "mine": False, "give": give, "get": get}]}
    offers = [*ENGINE.offers(state, "red"), Offer("accept 3", "", ""), Offer("decline 3", "", "")]
    assert ENGINE.bot(view, ENGINE.pending(state), offers, 1) == answer


def test_a_bot_does_not_accept_what_it_cannot():
    state = ENGINE.position(["red", "blue"], {}, {})
    view = ENGINE.view(state, "red") | {"deals": [{"number": 1, "with": "blue", "mine": False, "give": "nothing", "get": "9 stellors"}]}
    assert ENGINE.bot(view, ENGINE.pending(state), [Offer("decline 1", "", "")], 1) == "decline 1"
