"""What is said of a reaction, and of none."""

from __future__ import annotations

from tests.bots.star_traders.test_suggestions import LINES
from traders.domain.table.advice import suggested
from traders.engines.kernel.contract.contract import Chance, Interval, Turn
from traders.engines.star_traders import ENGINE


def test_a_calamity_within_a_movement_is_not_told_as_a_jump():
    """ST-CALAMITY-03: the die of the jump before it decides nothing any more."""
    state = ENGINE.position(
        ("red", "blue"),
        {},
        {
            "turn": "blue",
            "stage": "movement",
            "lines": LINES,
            "red": {"at": "Oz", "prestige": 9, "hand": ["Zap"]},
            "blue": {"at": "Mink", "hand": ["Disgrace at Court"]},
        },
    )
    for order in ("jump asimov", "play disgrace at court on red"):
        ENGINE.play(state, "blue", ENGINE.read(state, "blue", order))
        while not isinstance(pending := ENGINE.pending(state), Turn):
            if isinstance(pending, Interval) and pending.name == "calamity":
                break
            if isinstance(pending, Chance):
                ENGINE.happen(state, 1)
            else:
                ENGINE.close(state)
    offers = ENGINE.offers(state, "red")
    found = suggested(ENGINE, ENGINE.view(state, "red"), ENGINE.pending(state), offers)
    assert found is not None
    assert found.words == "You hold nothing that avoids it."
