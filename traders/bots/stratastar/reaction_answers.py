"""A bot's answers in intervals: wishes and cards in battle, retreats, Diplomacy, Defend the
Homeworld!, sabotage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from traders.bots.stratastar import battle_commitments
from traders.bots.stratastar.unseen_cards_and_assaults import Prospect
from traders.engines.kernel.contract.contract import Interval

SABOTAGED = ("colonize", "terraform", "stargate", "ally", "treason", "breakthrough")
"""Actions that are worth three attack cards."""
NUMBER = re.compile(r"\d+\. ")
"""Before each of several deeds that are reported."""


def answer(mind: Prospect, interval: Interval, orders: Sequence[str]) -> str:
    """What is said in an interval; for battles as many lines as there are spaces to be decided."""
    match interval.name:
        case "commit":
            return battle_commitments.commit(mind, orders)
        case "block":
            return _block(mind, orders)
        case "retreat":
            return _retreat(mind, orders)
        case "defend":
            return "defend" if "defend" in orders and _threatened(mind) else "pass"
        case "sabotage":
            return _sabotage(mind, interval, orders)
        case "pursuit":
            return _pursue(mind, orders)
    return "pass"


def _threatened(mind: Prospect) -> bool:
    """Whether a foe's ships at or beside the own Homeworld could take it."""
    home = mind.me["homeworld"]
    near = mind.near([home]) if home else {}
    own = mind.force(mind.me, home) + mind.worth("attack") if home else 0
    return any(
        mind.force({**foe, "colonies": {}, "homeworld": ""}, space) + 0.5 * foe["cards"] >= own
        for foe in mind.foes
        for space in mind.stacks(foe)
        if near.get(space, 99) <= 1
    )


def _block(mind: Prospect, orders: Sequence[str]) -> str:
    """The Homeworld is kept closed, a World now and then."""
    found = next((order for order in orders if order.startswith("block")), "")
    at = found.split()[-1] if found else ""
    return (
        found
        if at
        and (at == mind.me["homeworld"] or (at in mind.me["colonies"] and mind.lot("block") < 0.4))
        else "pass"
    )


def _retreat(mind: Prospect, orders: Sequence[str]) -> str:
    """Before the stronger, towards home."""
    found = [order for order in orders if order.startswith("retreat from")]
    at = found[0].split()[2] if found else ""
    if (
        not found
        or at == mind.me["homeworld"]
        or mind.force(mind.me, at) + mind.worth("attack") >= mind.held_by_foe(at)
    ):
        return "pass"
    far = mind.near([mind.me["homeworld"]])
    return min(found, key=lambda order: (far.get(order.split()[-1], 99), mind.lot(order)))


def _pursue(mind: Prospect, orders: Sequence[str]) -> str:
    """With all that moved in, after any of those that have retreated."""
    found = [order for order in orders if order.startswith("pursue") and "{" not in order]
    if not found or mind.worth("attack") <= 1 or mind.lot("pursue") >= 0.5:
        return "pass"
    return min(found, key=mind.lot)


def _sabotage(mind: Prospect, interval: Interval, orders: Sequence[str]) -> str:
    """What brought the leader a World or an ability."""
    if mind.leader is None or mind.view["turn"] != mind.leader["seat"]:
        return "pass"
    deeds = interval.cause.partition(": ")[2].rstrip(".").split("; ")
    verbs = [NUMBER.sub("", deed).split(" ")[0] for deed in deeds]
    for order in reversed([order for order in orders if order.startswith("sabotage")]):
        n = int(order.split()[-1])
        if n <= len(verbs) and verbs[n - 1] in SABOTAGED:
            return order
    return "pass"
