"""Why something is advised where ships are met (BH): robbed, fought, turned away, traded with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from traders.bots.traders_luck import combat_phase
from traders.bots.traders_luck.planet_dice_odds import count as dice_of
from traders.bots.traders_luck.planet_dice_odds import one, shows
from traders.bots.traders_luck.position_worth import bought
from traders.bots.traders_luck.situation import Mind, holding, lying
from traders.engines.kernel.contract.suggestion import percent
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import count, named
from traders.engines.traders_luck.bounty_hunters.tables import tables
from traders.engines.traders_luck.position.display_names import name_of, units

Why = Callable[[Mind, Sequence[str]], str]


def again(dice: int) -> str:
    """So many dice fall once more: `1 die is rolled again`."""
    return f"{count(dice, 'die', 'dice')} {_is(dice)} rolled again"


def _is(n: int) -> str:
    return "is" if n == 1 else "are"


def of_others(dice: int) -> str:
    """The same of ship dice and the police die."""
    return f"{count(dice, 'other die', 'other dice')} {_is(dice)} rolled again"


def on_one(good: str, dice: int) -> str:
    """The odds of a good on so many dice: `robots on at least one, 42 %`."""
    return f"{good} on {'it' if dice == 1 else 'at least one'}, {percent(shows(good, dice))}"


def price(ware: str) -> int:
    """What a missile or a shield costs (BH-EQP-04)."""
    return tables().sold(ware).price


# --- in one's turn --------------------------------------------------------------------------------


def trader_takes(mind: Mind, words: Sequence[str]) -> str:
    """What falls again, and what stays for who is asked (BH-TRD-01)."""
    throw, taken = lying(mind), words[-1]
    dice = dice_of(throw, taken)
    left = throw - dice * one(taken)
    if not left:
        return f"{again(dice)}: no other good lies here."
    if mind.kinds:
        shown = [own for own in mind.kinds if dice_of(left, own)]
        if shown:
            return f"{again(dice)}; the {shown[0]} that you carry stay shown."
        return f"{again(dice)}: {on_one(mind.kinds[0], dice)}."
    _, n, good = bought(holding(mind), left, mind.me["bay"])
    if n:
        return f"{again(dice)}; {units(n, good)} at {mind.market[good]['price']} stay for you."
    return f"{again(dice)}; nothing else that lies here is worth its day."


def shield(mind: Mind, words: Sequence[str]) -> str:
    """What the cargo cost, and a shield (BH-PIR-04, BH-PIR-05)."""
    return f"Your cargo cost {_credits(mind.cost)}, a shield costs {price('shields')}."


def attack(mind: Mind, words: Sequence[str]) -> str:
    """What a missile brings: a bounty (BH-ATK-02), or goods (BH-ATK-04)."""
    if words[1] == "pirate":
        amounts = tables().amounts
        paid = amounts.pirate + amounts.for_each_bounty * mind.me["bounty"]
        return f"It pays {_credits(paid)}, and a missile costs {price('missiles')}."
    row = mind.market[words[-1]]
    n = min(row["shown"], mind.me["bay"] - mind.me["aboard"])
    return (
        f"You get {units(n, row['good'])}, at {row['price']} each here, for a missile "
        "and a Piracy point."
    )


def stay_quiet(mind: Mind, words: Sequence[str]) -> str:
    """Why no trader is robbed (BH-ATK-05, BH-ATK-08)."""
    if mind.kinds and not any(mind.market[own]["shown"] for own in mind.kinds):
        return "No die shows what you carry, so the trader has nothing that you may take."
    if mind.kinds:
        return "With an empty hold a missile brings more: then you may take any good."
    return "No good that lies here is worth a missile and a Piracy point."


def arms(mind: Mind, words: Sequence[str]) -> str:
    """What missiles or shields, bought alone, are for."""
    ware = name_of(words[2])
    each = f"You pay {price(ware)} each"
    if ware == "shields":
        return f"{each}: each keeps your cargo, which cost {mind.cost}, from one pirate."
    pays = f"{_credits(tables().amounts.pirate)} or more"
    return f"{each}: each destroys a pirate for {pays}, or takes the goods of a trader."


# --- where players meet ---------------------------------------------------------------------------


def intercept(mind: Mind, words: Sequence[str]) -> str:
    """What is to be had of who has landed, and what keeps it (BH-CMB-03)."""
    seat: Seat = mind.view["turn"]
    prey = mind.trader(seat)
    paid = sum(lot["n"] * lot["paid"] for lot in prey["cargo"])
    cargo = (
        f"{named(seat)}'s cargo cost {_credits(paid)}" if paid else f"{named(seat)} has no cargo"
    )
    kept = count(prey["shields"], "shield")
    return f"{cargo}; you have {count(mind.me['missiles'], 'missile')} against {kept}."


def commit(mind: Mind, words: Sequence[str]) -> str:
    """What the other side can set against it (BH-CMB-03, BH-CMB-11)."""
    seat = combat_phase.other(mind)
    theirs = mind.trader(seat)
    if mind.view["turn"] != mind.view["seat"]:
        owns = f"{named(seat)} owns {count(theirs['shields'], 'shield')}"
        return f"{owns}: your strike succeeds with more missiles than it commits."
    owns = f"{named(seat)} owns {count(theirs['missiles'], 'missile')}"
    return f"{owns}: you are safe with as many shields as it commits."


def spoils(mind: Mind, words: Sequence[str]) -> str:
    """What the loser's cargo cost, and one's own (BH-CMB-05, BH-CMB-10)."""
    seat = combat_phase.other(mind)
    theirs = sum(lot["n"] * lot["paid"] for lot in mind.trader(seat)["cargo"])
    return f"{named(seat)}'s cargo cost {_credits(theirs)}, yours {mind.cost}."


def _credits(n: int) -> str:
    return count(n, "credit")


IN_TURN: Mapping[str, Why] = {
    "trader": trader_takes,
    "shield": shield,
    "no": shield,
    "attack": attack,
    "pass": stay_quiet,
}
"""By the first word of an order in the own turn."""
ASKED: Mapping[str, Why] = {
    "intercept": intercept,
    "pass": intercept,
    "commit": commit,
    "take": spoils,
    "leave": spoils,
    "pirate": spoils,
}
"""By the first word of an answer in another's."""
