"""A sensible player: deals, fetches, delivers, and repairs in time. The seed decides between
equals.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.defaults import lot
from traders.engines.imperial_trader.seen import CaptainSeen
from traders.engines.kernel.contract import Interval, Offer, Pending, View

LOW = 3
"""Damage points at which a ship is repaired."""
ROUNDS_AHEAD = 8
"""Rounds for which an errand is ordered ahead: hardly one takes longer."""


def order(view: View, pending: Pending, offers: Sequence[Offer], seed: int) -> str:
    """The next order of the view's seat."""
    me: CaptainSeen = next(one for one in view["seats"] if one["seat"] == view["seat"])
    orders = {offer.order: offer for offer in offers}
    if view["stage"] == "orders":
        return _round(view, me, list(orders), seed)
    if isinstance(pending, Interval) or view["stage"] == "wreck":
        ports = [
            f"start at {one['name'].casefold()}"
            for one in view["planets"]
            if one["port"] and not one["closed"]
        ]
        return min(
            (line for line in ports if line in orders),
            key=lambda line: lot(seed, line),
            default=next(iter(orders), "pass"),
        )
    if view["stage"] == "discard":
        return _discard(me, orders)
    return _act(view, me, orders, seed)


def words(view: View) -> tuple[str, ...]:
    """Where a round is ordered at once, a plan for the whole errand, as long as the ship is sound
    (IT-PBM-04).
    """
    me: CaptainSeen = next(one for one in view["seats"] if one["seat"] == view["seat"])
    if view["stage"] != "orders" or not me["orders"] or me["damage"] <= LOW:
        return ()
    holds = " or ".join(
        f"me holds {one['order'].casefold()} and damage {LOW + 1} or more" for one in me["orders"]
    )
    return ("\n".join(["plan", *[f"round: auto; auto if {holds}"] * ROUNDS_AHEAD, "end plan"]),)


def _round(view: View, me: CaptainSeen, offered: list[str], seed: int) -> str:
    """A round ordered at once: the first action as ever, the second by what that may come to
    (IT-PBM-03).
    """
    firsts = {
        order.removeprefix("round: "): Offer(order, "", "")
        for order in offered
        if ";" not in order and "{" not in order
    }
    if not firsts:
        return next(iter(offered), "pass")
    first = _act(view, me, firsts, seed)
    way = [order for order in offered if order.startswith(f"round: {first};") and "{" not in order]
    if first.startswith("fly "):
        return (
            way[0]
            if way
            else f"round: {first}; {first}"
            if first.removeprefix("fly ") != me["planet"].casefold()
            else f"round: {first}"
        )
    held = {one["order"].casefold(): one for one in me["orders"]}
    verb, _, what = first.partition(" ")
    if verb == "load" and what in held:
        return f"round: {first}; fly {held[what]['to'].casefold()}"
    if verb == "offload":
        return f"round: {first}; if delivered: deal; otherwise: {first}"
    return f"round: {first}"


def _discard(me: CaptainSeen, orders: dict[str, Offer]) -> str:
    """The card that pays least goes, of those whose cargo is not aboard if there are any."""
    worst = sorted(me["orders"], key=lambda order: (order["aboard"], order["pay"]))
    return next(
        (
            f"discard {one['order'].casefold()}"
            for one in worst
            if f"discard {one['order'].casefold()}" in orders
        ),
        next(iter(orders)),
    )


def _act(view: View, me: CaptainSeen, orders: dict[str, Offer], seed: int) -> str:
    by_verb: dict[str, list[str]] = {}
    for order in orders:
        by_verb.setdefault(order.partition(" ")[0], []).append(order)
    for verb in ("offload", "load"):
        work = by_verb.get(verb, [])
        if work and not (verb == "load" and len(work) > 1 and lot(seed, "load") < 0.1):
            return min(work, key=lambda order: lot(seed, order))
    if "repair {n}" in orders and me["damage"] <= LOW:
        most = orders["repair {n}"].blanks[0].high or 1
        return f"repair {most}"
    wares = by_verb.get("buy", [])
    if wares and view["round"] <= 6 and lot(seed, "buy") < 0.2:
        return min(wares, key=lambda order: lot(seed, order))
    if len(me["orders"]) + len(me["loads"]) < view["order_limit"] and "deal" in orders:
        return "deal"
    hand_in = by_verb.get("discard", [])
    if hand_in and lot(seed, "hand in") < 0.5:
        return hand_in[0]
    return _fly(view, me, orders, seed)


def _fly(view: View, me: CaptainSeen, orders: dict[str, Offer], seed: int) -> str:
    """To the next planet of an order or load; without any to a planet that trades."""
    goals = [order["to"] if order["aboard"] else order["from"] for order in me["orders"]]
    for load in me["loads"]:
        goals += [
            one["name"]
            for one in view["planets"]
            if (not one["settled"] if load == "Settlers" else one["port"] and not one["closed"])
        ]
    if not goals:
        goals = [one["name"] for one in view["planets"] if not one["closed"] and one["settled"]]
    flights = [f"fly {name.casefold()}" for name in goals if f"fly {name.casefold()}" in orders]
    return min(flights, key=lambda order: lot(seed, order), default="end")
