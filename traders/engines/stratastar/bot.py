"""A sensible bot: it builds what is best, moves towards free Worlds and fights where it is the stronger, from its view alone."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from traders.engines.contract import Choice, Interval, Offer, Pending, View
from traders.engines.stratastar.galaxy import apart

FIRST = ("colonize", "ally", "terraform", "stargate", "breakthrough", "warfleet")
"""What is built, best first, before Fleets."""


def _lot(seed: int, what: str) -> float:
    """A number from 0 to 1 that follows from the seed and the thing alone."""
    return int.from_bytes(blake2b(f"{seed}:{what}".encode(), digest_size=8).digest(), "big") / 2**64


def bot(view: View, pending: Pending, offers: Sequence[Offer], seed: int) -> str:
    """One order: the best of what is offered."""
    orders = [offer.order for offer in offers]
    if isinstance(pending, Choice):
        return pending.silence
    if isinstance(pending, Interval):
        return _answer(view, pending, orders, seed)
    if view["stage"] == "placing":
        return next((order for order in orders if order.startswith("homeworld")), "pass")
    for verb in FIRST:
        found = [order for order in orders if order.split()[0] == verb]
        if found:
            return min(found, key=lambda order: _lot(seed, order))
    me = next(empire for empire in view["seats"] if empire["seat"] == view["seat"])
    if "build fleet" in orders and sum(me["fleets"].values()) + sum(me["warfleets"].values()) < me["support"]:
        return "build fleet"
    if "exchange nothing" in orders and view["hand"].get("trade", 0) > 1:
        return "exchange nothing"
    move = _move(view, me, [offer for offer in offers if offer.order.startswith("move {n} from")], seed)
    if move:
        return move
    disband = [order for order in orders if order.startswith("disband")]
    return disband[0] if disband else "next" if "next" in orders else "end"


def _goals(view: View) -> list[str]:
    taken = {space for empire in view["seats"] for space in empire["colonies"]}
    return [space for space, kind in view["map"].items() if kind in ("world", "unknown") and space not in taken]


def _move(view: View, me: dict[str, Any], offers: Sequence[Offer], seed: int) -> str:
    """A step of one Fleet that comes nearer to a World without a colony."""
    goals = _goals(view)
    best = (0.0, "")
    for offer in offers:
        words = offer.order.split()
        frm, to = words[3], words[5]
        if not goals or frm in goals:
            continue
        gain = min(apart(frm, goal) for goal in goals) - min(apart(to, goal) for goal in goals)
        best = max(best, (gain + 0.1 * _lot(seed, offer.order), offer.order.replace("{n}", "1"))) if gain > 0 else best
    return best[1]


def _answer(view: View, interval: Interval, orders: Sequence[str], seed: int) -> str:
    """In a battle the stronger by what lies open fights, with all Attack cards where it is close."""
    if interval.name != "commit":
        return "pass"
    nothing = [order for order in orders if order.startswith("commit nothing")]
    cards = [order for order in orders if order.startswith("commit {n} attack")]
    if view["seat"] not in interval.seats or not nothing:
        return "pass"
    if cards and _lot(seed, cards[0]) < 0.5:
        return cards[0].replace("{n}", "1")
    return nothing[int(_lot(seed, "where") * len(nothing))]


def bot_words(view: View, seed: int) -> tuple[str, ...]:
    """No stops and no standing orders: it answers what it is asked."""
    return ()
