"""A bot in the combat phase, and what it arms itself for."""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.traders_luck.situation import Mind
from traders.engines.kernel.contract import Interval, Offer

MISSILES = 3
"""With so many a bot is armed: a trader robbed or a pirate destroyed pays for several."""
BOOTY = 5
"""Credits that an attack on another player must promise."""


def wants_missiles(mind: Mind) -> bool:
    """Whether a Small planet, where missiles are sold, is worth the days: with the expansion,
    money, and time to use them.
    """
    return (
        "missiles" in mind.me
        and mind.me["missiles"] < MISSILES
        and mind.credits >= 8
        and mind.left > 14
    )


def shield(mind: Mind, orders: Sequence[str]) -> str:
    """A shield costs two credits: any cargo worth more is kept."""
    return "shield" if mind.cost > 2 else "no shield"


def attack(mind: Mind, orders: Sequence[str]) -> str:
    """Pirates always; a trader where what is taken is worth it, less by who would become a pirate
    with cargo to lose.
    """
    if "attack pirate" in orders:
        return "attack pirate"
    prey = [order for order in orders if order.startswith("attack trader taking")]
    best = max(prey, key=lambda order: _loot(mind, order), default="")
    tempted = 0.8 if mind.me["piracy"] or not mind.cargo else 0.3
    return (
        best if best and _loot(mind, best) > BOOTY and mind.lot("temptation") < tempted else "pass"
    )


def _loot(mind: Mind, order: str) -> float:
    """What an attack on a trader brings: as many units as dice show, as far as there is room."""
    good = order.rsplit(maxsplit=1)[-1]
    units: int = min(mind.market[good]["shown"], mind.me["bay"] - mind.me["aboard"])
    return mind.resale(good) * units


def trader_takes(mind: Mind, orders: Sequence[str]) -> str:
    """What shows too often of the own kind; else something that is not aboard."""

    def wish(order: str) -> tuple[bool, int, float]:
        good = order.rsplit(maxsplit=1)[-1]
        shown = mind.market[good]["shown"]
        return (good in mind.kinds) == (shown > 2), shown, mind.lot(order)

    return max((order for order in orders if order.startswith("trader takes")), key=wish)


def answer(mind: Mind, interval: Interval, offers: Sequence[Offer]) -> str:
    """Intercept where something is to be had, commit with a reserve, take what is worth more than
    the own cargo.
    """
    orders = {offer.order.split()[0]: offer for offer in offers}
    if "commit" in orders:
        return commit(mind, orders["commit"], attacking=mind.view["turn"] != mind.view["seat"])
    if "take" in orders:
        loser = mind.trader(_other(mind))
        theirs = sum(lot["n"] * lot["paid"] for lot in loser["cargo"])
        return "take cargo" if theirs > mind.cost else "leave cargo"
    if "pirate" in orders:
        return "pirate" if mind.lot("rob") < 0.3 and not mind.cargo else "leave cargo"
    if "intercept" in orders:
        prey = mind.trader(mind.view["turn"])
        booty = (
            sum(lot["n"] * lot["paid"] for lot in prey["cargo"])
            + 5 * prey["piracy"]
            - 3 * prey["shields"]
        )
        return (
            "intercept"
            if booty > BOOTY and mind.me["missiles"] > prey["shields"] and mind.lot("hunt") < 0.8
            else "pass"
        )
    return "pass"


def _other(mind: Mind) -> str:
    """The other side of the combat."""
    sides = (mind.view["bounty_hunters"]["attacker"], mind.view["turn"])
    return str(next(seat for seat in sides if seat != mind.view["seat"]))


def commit(mind: Mind, offer: Offer, *, attacking: bool) -> str:
    """An attacker mostly missiles, a defender mostly shields, by the seed more or less."""
    told = offer.order
    for blank in offer.blanks:
        low, high = blank.low or 0, blank.high or 0
        eager = (blank.name == "missiles") == attacking
        n = (
            high
            if eager and mind.lot("all") < 0.7
            else low + int(mind.lot(blank.name) * (high - low + 1))
        )
        told = told.replace("{" + blank.name + "}", str(max(low, min(high, n))))
    return told
