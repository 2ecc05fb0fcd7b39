"""How a bot takes offers apart."""

from __future__ import annotations

import pytest

from traders.bots.star_traders.offered_moves import Move, moves, spelled_out, taken_apart
from traders.engines.kernel.contract.contract import Blank, Offer

HAND = (
    "Zap",
    "Imperial Envoy (Helix)",
    "Piracy",
    "Quarantine",
    "Lose a Station",
    "Disgrace at Court",
)


def test_an_offer_with_blanks_stands_for_each_way_to_fill_them():
    offer = Offer(
        "play quarantine at {world}", "w", "r", blanks=(Blank("world", things=("Mink", "Oz")),)
    )
    assert list(spelled_out(offer)) == ["play quarantine at Mink", "play quarantine at Oz"]
    assert list(spelled_out(Offer("add {n}", "w", "r", blanks=(Blank("n", 0, 2),)))) == [
        "add 0",
        "add 1",
        "add 2",
    ]


@pytest.mark.parametrize(
    ("order", "parts"),
    [
        ("play zap up", {"card": "zap", "way": "up"}),
        ("play zap down (throw 12)", {"card": "zap", "way": "down"}),
        ("play imperial envoy (helix) on blue", {"card": "imperial envoy (helix)", "on": "blue"}),
        (
            "play piracy on red taking power crystals",
            {"card": "piracy", "on": "red", "taking": "power crystals"},
        ),
        ("play quarantine at Oz", {"card": "quarantine", "at": "oz"}),
        ("play lose a station on green", {"card": "lose a station", "on": "green"}),
        ("play disgrace at court on red", {"card": "disgrace at court", "on": "red"}),
        (
            "reroll with court scandal",
            {"card": "court scandal", "verb": "reroll", "rest": "with court scandal"},
        ),
        ("jump niven regular", {"verb": "jump", "rest": "niven regular"}),
    ],
)
def test_an_order_is_taken_apart(order, parts):
    found = taken_apart(order, HAND)
    for name in ("card", "on", "at", "way", "taking"):
        assert getattr(found, name) == parts.get(name, "")
    assert found.order == order
    if "verb" in parts:
        assert (found.verb, found.rest) == (parts["verb"], parts["rest"])


def test_all_offers_are_weighed():
    found = list(
        moves(
            [
                Offer("halt", "w", "r"),
                Offer("take {w}", "w", "r", blanks=(Blank("w", things=("Oz", "Mink")),)),
            ],
            HAND,
        )
    )
    assert [move.order for move in found] == ["halt", "take Oz", "take Mink"]
    assert found[0] == Move("halt", "halt")
