"""A sensible bot: it colonises what is free, wars where it is the stronger, and trades what it has
too much of, from its view alone. The seed decides between equals; it should be another each time.

Where several things are asked at once (the battles of a phase) the answer has a line for each.
`bot_words` are standing orders that answer an attack on the Homeworld, and nothing else: nobody
waits for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from traders.bots.stratastar import (
    build_phase,
    card_phases,
    free_trade,
    movement_phase,
    reactions,
)
from traders.bots.stratastar.master import in_interval, in_turn
from traders.bots.stratastar.master.situation import Prospect
from traders.bots.stratastar.situation import Mind
from traders.engines.kernel.contract import Choice, Interval, Offer, Pending, View
from traders.engines.kernel.level import Level

CALAMITY = 5
"""Attack cards that a Disaster costs."""


def bot(view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level) -> str:
    """The next order of the view's seat; in an interval `pass` where nothing is worth more."""
    master = Prospect(view, seed) if level == Level.MASTER else None
    mind = master or Mind(view, seed)
    orders = [offer.order for offer in offers]
    if isinstance(pending, Choice):
        return min(pending.things, key=mind.lot)
    bargain = free_trade.answer(mind, orders)
    if bargain:
        return bargain
    if master and view["stage"] != "placing":
        if isinstance(pending, Interval):
            return in_interval(master, pending, orders)
        return in_turn(master, offers, orders)
    if isinstance(pending, Interval):
        return reactions.answer(mind, pending, orders)
    return _in_turn(mind, offers, orders)


def _in_turn(mind: Mind, offers: Sequence[Offer], orders: Sequence[str]) -> str:
    match mind.view["stage"]:
        case "placing":
            return min(
                (order for order in orders if order.startswith("homeworld")),
                key=lambda order: _crowded(mind, order.split()[-1]),
            )
        case "draw":
            return card_phases.draw(mind, orders)
        case "trade":
            return free_trade.offered(mind) or card_phases.trade(mind, orders)
        case "support":
            return card_phases.support(mind, orders)
        case "build":
            return build_phase.build(mind, orders)
        case "movement":
            return _strike(mind, orders) or movement_phase.move(mind, offers)
    return "next" if "next" in orders else "end"


def _crowded(mind: Mind, corner: str) -> tuple[int, float]:
    """How far the six Worlds nearest to a corner are."""
    worlds = mind.near([corner])
    return sum(
        sorted(worlds.get(space, 99) for space, kind in mind.map.items() if kind == "world")[:6]
    ), mind.lot(corner)


def _strike(mind: Mind, orders: Sequence[str]) -> str:
    """A Disaster for a colony of a leader who is about to win."""
    need = mind.view["worlds_to_win"]
    if (
        mind.leader is None
        or not need
        or mind.leader["worlds"] < need - 2
        or mind.worth("attack", research=False) < CALAMITY
    ):
        return ""
    found = [order for order in orders if order.startswith(f"strike {mind.leader['seat']} colony")]
    return min(found, key=mind.lot, default="")


def bot_words(view: View, seed: int, level: Level) -> tuple[str, ...]:
    """Standing orders for the Homeworld's defence, as far as the hand pays for them."""
    if level == Level.MASTER:
        return ()  # what it has said at the end of its turn still stands
    return ("forget all", *_standing(Mind(view, seed)))


def _standing(mind: Mind) -> Iterator[str]:
    home = mind.me["homeworld"]
    if not home:
        return
    for foe in mind.foes:
        if mind.has("diplomacy") and mind.worth("trade", research=False) > 1:
            yield f"when {foe['seat']} enters {home}: block {home}"
        elif mind.has("defend_homeworld") and mind.worth("move") >= CALAMITY:
            yield f"when {foe['seat']} enters {home}: defend"
