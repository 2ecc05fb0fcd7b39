"""What a trader is advised to order: what the bot would do, with prices, odds and the days left."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from traders.bots.default_bot import first_offered
from traders.bots.traders_luck import thought
from traders.bots.traders_luck.order_odds import odds
from traders.bots.traders_luck.planet_dice_odds import shows
from traders.bots.traders_luck.ship_encounter_reasons import (
    ASKED,
    IN_TURN,
    again,
    arms,
    of_others,
    on_one,
)
from traders.bots.traders_luck.ship_encounters import faces
from traders.bots.traders_luck.situation import Mind
from traders.engines.kernel.contract.contract import Offer, Pending, Turn, View
from traders.engines.kernel.contract.suggestion import SEED, Suggestion, percent
from traders.engines.kernel.words import count
from traders.engines.traders_luck.position.display_names import name_of, units
from traders.engines.traders_luck.tables import tables

__all__ = ["odds", "suggestion"]

_SELLS = re.compile(r"sell if (?P<good>\w+) costs? (?P<price>\d+) or more")
NONE: Mapping[str, str] = MappingProxyType({})
TOO_FEW = "Then too few days are left for another trade: `finish` spares you a letter."


def suggestion(view: View, pending: Pending, offers: Sequence[Offer]) -> Suggestion | None:
    """The bot's order, or its whole turn, and why."""
    mind = Mind(view, SEED)
    orders = thought(mind, pending, offers).split("\n")
    first = orders[0].split()
    if not isinstance(pending, Turn):
        found = first_offered(orders[0], offers)
        why = ASKED.get(first[0])
        return Suggestion(found.orders, why(mind, first)) if found and why else found
    words = WORDS.get(first[0])
    told = words(mind, first) if words is not None else ""
    if words is _travel:
        told = _travel(mind, first, _least(orders))
    policies = [order for order in orders if " until " in order]
    dares = any(order.startswith("sell illegal") for order in orders[1:])
    smuggled = [_smuggled(mind)] if dares else []
    ends = [TOO_FEW] if orders[0] != orders[-1] == "finish" else []
    return Suggestion(tuple(orders), " ".join([*_policies(policies), *smuggled, told, *ends]))


def _policies(policies: Sequence[str]) -> list[str]:
    """What wishes for the dice do, at the first of these (TL-PBM-02)."""
    if not policies:
        return []
    _, good, _, n, *_ = policies[0].split()
    told = [f"`keep {good} until {n}`: the rest is rolled again."]
    if len(policies) > 1:
        told.append(f"Without {good} the next `keep` counts.")
    return told


def _escapes() -> str:
    """The odds of an illegal sale: the police die must not show the police (TL-ILL-01)."""
    faces = tables().faces("police")
    return percent(1 - Fraction(faces.count("police"), len(faces)))


def _watched(mind: Mind) -> bool:
    """Whether police is present, which may catch without a roll (BH-REG-05)."""
    return any(die["face"] == "police" for die in mind.view["planet"]["dice"])


def _days(mind: Mind) -> str:
    return f"{mind.left} of {count(mind.view['days'], 'day')} are left."


def _twice(mind: Mind) -> int:
    """What the cargo brings in an illegal sale (TL-ILL-02)."""
    return tables().trade.illegal_times * mind.cost


def _smuggled(mind: Mind) -> str:
    """What an illegal sale among the orders of a whole turn brings."""
    return f"`sell illegal` brings {_twice(mind)} ({_escapes()}) or loses the cargo."


def _least(orders: Sequence[str]) -> dict[str, str]:
    """The price of each good from which the orders of a whole turn sell it."""
    sales = filter(None, map(_SELLS.fullmatch, orders))
    return {sale["good"]: sale["price"] for sale in sales}


def _travel(mind: Mind, words: Sequence[str], least: Mapping[str, str] = NONE) -> str:
    """How many dice there are, and the prices that the cargo may have there."""
    size = next(one for one in mind.view["sizes"] if one["size"] == words[1])
    dice = size["dice"]
    if not mind.cargo:
        there = f"{dice} dice: the more of them show a good, the cheaper it is."
        return f"A {size['size']} planet has {there} {_days(mind)}"
    told = []
    for good in sorted(mind.kinds):
        row = next(one for one in mind.view["prices"] if one["good"] == good)
        low, high = row["price"][dice - 1], row["price"][0]
        odds = percent(shows(good, dice))
        all_sell = int(least.get(good, low)) <= low
        sold = (
            "you sell at" if all_sell else "the price is then"
        )  # the line says from which price on
        told.append(
            f"{odds}: a die shows {good}; {sold} {high}, or {low} if all {dice} dice show it."
        )
    return " ".join(told)


