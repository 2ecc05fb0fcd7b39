"""The dice of a planet and trade there, step by step, by what they should come to in the end."""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.traders_luck import combat_phase
from traders.bots.traders_luck.planet_dice_odds import one, wished
from traders.bots.traders_luck.position_worth import Landing, bought
from traders.bots.traders_luck.ship_encounters import faces
from traders.bots.traders_luck.situation import Mind, expands, holding, lying
from traders.engines.traders_luck.position.display_names import name_of, units
from traders.engines.traders_luck.tables import tables

SHIELDED = 15
"""Credits paid for a cargo that is worth a shield and its day."""

FOR_CARGO = 8
"""Credits that who has an empty hold keeps for a cargo."""


def roll(mind: Mind, orders: Sequence[str]) -> str:
    """The dice to keep, as if one wish were followed from then on; or none."""
    dice = [die for die in mind.view["planet"]["dice"] if die["kind"] == "goods"]
    aside = sum(one(die["face"]) for die in dice if die["kept"])
    free = [die["face"] for die in dice if not die["kept"]]
    landing = Landing(holding(mind), mind.me["bay"])

    def comes_to(order: str) -> float:
        if order == "settle":
            return landing.comes_to(aside + sum(map(one, free)))
        kept = {good: n for good, n in faces(order).items() if good in tables().goods}
        throw = sum(n * one(good) for good, n in kept.items())
        left = len(free) - sum(kept.values())
        if not left:
            return landing.comes_to(aside + throw)
        return max(
            landing.expected(wished(good, n, left), aside + throw)
            for good in tables().goods
            for n in range(1, left + 1)
        )

    choices = [order for order in orders if order.split()[0] in ("keep", "settle")]
    return max(choices, key=lambda order: (comes_to(order), "pirate" not in order))


def trade(mind: Mind, orders: Sequence[str]) -> str:
    """The sale that gains, then the purchase, else the end of the turn."""
    throw = lying(mind)
    held, bay = holding(mind), mind.me["bay"]
    sale = Landing(held, bay).best(throw)[1]
    if sale in orders:
        return sale
    if "expand" in orders and expands(mind):
        return "expand"
    _, n, good = bought(held, throw, bay)
    order = f"buy {units(n, good)}"
    if order in orders:
        return _with_equipment(mind, orders, order)
    arms = next((order for order in orders if not n and _arms(mind, order)), "")
    return _with_equipment(mind, orders, arms) if arms else "end"


def _arms(mind: Mind, order: str) -> bool:
    """Whether equipment alone is worth its day: missiles, or the first shield of a dear cargo."""
    first, _, ware, *_ = [*order.split(), "", ""]
    if first != "buy" or name_of(ware) not in ("missiles", "shields"):
        return False
    if name_of(ware) == "missiles":
        return combat_phase.wants_missiles(mind)
    return not mind.me["shields"] and mind.cost > SHIELDED


def _with_equipment(mind: Mind, orders: Sequence[str], order: str) -> str:
    """A purchase of goods with shields or missiles for what money is left: they are had on the same
    day.
    """
    words = order.split()
    ware = name_of(words[2])
    if ware not in mind.market:
        n = min(int(words[1]), combat_phase.MISSILES)
        if not mind.cargo:
            n = min(n, max(1, (mind.credits - FOR_CARGO) // 2))
        return " ".join([words[0], str(n), *words[2:]])
    price: int = mind.market[ware]["price"]
    held = mind.me.get("shields", 0), mind.me.get("missiles", 0)
    for extra, wanted in (("shields", 3 - held[0]), ("missiles", 2 - held[1])):
        n = min(wanted, (mind.credits - int(words[1]) * price) // 2)
        if n > 0 and any(
            other.startswith("buy") and name_of(other.split()[2]) == extra for other in orders
        ):
            return " ".join([*words[:3], f"and {n} {extra}", *words[3:]])
    return order
