"""Why a single answer is advised: one that no turn follows."""

from __future__ import annotations

from traders.bots.stratastar import FAR, worlds_near
from traders.bots.stratastar.unseen_cards_and_assaults import Prospect
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.suggestion import SEED
from traders.engines.kernel.words import count, listed
from traders.engines.stratastar.empire.paid_orders import as_written
from traders.engines.stratastar.tables import ability, tables

BATTLE = (
    "A battle takes both lines: whether you want it, and your cards for it. Committed cards are "
    "used up if there is a battle. `pass` ends your answer."
)


def nearest_worlds(view: View, corner: str) -> str:
    """Why the Homeworld is laid there."""
    steps = worlds_near(Prospect(view, SEED), corner)
    known = [n for n in steps if n < FAR]
    if not known:
        return "No way to a World is known yet, and no place is better than another."
    if len(known) < len(steps):
        return f"From there {count(len(known), 'World')} can be reached: nowhere else are more."
    far = f"{count(sum(steps), 'step')} away"
    if len(steps) == 1:
        return f"From there the nearest World is {far}, and from no other place nearer."
    worlds = count(len(steps), "nearest World")
    return f"From there the {worlds} are {far} in all, and from no other place nearer."


def next_world(mind: Prospect, to: str) -> str:
    """How far from the end of a step the next World is that nobody has."""
    goals = [one for one in mind.free if mind.map[one] == "world"]
    left = mind.near([space for space in goals if not mind.me["fleets"].get(space)]).get(to)
    if left is None:
        return "No way to a World without a colony is known yet."
    if not left:
        return f"{to.upper()} is a World without a colony."
    return f"From {to.upper()} the next World without a colony is {count(left, 'step')} away."


def exchange(order: str) -> str:
    """Cards of several kinds, of which each alone is offered (SS-TRD-05)."""
    n = sum(int(word) for word in order.split() if word.isdecimal())
    price = as_written(*tables().price("internal_trade"))
    return f"You give {count(n + 1, 'card')}, {price} among them, and draw as many."


def each_use(order: str) -> str:
    """What the ability that is chosen costs; the bot likes all alike (SS-TBL-03)."""
    cost = ability(order.removeprefix("choose ").replace(" ", "_")).cost
    price = listed([as_written(kind, n) for kind, n in cost.items()], "no card")
    return f"No other is clearly better; each use costs {price}."
