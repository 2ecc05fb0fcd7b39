"""A bot in the combat phase, and what it arms itself for."""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.traders_luck.situation import Mind
from traders.engines.kernel.contract.contract import Interval, Offer

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


def answer(mind: Mind, interval: Interval, offers: Sequence[Offer]) -> str:
    """Intercept where something is to be had, commit with a reserve, take what is worth more than
    the own cargo.
    """
    orders = {offer.order.split()[0]: offer for offer in offers}
    if "commit" in orders:
        return commit(mind, orders["commit"], attacking=mind.view["turn"] != mind.view["seat"])
    if "take" in orders:
        loser = mind.trader(other(mind))
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


def other(mind: Mind) -> str:
    """The other side of the combat."""
    sides = (mind.view["bounty_hunters"]["attacker"], mind.view["turn"])
    return str(next(seat for seat in sides if seat != mind.view["seat"]))


def commit(mind: Mind, offer: Offer, *, attacking: bool) -> str:
    """An attacker mostly missiles, a defender mostly shields, by the seed more or less; never more
    than is of use against what the other side is seen to hold (BH-CMB-03, BH-CMB-11).
    """
    told, theirs = offer.order, mind.trader(other(mind))
    useful = {"missiles": theirs["shields"] + 1, "shields": theirs["missiles"]}
    for blank in offer.blanks:
        low = blank.low or 0
        high = max(low, min(blank.high or 0, useful[blank.name]))
        eager = (blank.name == "missiles") == attacking
        n = (
            high
            if eager and mind.lot("all") < 0.7
            else low + int(mind.lot(blank.name) * (high - low + 1))
        )
        told = told.replace("{" + blank.name + "}", str(max(low, min(high, n))))
    return told
