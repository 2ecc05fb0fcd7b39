"""Pairs of games that differ only in what one seat alone may know (DESIGN, part 3): one of each kind."""

from __future__ import annotations

from typing import Any

from tests.secrecy.table import KEEPER, SEATS, Pair
from traders.engines.registry import engine

START: dict[str, Any] = {
    "contracts": ["Fur to Frygia"],
    "luck_deck": ["Zap", "Gotcha", "Superjump", "Piracy", "Zap", "Codebreaker", "Quarantine", "Superjump", "Piracy", "Zap"],
    "red": {"hand": ["Gotcha"], "stellors": 40},
    "blue": {"hand": ["Zap", "Quarantine"], "stellors": 30},
    "green": {"hand": ["Zap", "Superjump"], "stellors": 40},
}
"""Everybody holds a card, so that intervals open; Red jumps first."""


def _contracts() -> list[str]:
    """The contracts of the deck as it lies where the start does not name it."""
    rules: Any = engine("star-traders")
    return list(rules.written(rules.position(SEATS, {}, START))["contract_deck"])


def keeper(**changes: Any) -> dict[str, Any]:
    """The start with the keeper's own things changed."""
    return START | {KEEPER: START[KEEPER] | changes}


DECK = START["luck_deck"]
CONTRACTS = _contracts()

PAIRS = [
    Pair("hands", START, keeper(hand=["Avoid Calamity", "Gotcha"])),
    Pair("hands, everything waits", START, keeper(hand=["Superjump", "Piracy"]), timing="table"),
    Pair("money", START, keeper(stellors=77)),
    Pair("decks", START, START | {"luck_deck": [*DECK[:6], *reversed(DECK[6:])], "contract_deck": CONTRACTS[::-1]}),
    Pair(
        "what the keeper draws",
        START | {"turn": KEEPER, "luck_deck": ["Superzap", *DECK]},
        START | {"turn": KEEPER, "luck_deck": ["Takeover", *DECK]},
        orders=("draw", "end"),
        steps=6,
    ),
    Pair(
        "a gathered order, taken back",
        START,
        START,
        ["play quarantine at jaxin\npass", "undo\npass"],
        ["status\nhelp", "status\npass"],
        in_interval=True,
        timing="table",
    ),
    Pair("unused standing orders", START, START, ["when at Kluge: play gotcha on red", "forget all"], ["status", "status"]),
    Pair("a standing order in an interval that it does not fit", START, START, ["when prestige 39 or more: play zap up always"], ["help"]),
    Pair("a stop that matches nothing", START, START, ["stop at quarantine when red rolls 9 or better"], ["status"]),
    Pair("a pass that closes nothing", START, START, ["pass", "pass"], ["status", "pass"], in_interval=True, timing="table"),
    Pair(
        "a standing pass where others wait too",
        START,
        START,
        ["pass until my turn", "pass"],
        ["help", "pass"],
        in_interval=True,
        timing="table",
    ),
    Pair(
        "an offer to another, withdrawn",
        START,
        START,
        ["offer green: 5 stellors for card zap", "withdraw 1"],
        ["offer green: card zap for 7 stellors", "withdraw 1"],
        told=("green",),
    ),
    Pair("an offer and none", START, START, ["offer green: 5 stellors for nothing", "withdraw 1"], ["status", "help"], told=("green",)),
    Pair("a plan, dropped", START, START, ["plan\nhalt\nend plan", "plan\nend plan"], ["status", "status"]),
    Pair("hands, nothing waits", START, keeper(hand=["Zap", "Takeover"], stellors=55), timing="sealed"),
]
"""Every kind of thing that DESIGN names. The second of two letters makes the games alike again."""
