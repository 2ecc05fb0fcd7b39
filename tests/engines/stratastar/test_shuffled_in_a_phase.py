"""A pile that is shuffled afresh in the middle of a phase lies so also where sabotage plays the
phase again (PR-BACKUP-04, SS-PBM-04).
"""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.registry import engine

GALAXY = ["attack", "move", "build", "trade", "research", "move*", "trade*", "attack*"]
CHITS = ["world", "nebula", "blank", "world", "supernova", "blank", "world"]


def table(**start: Any) -> tuple[Any, Any]:
    rules: Any = engine("stratastar")
    options = {"exploration": True, "abilities": ["sabotage"]}
    return rules, rules.position(("red", "blue"), options, start)


def play(rules: Any, state: Any, seat: str, text: str) -> None:
    rules.play(state, seat, rules.read(state, seat, text))


def turned_round(rules: Any, state: Any, pile: str) -> list[str]:
    """Shuffle it, the bottom card on top; how it lies then."""
    size = len(getattr(state, pile))
    rules.reshuffled(state, pile, list(range(size, 0, -1)))
    lies: list[str] = getattr(state, pile)
    return list(lies)


@pytest.mark.parametrize(
    ("start", "orders", "pile"),
    [
        (
            {"stage": "trade", "deck": GALAXY, "red": {"hand": {"research": 2}}},
            ("research", "research"),
            "deck",
        ),
        (
            {"stage": "movement", "pile": CHITS}
            | {"red": {"fleets": {"a1": 2}, "hand": {"trade": 2}}},
            ("explore b1", "explore a2"),
            "pile",
        ),
    ],
    ids=["deck", "pile"],
)
def test_what_sabotage_brings_back_lies_as_it_was_shuffled(
    start: dict[str, Any], orders: tuple[str, str], pile: str
) -> None:
    rules, state = table(**start, blue={"hand": {"attack": 3, "move": 3, "trade": 3, "build": 3}})
    play(rules, state, "red", orders[0])
    lay = list(getattr(state, pile))
    play(rules, state, "red", orders[1])
    left = list(getattr(state, pile))
    taken = lay[: len(lay) - len(left)]
    assert taken
    assert turned_round(rules, state, pile) == left[::-1]
    play(rules, state, "red", "next")
    play(rules, state, "blue", "sabotage 2")
    # cards go back on top; a chit that was uncovered stays where it lies
    assert getattr(state, pile) == [*(taken if pile == "deck" else []), *left[::-1]]
