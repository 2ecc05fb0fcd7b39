"""Pairs of games that differ only in what one seat alone may know: one of each kind."""

from __future__ import annotations

from typing import Any

from tests.secrecy.table import KEEPER, SEATS, Pair
from traders.engines.registry import engine

START: dict[str, Any] = {
    "contracts": ["Fur to Frygia"],
    "luck_deck": [
        "Zap",
        "Gotcha",
        "Superjump",
        "Piracy",
        "Zap",
        "Codebreaker",
        "Quarantine",
        "Superjump",
        "Piracy",
        "Zap",
    ],
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
    Pair(
        "decks",
        START,
        START | {"luck_deck": [*DECK[:6], *reversed(DECK[6:])], "contract_deck": CONTRACTS[::-1]},
    ),
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
    Pair(
        "unused standing orders",
        START,
        START,
        ["when at Kluge: play gotcha on red", "forget all"],
        ["status", "status"],
    ),
    Pair(
        "a standing order in an interval that it does not fit",
        START,
        START,
        ["when prestige 39 or more: play zap up always"],
        ["help"],
    ),
    Pair(
        "a stop that matches nothing",
        START,
        START,
        ["stop at quarantine when red rolls 9 or better"],
        ["status"],
    ),
    Pair(
        "a pass that closes nothing",
        START,
        START,
        ["pass", "pass"],
        ["status", "pass"],
        in_interval=True,
        timing="table",
    ),
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
    Pair(
        "an offer and none",
        START,
        START,
        ["offer green: 5 stellors for nothing", "withdraw 1"],
        ["status", "help"],
        told=("green",),
    ),
    Pair(
        "an offer of a Personality to another, withdrawn",
        START | {"blue": START["blue"] | {"personality": "The Hero"}},
        START | {"blue": START["blue"] | {"personality": "The Hero"}},
        ["offer green: personality the hero for 9 stellors", "withdraw 1"],
        ["offer green: card zap for 7 stellors", "withdraw 1"],
        options={"personalities": "original", "personality_trade": True},
        told=("green",),
    ),
    Pair(
        "bids before they are opened",
        {"setup": True},
        {"setup": True},
        ["bid 7", "bid 5"],
        ["bid 3", "bid 5"],
        in_interval=True,
        options={"personalities": "all", "personality_choice": "auction"},
    ),
    Pair(
        "no bid, and one, before they are opened",
        {"setup": True},
        {"setup": True},
        ["no bid", "bid 5"],
        ["bid 9", "bid 5"],
        in_interval=True,
        options={"personalities": "original", "personality_choice": "auction"},
    ),
    Pair(
        "what the Psychic foresees",
        keeper(personality="The Psychic") | {"contract_deck": CONTRACTS},
        keeper(personality="The Psychic") | {"contract_deck": CONTRACTS[::-1]},
        options={"personalities": "original"},
    ),
    Pair(
        "the hand and the money of a Seer who sees the roll first",
        keeper(personality="The Seer") | {"turn": KEEPER},
        keeper(personality="The Seer", hand=["Avoid Calamity", "Gotcha"], stellors=71)
        | {"turn": KEEPER},
        options={"personalities": "all"},
        orders=("jump", "stay", "take", "end"),
    ),
    Pair(
        "whom one has muted, and reports",
        START,
        START,
        ["mute red\nreport red: he is rude", "unmute red"],
        ["status", "status"],
    ),
    Pair(
        "a plan, dropped",
        START,
        START,
        ["plan\nhalt\nend plan", "forget plan"],
        ["status", "status"],
    ),
    Pair(
        "hands, nothing waits",
        START,
        keeper(hand=["Zap", "Takeover"], stellors=55),
        timing="sealed",
    ),
]
"""Every kind of thing that is secret. The second of two letters makes the games alike again."""

# --- the other systems ----------------------------------------------------------------------------

CARDS = ["build", "move", "build", "move", "move"] * 16
"""Cards that no bot spies, raids or fights with: what it may learn so is no leak."""
STRATA: dict[str, Any] = {
    "stage": "trade",
    "map": {"c3": "world", "d4": "world", "g7": "world", "e5": "nebula"},
    "deck": CARDS,
    "red": {"hand": {"build": 2, "move": 3}},
    "blue": {"hand": {"build": 2, "move": 2, "attack": 1}},
    "green": {"hand": {"build": 2, "move": 3}},
}
SPIED = STRATA | {seat: {"hand": {"attack": 2, "move": 3}} for seat in ("red", "green")}
FLEETS = {seat: {"fleets": {"d4": 2}, "hand": {"attack": 2}} for seat in SEATS}
BATTLE = STRATA | FLEETS | {"stage": "movement"}
WANTED = BATTLE | {"red": {"fleets": {"d4": 7}, "hand": {"attack": 2}}}
PEACE = BATTLE | {seat: {"fleets": {"d4": 2}, "hand": {"move": 2}} for seat in ("red", "green")}
QUIET = ("next", "end")
SHORT: dict[str, Any] = {"orders": QUIET, "system": "stratastar", "steps": 6}
PILE = ["world", "blank", "nebula", "blank"] * 12

