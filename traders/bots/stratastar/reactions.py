"""A bot's answers in intervals: wishes and cards in battle, retreats, Diplomacy, Defend the
Homeworld!, sabotage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil

from traders.bots.stratastar.situation import Mind
from traders.engines.kernel.contract import Interval
from traders.engines.stratastar.tables import tables

SABOTAGED = ("colonize", "terraform", "stargate", "ally", "treason", "breakthrough")
"""Actions that are worth three attack cards."""
NUMBER = re.compile(r"\d+\. ")
"""Before each of several deeds that are reported."""


def answer(mind: Mind, interval: Interval, orders: Sequence[str]) -> str:
    """What is said in an interval; for battles as many lines as there are spaces to be decided."""
    match interval.name:
        case "commit":
            return commit(mind, orders)
        case "block":
            return _block(mind, orders)
        case "retreat":
            return _retreat(mind, orders)
        case "defend":
            return "defend" if "defend" in orders and threatened(mind) else "pass"
        case "sabotage":
            return _sabotage(mind, interval, orders)
        case "pursuit":
            return _pursue(mind, orders)
    return "pass"


# --- battles --------------------------------------------------------------------------------------


def commit(mind: Mind, orders: Sequence[str]) -> str:
    """For each space a wish and cards; the weightiest space has the first choice of cards."""
    spaces = [order.split()[-1] for order in orders if order.startswith("commit nothing at")]
    left = {name: mind.hand.get(name, 0) for name in ("attack", "attack*", "research")}
    lines = []
    for space in sorted(spaces, key=lambda space: -_weight(mind, space)):
        wants, n = _stance(mind, space, card_force(left))
        cards = chosen(left, n)
        for name, m in cards.items():
            left[name] -= m
        lines.append(f"{'fight' if wants else 'peace'} at {space}")
        lines.append(f"commit {written(cards)} at {space}")
    return "\n".join(lines) or "pass"


def _weight(mind: Mind, space: str) -> float:
    homes = {empire["homeworld"] for empire in mind.view["seats"]}
    return (
        20.0 * bool(space == mind.me["homeworld"])
        + 10.0 * (space in homes)
        + mind.force(mind.me, space)
    )


def card_force(left: dict[str, int]) -> int:
    return left["attack"] + tables().power_cards["worth"] * left["attack*"] + left["research"]


def _stance(mind: Mind, space: str, most: int) -> tuple[bool, int]:
    """Whether a battle is wanted, and the force of cards in it: enough against what is likely, all
    for a Homeworld.
    """
    mine, likely = mind.force(mind.me, space), mind.held_by_foe(space)
    sure = max(
        (mind.force(foe, space) + foe["cards"] for foe in mind.foes if mind.force(foe, space)),
        default=0,
    )
    wants = mine + most > likely
    if mine > sure or mine + most < min(
        (mind.force(foe, space) for foe in mind.foes if mind.force(foe, space)), default=0
    ):
        return wants, 0
    home = any(empire["homeworld"] == space for empire in mind.view["seats"])
    return wants, most if home else min(
        most, max(0, ceil(likely - mine + 2 * mind.lot(f"dare {space}")))
    )


def chosen(left: dict[str, int], n: int) -> dict[str, int]:
    """Cards for so much force: plain ones, then starred ones, then research."""
    cards: dict[str, int] = {}
    for name, worth in (("attack", 1), ("attack*", tables().power_cards["worth"]), ("research", 1)):
        take = min(left[name], ceil(n / worth)) if n > 0 else 0
        if take:
            cards[name] = take
            n -= take * worth
    return cards


def written(cards: dict[str, int]) -> str:
    return (
        " and ".join(
            f"{n} {'starred attack' if name == 'attack*' else name}" for name, n in cards.items()
        )
        or "nothing"
    )


# --- reactions ------------------------------------------------------------------------------------


def threatened(mind: Mind) -> bool:
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


def _block(mind: Mind, orders: Sequence[str]) -> str:
    """The Homeworld is kept closed, a World now and then."""
    found = next((order for order in orders if order.startswith("block")), "")
    at = found.split()[-1] if found else ""
    return (
        found
        if at
        and (at == mind.me["homeworld"] or (at in mind.me["colonies"] and mind.lot("block") < 0.4))
        else "pass"
    )


def _retreat(mind: Mind, orders: Sequence[str]) -> str:
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


def _pursue(mind: Mind, orders: Sequence[str]) -> str:
    """With all that moved in, after any of those that have retreated."""
    found = [order for order in orders if order.startswith("pursue") and "{" not in order]
    if not found or mind.worth("attack") <= 1 or mind.lot("pursue") >= 0.5:
        return "pass"
    return min(found, key=mind.lot)


def _sabotage(mind: Mind, interval: Interval, orders: Sequence[str]) -> str:
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
