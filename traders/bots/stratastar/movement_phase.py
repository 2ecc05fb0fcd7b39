"""A bot's Movement phase: Fleets go to Worlds that can be colonised, then the strongest Armada to
where it would win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from traders.bots.stratastar.situation import Mind
from traders.bots.stratastar.war_targets import assailable, muster, stays
from traders.engines.kernel.contract import Offer

Move = tuple[str, str, int, str]
"""A step that is offered: from where, to where, how many ships at most, and the order."""


def move(mind: Mind, offers: Sequence[Offer]) -> str:
    """The best step, or the end of the turn: battles come before it is over, and nothing after."""
    orders, steps = [offer.order for offer in offers], list(steps_offered(offers))
    return (
        _war(mind, offers, steps)
        or raids(mind, orders)
        or _settle(mind, steps)
        or scout(mind, orders)
        or _gather(mind, steps)
        or "end"
    )


def steps_offered(offers: Sequence[Offer]) -> Iterator[Move]:
    """What is offered of steps: from where, to where, how many at most, and the order."""
    for offer in offers:
        words = offer.order.split()
        if words[0] in ("move", "gate") and " out at " not in offer.order:
            at = words.index("from")
            yield words[at + 1], words[at + 3], int(offer.blanks[0].high or 1), offer.order


def _spare(mind: Mind, space: str) -> int:
    """Fleets that may leave a space: one stays at a World that it can colonise."""
    n = 0 if stays(mind, space) else int(mind.me["fleets"].get(space, 0))
    return n - 1 if space in mind.free and n and mind.map.get(space) == "world" else n


def _settle(mind: Mind, steps: Sequence[Move]) -> str:
    """A Fleet a step nearer to a World that is free, and that no other own Fleet waits at."""
    goals = [
        space
        for space in mind.free
        if not mind.me["fleets"].get(space) and mind.held_by_foe(space) < 3
    ]
    far = mind.near(goals)
    best = (0.0, "")
    for frm, to, _, order in steps:
        if _spare(mind, frm) > 0 and "warfleet" not in order and far.get(to, 99) < far.get(frm, 99):
            best = max(best, (100.0 - far[to] + mind.lot(order), order.replace("{n}", "1")))
    return best[1]


def scout(mind: Mind, orders: Sequence[str]) -> str:
    found = [order for order in orders if order.startswith("explore")]
    return min(found, key=mind.lot, default="") if mind.worth("trade", research=False) else ""


def raids(mind: Mind, orders: Sequence[str]) -> str:
    """A border raid where attack cards are plenty."""
    if mind.worth("attack", research=False) < 4:
        return ""
    return min(
        (order for order in orders if order.startswith("border raid")), key=mind.lot, default=""
    )


def _war(mind: Mind, offers: Sequence[Offer], steps: Sequence[Move]) -> str:
    """The Armada that can win somewhere goes there, whole."""
    best = (0.0, "")
    wars = list(assailable(mind))
    for goal, value, stack in wars:
        far = mind.near([goal])
        for frm, to, n, order in steps:
            if frm == stack and far.get(to, 99) < far.get(frm, 99):
                best = max(
                    best,
                    (value / (2 + far[to]) + 0.01 * mind.lot(order), whole(mind, frm, order, n)),
                )
    return best[1] or _hyperjump(mind, offers, wars)


def whole(mind: Mind, frm: str, order: str, n: int) -> str:
    """All ships of a space: `n and m warfleet`."""
    fleets, war = mind.me["fleets"].get(frm, 0), mind.me["warfleets"].get(frm, 0)
    ships = (
        f"{fleets} and {war} warfleet" if fleets and war else f"{war} warfleet" if war else f"{n}"
    )
    return order.replace("{n} warfleet", ships).replace("{n}", ships)


def _hyperjump(mind: Mind, offers: Sequence[Offer], wars: Sequence[tuple[str, float, str]]) -> str:
    """Five moves set an Armada down where it wins."""
    for offer in offers:
        if offer.order.startswith("hyperjump"):
            frm = offer.order.split()[3]
            goals = [
                goal for goal, _, stack in wars if stack == frm and goal in offer.blanks[1].things
            ]
            if goals:
                return whole(mind, frm, offer.order, int(offer.blanks[0].high or 1)).replace(
                    "{space}", goals[0]
                )
    return ""


def _gather(mind: Mind, steps: Sequence[Move]) -> str:
    """Ships with nothing to do join the largest stack."""
    rally = muster(mind)
    if not rally:
        return ""
    far = mind.near([rally])
    best = (0.0, "")
    for frm, to, _, order in steps:
        n = mind.me["warfleets"].get(frm, 0) if "warfleet" in order else _spare(mind, frm)
        if n > 0 and far.get(to, 99) < far.get(frm, 99):
            best = max(best, (n + mind.lot(order) / 10, order.replace("{n}", str(n))))
    return best[1]