STRATASTAR = [
    Pair(
        "cards of Stratastar",
        STRATA,
        STRATA | {"blue": {"hand": {"research": 3, "trade": 2}}},
        **SHORT,
    ),
    Pair(
        "the Galaxy deck",
        STRATA,
        STRATA | {"deck": [*CARDS[:60], *["attack", "trade"] * 10]},
        **SHORT,
    ),
    Pair(
        "cards on which others only try to spy",
        SPIED,
        SPIED
        | {
            "blue": {"hand": {"research": 3, "trade": 2}},
            "deck": [*CARDS[:4], "trade", *CARDS[5:]],
        },
        tries=("spy on blue", "spy on deck"),
        **SHORT,
    ),
    Pair(
        "chits that nobody has uncovered",
        STRATA | {"map": {}, "stage": "movement", "pile": [*PILE, "world", "blank"]},
        STRATA | {"map": {}, "stage": "movement", "pile": [*PILE, "blank", "world"]},
        **SHORT,
        options={"exploration": True},
    ),
    Pair(
        "cards sealed for a battle",
        BATTLE,
        BATTLE,
        ["fight at d4\ncommit 2 attack at d4"],
        ["peace at d4\ncommit nothing at d4"],
        in_interval=True,
        opens=True,
        **SHORT | {"steps": 4},
    ),
    Pair(
        "how many lines are sealed for a battle",
        BATTLE,
        BATTLE,
        ["fight at d4\npeace at d4\ncommit 1 attack at d4\ncommit 2 attack at d4"],
        ["commit nothing at d4"],
        in_interval=True,
        opens=True,
        **SHORT | {"steps": 4},
    ),
    Pair(
        "a wish for a battle that another wants, beside the same cards",
        WANTED,
        WANTED,
        ["fight at d4\ncommit 2 attack at d4"],
        ["commit 2 attack at d4"],
        in_interval=True,
        wanting={"red": "fight at d4\ncommit 2 attack at d4"},
        **SHORT | {"steps": 9},
    ),
    Pair(
        "what was sealed where nobody fights, and nothing",
        PEACE,
        PEACE,
        ["peace at d4\ncommit 1 attack at d4\ncommit 2 attack at d4"],
        ["pass"],
        in_interval=True,
        **SHORT | {"steps": 9},
    ),
    Pair(
        "cards offered to another",
        STRATA,
        STRATA,
        ["offer green: 1 build for 1 move", "withdraw 1"],
        ["offer green: 1 attack for 2 build", "withdraw 1"],
        told=("green",),
        **SHORT,
    ),
]

MEETING: dict[str, Any] = {
    "turn": "red",
    "stage": "roll",
    "planet": {"size": "small", "dice": ["food", "food", "ore"]},
    "pirates": 0,
    "traders": 0,
    "red": {"days": 5, "cargo": [{"good": "food", "n": 2, "paid": 5}], "shields": 2, "missiles": 1},
    "blue": {"days": 4, "missiles": 3, "shields": 2},
    "green": {"days": 4, "missiles": 2},
}
HUNTERS = {"bounty_hunters": True, "attack_slack": 1}
HUNT: dict[str, Any] = {
    "system": "traders-luck",
    "options": HUNTERS,
    "in_interval": True,
    "orders": ("settle", "end"),
}

LUCK = [
    Pair(
        "whether one comes to attack",
        MEETING,
        MEETING,
        ["intercept\nmore"],
        ["more"],
        steps=5,
        opens=True,
        **HUNT,
    ),
    Pair(
        "money that is kept private",
        MEETING,
        MEETING | {"blue": MEETING["blue"] | {"credits": 71}},
        orders=("settle", "end"),
        system="traders-luck",
        options={**HUNTERS, "private_cash": True},
    ),
    Pair(
        "a plan for the next turn",
        MEETING,
        MEETING,
        ["plan\nexplore small\nkeep ore until 2\nend\nend plan"],
        ["status"],
        orders=("settle", "end"),
        steps=2,
        system="traders-luck",
        options=HUNTERS,
    ),
]

ORDERS = [
    "Grain to Ferrum Vale",
    "Pilgrims to Cinderfall",
    "Machine parts to Greenholt",
    "Heavy ore to Port Meridian",
]
ROUND: dict[str, Any] = {
    "system": "imperial-trader",
    "options": {"rounds_at_once": True},
    "in_interval": True,
    "steps": 8,
}
"""All order a round at once: it is carried out when the last is in (IT-PBM-03)."""

IMPERIAL = [
    Pair(
        "where one starts",
        {"setup": True},
        {"setup": True},
        ["start at greenholt"],
        ["start at cinderfall"],
        in_interval=True,
        opens=True,
        steps=4,
        orders=("end",),
        system="imperial-trader",
    ),
    Pair(
        "the order deck",
        {"deck": ORDERS, "red": {"orders": []}},
        {"deck": [*ORDERS[:1], *reversed(ORDERS[1:])]},
        steps=4,
        orders=("end",),
        system="imperial-trader",
    ),
    Pair(
        "what is ordered for a round before all are in, and whether anything is",
        {"deck": ORDERS},
        {"deck": ORDERS},
        ["round: fly greenholt; if arrived: deal; otherwise: fly greenholt", "round: deal"],
        ["status", "round: deal"],
        **ROUND,
    ),
    Pair(
        "how often a round is ordered anew",
        {"deck": ORDERS},
        {"deck": ORDERS},
        ["round: fly greenholt\nround: fly ferrum vale; deal\nround: deal"],
        ["round: deal"],
        **ROUND,
    ),
]
OTHERS = [*STRATASTAR, *LUCK, *IMPERIAL]
"""What is hidden in the three other systems."""
