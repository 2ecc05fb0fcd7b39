"""A change set built by hand from the contract's values: Red jumps, an interval opens for Blue and
Green.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from traders.domain.table.change_set import ChangeSet, NumberedEvent
from traders.engines.kernel.contract.contract import Event, Interval, Offer, Turn
from traders.models import Game

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
COLOURS = ("red", "blue", "green")


def view(seat: str) -> dict[str, Any]:
    return {
        "system": "star-traders",
        "seat": seat,
        "turn": "red",
        "stage": "movement",
        "interval": "",
        "over": False,
        "seats": [],
    }


def change_set(game: Game, **changes: Any) -> ChangeSet:
    made = ChangeSet(game.pk, 5, 6, NOON)
    made.told = [
        NumberedEvent(5, Event("Red tries to jump from Mink to Niven.", rule="ST-JUMP-04")),
        NumberedEvent(6, Event("You draw Zap.", to=("red",), rule="ST-LUCK-01")),
        NumberedEvent(6, Event("Red draws a card.", but=("red",), rule="ST-LUCK-01")),
    ]
    made.before = Turn(("red",), "movement", "ST-TURN-01")
    made.after = Interval(
        9, "quarantine", "Red tries to jump from Mink to Niven.", ("blue", "green"), "ST-TIMING-01"
    )
    made.moment = "i9"
    made.due = NOON + timedelta(hours=12)
    made.turn_passed = True
    made.views = {seat: view(seat) for seat in (*COLOURS, "")}
    menu = (
        Offer("play quarantine", "keep Red out of Niven", "ST-CALAMITY-02", reaction=True),
        Offer("pass", "nothing from you in this interval", "PR-INTERVAL-03"),
    )
    made.offers = dict.fromkeys(COLOURS, menu)
    for name, value in changes.items():
        setattr(made, name, value)
    return made
