"""A petition in words to who is advised to make it: its odds, what it costs, and what is lost where
it fails.
"""

from __future__ import annotations

from typing import NamedTuple

from traders.bots.star_traders.plan_and_valuations import Mind
from traders.engines.kernel.contract.suggestion import percent
from traders.engines.kernel.words import count
from traders.engines.star_traders.edition import PetitionRow
from traders.engines.star_traders.edition.die_faces import FACES


class Amounts(NamedTuple):
    """Stellors and Prestige."""

    stellors: int = 0
    prestige: int = 0

    def __str__(self) -> str:
        parts = (
            self.stellors and count(self.stellors, "Stellor"),
            self.prestige and f"{self.prestige} Prestige",
        )
        return " and ".join(part for part in parts if part) or "nothing"


def petition_words(mind: Mind) -> str:
    """`The petition is granted with 50 %, for up to 40 Stellors`, each die with the bonus that is
    best for it; what cannot be paid is not granted.
    """
    grants, losses, row_of = list[Amounts](), list[Amounts](), mind.book.petition_row
    for die in FACES:
        found = [row_of(die + bonus, mind.advanced) for bonus in range(mind.me["bonus"] + 1)]
        prices = [_price(mind, row) for row in found if _is_granted(mind, row)]
        if prices:
            grants.append(min(prices))
        else:
            losses.append(min(_loss(mind, row) for row in found))
    words = f"The petition is granted with {percent(mind.odds())}, for {_range(grants)}."
    if mind.completes(mind.here):
        words = f"If it is granted, the chain is complete and wins the game. {words}"
    if losses:
        words += f" If not, you lose {_range(losses)}."
    raised = mind.odds(zap=mind.zap)
    if raised > mind.odds():
        words += f" With a Zap of yours it is {percent(raised)}."
    return words


def is_settled(mind: Mind) -> bool:
    """Whether the die decides the petition alone: no bonus is asked for, and each price can be paid
    at once (ST-PETITION-22).
    """
    rows = [mind.book.petition_row(die, mind.advanced) for die in FACES]
    return (
        not mind.advanced
        and not mind.me["bonus"]
        and all(row.outcome == "denied" or _is_granted(mind, row) for row in rows)
    )


def _range(amounts: list[Amounts]) -> str:
    """At most so much of each."""
    most = Amounts(*map(max, zip(*amounts, strict=True)))
    return f"{'' if min(amounts) == most else 'up to '}{most}"


def _price(mind: Mind, row: PetitionRow) -> Amounts:
    """What a row's grant costs; of a station Prestige too (ST-IMPERIAL-04)."""
    spent = row.prestige_spent(mind.prestige) if mind.advanced else 0
    return Amounts(row.price_stellors, spent)


def _is_granted(mind: Mind, row: PetitionRow) -> bool:
    price = _price(mind, row)
    there = price.stellors <= mind.stellors and price.prestige <= mind.prestige
    return row.outcome != "denied" and there


def _loss(mind: Mind, row: PetitionRow) -> Amounts:
    return Amounts(min(row.fail_stellors, mind.stellors), min(row.fail_prestige, mind.prestige))