def _follow(mind: Mind, words: Sequence[str]) -> str:
    told = _settle(mind, words)
    return f"The dice there stay as they lie. {told} {_days(mind)}"


def _settle(mind: Mind, words: Sequence[str]) -> str:
    """What can be sold or bought as the dice lie."""
    if mind.cargo and mind.worth_here:
        brings = count(mind.worth_here, "credit")
        return f"As the dice lie, your cargo brings {brings}; you paid {mind.cost}."
    if mind.cargo:
        if _watched(mind):
            return "No die shows your cargo."
        return (
            f"No die shows your cargo: `sell illegal` brings {_twice(mind)}, if the police die is "
            f"blank ({_escapes()})."
        )
    rows = [row for row in mind.market.values() if row["shown"]]
    if not rows:
        return "No good is for sale."
    goods = " or ".join(
        f"{units(some, row['good'])} at {row['price']}"
        for row in rows
        if (some := min(row["shown"], mind.credits // row["price"]))
    )
    have = count(mind.credits, "credit")
    if not goods:
        return f"No good is for sale for the {have} that you have."
    return f"You can buy {goods}; you have {have}."


def _keep(mind: Mind, words: Sequence[str]) -> str:
    """How many dice are rolled again, and whether they show what is wanted."""
    free = [die for die in mind.view["planet"]["dice"] if not die["kept"]]
    kept = faces(" ".join(words))
    goods = [good for good in tables().goods if kept[good]]
    left = sum(die["kind"] == "goods" for die in free) - sum(kept[good] for good in goods)
    if not left:
        others = len(free) - kept.total()
        rolled = f" {of_others(others)}." if others else ""
        return f"{_settle(mind, words)}{rolled}"
    wanted = [*sorted(mind.kinds), *goods]
    told = f"{again(left)}: {on_one(wanted[0], left)}." if wanted else f"{again(left)}."
    return told if goods else f"You must keep a die, and no good is worth it. {told}"


def _sell(mind: Mind, words: Sequence[str]) -> str:
    """What the sale brings, and the odds where it is not legal."""
    if "illegal" in words and _watched(mind):
        return (
            f"It brings {count(_twice(mind), 'credit')}, twice what you paid, unless the police "
            "catch you: then you lose the cargo."
        )
    if "illegal" in words:
        return (
            f"It brings {count(_twice(mind), 'credit')}, twice what you paid, if the police die is "
            f"blank ({_escapes()}); if not, you lose the cargo."
        )
    return f"It brings {count(mind.worth_here, 'credit')}; you paid {mind.cost}. {_days(mind)}"


def _buy(mind: Mind, words: Sequence[str]) -> str:
    """The price here, and those elsewhere."""
    good = name_of(words[2])
    if good not in mind.market:
        return arms(mind, words)
    price = next(row["price"] for row in mind.view["prices"] if row["good"] == good)
    return (
        f"You pay {mind.market[good]['price']} each. Elsewhere you sell at {price[0]} where 1 die "
        f"shows {good}, at {price[1]} where 2 do. {_days(mind)}"
    )


def _expand(mind: Mind, words: Sequence[str]) -> str:
    """What a bigger bay costs, and how long it serves (TL-ECB-04)."""
    bay, paid = mind.me["bay"] + tables().bay.step, mind.me["bay_price"]
    purse = count(mind.credits, "credit")
    return f"Your bay then holds {bay}, for {paid} of your {purse}. {_days(mind)}"


def _end(mind: Mind, words: Sequence[str]) -> str:
    return f"No trade here gains by a day more. {_days(mind)}"


def _finish(mind: Mind, words: Sequence[str]) -> str:
    return f"The days left are too few for another trade. {_days(mind)}"


WORDS = {
    "travel": _travel,
    "follow": _follow,
    "settle": _settle,
    "keep": _keep,
    "sell": _sell,
    "buy": _buy,
    "expand": _expand,
    "end": _end,
    "finish": _finish,
    **IN_TURN,
}
"""Why an order is advised, by its first word."""
