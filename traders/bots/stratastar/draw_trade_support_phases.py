"""A bot's Draw, Trade and Support phases: hands fill up in every turn, so what is of no use now is
thrown away, and what pays for something is saved.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from traders.bots.stratastar import movement_phase
from traders.bots.stratastar.unseen_cards_and_assaults import Prospect

ORDER = ("trade", "attack", "move", "build")
"""What is thrown away first."""
ENOUGH = {"attack": 4, "move": 2, "build": 5, "trade": 2}
"""More cards of a kind than these are thrown away or exchanged, as long as there are others to hope
for.
"""
SAVED = 3
"""So many more trade cards are kept where a dear deed of the Trade phase is to be had."""


def dear(mind: Prospect) -> bool:
    """Whether a deed of the Trade phase is worth saving trade cards for; a Treaty, only where
    somebody is left to fight.
    """
    return mind.has("treason") or (mind.has("treaty") and len(mind.foes) > 1)


def surplus(mind: Prospect) -> list[str]:
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


def wanted(mind: Prospect) -> dict[str, int]:
    """How many cards of each kind serve in this turn, or in what others may do after it."""
    me = mind.me
    ships = sum(me["fleets"].values()) + sum(me["warfleets"].values())
    landed = [space for space in mind.free if me["fleets"].get(space)]
    ways = sorted(way.steps for way in movement_phase.ways(mind))
    fights = mind.within(2, 2)
    steps = sum(ways[:3]) - 1 + (3 if fights else 0)
    return {
        "build": len(landed) + max(1, min(3, me["support"] - ships + len(ways[:1]))),
        "move": max(1, min(4, steps)),
        "attack": 6 if fights else 3 if mind.guard or mind.danger else 1,
        "trade": 2 if mind.danger and mind.has("diplomacy") else 0,
    }


def junk(mind: Prospect) -> dict[str, int]:
    """Cards beyond what is wanted, the least useful kind first; starred ones are kept."""
    need = wanted(mind)
    if dear(mind):
        need["trade"] = ENOUGH["trade"] + SAVED
    over = {kind: mind.hand.get(kind, 0) - need[kind] for kind in ORDER}
    return {kind: n for kind, n in over.items() if n > 0}


def draw(mind: Prospect, orders: Sequence[str]) -> str:
    """One card after another away, as long as the rule lets it (SS-DRW-01)."""
    for kind in junk(mind):
        if f"retool 1 {kind}" in orders:
            return f"retool 1 {kind}"
    return "next"


def trade(mind: Prospect, orders: Sequence[str]) -> str:
    """All junk against as many cards and one more; a card of who is about to be attacked; deeds of
    the Trade phase.
    """
    over = junk(mind)
    for deed in (_treason, _treaty):
        if found := deed(mind, orders):
            return found
    if found := _exchange(mind, orders, over):
        return found
    if over.get("trade") and (found := _raid(mind, orders)):
        return found
    if "research" in orders and not mind.has("breakthrough") and not mind.within(1, 2):
        return "research"
    return "next"


def _exchange(mind: Prospect, orders: Sequence[str], over: dict[str, int]) -> str:
    if not any(order.startswith("exchange 1") for order in orders) or not mind.hand.get("trade"):
        return ""
    given = {kind: n for kind, n in over.items() if kind != "trade"}
    if spare := over.get("trade", 0) - 1:
        given |= {"trade": spare} if spare > 0 else {}
    if not given:
        return ""
    return "exchange " + " and ".join(f"{n} {kind}" for kind, n in given.items())


def _raid(mind: Prospect, orders: Sequence[str]) -> str:
    """Of who is attacked this turn, else of the leader."""
    foes = [one.foe for one in mind.assaults] + ([mind.leader["seat"]] if mind.leader else [])
    return next((order for foe in foes if (order := f"raid {foe}") in orders), "")


def trades_ahead(mind: Prospect, *, draws: bool) -> list[str]:
    """What the hand pays for with its Trade and Research: a raid of who holds cards and has been
    met, and research, for which a card may also be drawn (SS-TRD-03, SS-XPL-04, SS-RES-02).
    """
    met = [foe["seat"] for foe in mind.foes if foe["cards"] and foe["seat"] in mind.view["contact"]]
    found = _raid(mind, [f"raid {seat}" for seat in met]) if junk(mind).get("trade") else ""
    studies = (draws or mind.hand.get("research")) and not mind.has("breakthrough")
    return [*([found] if found else []), *(["research"] if studies else [])]


def left_after(hand: Mapping[str, int], deed: str) -> dict[str, int]:
    """The hand behind a deed of the Trade phase: without its price, and what is exchanged."""
    verb, _, named = deed.partition(" ")
    goes = [("1", "research" if verb == "research" else "trade")]
    goes += re.findall(r"(\d+) (\w+)", named) if verb == "exchange" else []
    left = dict(hand)
    for n, kind in goes:
        left[kind] = max(0, left.get(kind, 0) - int(n))
    return {kind: n for kind, n in left.items() if n}


def _treason(mind: Prospect, orders: Sequence[str]) -> str:
    """A colony first: it counts at once (SS-TRS-02)."""
    found = [order for order in orders if order.startswith("treason")]
    leader = mind.leader["seat"] if mind.leader else ""
    best = max(
        found,
        key=lambda order: (" colony " in order, order.split()[1] == leader, mind.lot(order)),
        default="",
    )
    return best if " colony " in best or len(found) > 1 else ""


def _treaty(mind: Prospect, orders: Sequence[str]) -> str:
    """With one of two foes or more, so that there is somebody left to fight."""
    if len(mind.foes) < 2:
        return ""
    found = [
        f"treaty with {foe['seat']}" for foe in sorted(mind.foes, key=lambda foe: -foe["cards"])
    ]
    return next((order for order in found if order in orders), "")


def support(mind: Prospect, orders: Sequence[str]) -> str:
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
