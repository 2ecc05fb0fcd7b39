"""A bot's Draw, Trade and Support phases: what is not wanted becomes other cards; the leader loses
some.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.stratastar.situation import Mind

ENOUGH = {"attack": 4, "move": 2, "build": 5, "trade": 2}
"""More cards of a kind than these are thrown away or exchanged, as long as there are others to hope
for.
"""
SAVED = 3
"""So many more trade cards are kept where a dear deed of the Trade phase is to be had."""


def dear(mind: Mind) -> bool:
    """Whether a deed of the Trade phase is worth saving trade cards for; a Treaty, only where
    somebody is left to fight.
    """
    return mind.has("treason") or (mind.has("treaty") and len(mind.foes) > 1)


def surplus(mind: Mind) -> list[str]:
    """Kinds of which the hand holds too many, the worst first."""
    over = {}
    for kind, enough in ENOUGH.items():
        most = (
            enough + SAVED
            if kind == "trade" and (dear(mind) or mind.has("allied_minor_race"))
            else enough
        )
        over[kind] = mind.hand.get(kind, 0) - most
    return sorted((kind for kind, n in over.items() if n > 0), key=lambda kind: -over[kind])


def draw(mind: Mind, orders: Sequence[str]) -> str:
    """Retooling: one card of what is too much, and asked again, the next; of a full hand that
    neither builds nor moves, what it has most of, since it would stay as it is for ever.
    """
    kinds = surplus(mind)
    full = mind.me["cards"] >= mind.me["hand_limit"]
    if full and not kinds and not mind.worth("build") and not mind.worth("move"):
        kinds = sorted(ENOUGH, key=lambda kind: ENOUGH[kind] - mind.hand.get(kind, 0))
    for kind in kinds:
        if f"retool 1 {kind}" in orders:
            return f"retool 1 {kind}"
    return "next"


def trade(mind: Mind, orders: Sequence[str]) -> str:
    """Treason where it brings a World or the leader's Fleet; a Treaty with who is feared; cards
    from the leader; better cards for bad.
    """
    for wanted in (treason, treaty, _piracy, _raid, _exchange):
        found = wanted(mind, orders)
        if found:
            return found
    if (
        "research" in orders
        and not mind.has("breakthrough")
        and mind.worth("build", research=False) > 1
    ):
        return "research"
    return "next"


def treason(mind: Mind, orders: Sequence[str]) -> str:
    """A colony first: it counts at once (SS-TRS-02)."""
    found = [order for order in orders if order.startswith("treason")]
    leader = mind.leader["seat"] if mind.leader else ""
    best = max(
        found,
        key=lambda order: (" colony " in order, order.split()[1] == leader, mind.lot(order)),
        default="",
    )
    return best if " colony " in best or len(found) > 1 else ""


def treaty(mind: Mind, orders: Sequence[str]) -> str:
    """With one of two foes or more, so that there is somebody left to fight."""
    if len(mind.foes) < 2:
        return ""
    found = [
        f"treaty with {foe['seat']}" for foe in sorted(mind.foes, key=lambda foe: -foe["cards"])
    ]
    return next((order for order in found if order in orders), "")


def _piracy(mind: Mind, orders: Sequence[str]) -> str:
    order = f"piracy on {mind.leader['seat']}" if mind.leader else ""
    return order if order in orders and mind.worth("attack", research=False) > 4 else ""


def _raid(mind: Mind, orders: Sequence[str]) -> str:
    """A card of a foe's hand is worth more than one of the deck, which the internal trade brings
    once a turn.
    """
    order = f"raid {mind.leader['seat']}" if mind.leader else ""
    plenty = mind.worth("trade", research=False) > (5 if dear(mind) else 1)
    return order if order in orders and plenty else ""


def _exchange(mind: Mind, orders: Sequence[str]) -> str:
    if not any(order.startswith("exchange") for order in orders) or not mind.worth(
        "trade", research=False
    ):
        return ""
    worst = next(
        (kind for kind in surplus(mind) if kind != "trade" and f"exchange 1 {kind}" in orders), ""
    )
    return f"exchange 1 {worst}" if worst else ""


def support(mind: Mind, orders: Sequence[str]) -> str:
    """What is not supported goes: the Fleets farthest from what they could do."""
    found = [order for order in orders if order.startswith("disband")]
    if not found:
        return "next"
    far = mind.near([*mind.free, *(foe["homeworld"] for foe in mind.foes if foe["homeworld"])])
    return max(
        found,
        key=lambda order: (
            "warfleet" not in order,
            far.get(order.split()[-1], 99),
            mind.lot(order),
        ),
    )
