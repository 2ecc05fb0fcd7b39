"""What the bots of a game need not say for themselves: who has none takes the first offer, a
learner stumbles, and the first of a bot's lines is what it advises.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Blank, Offer, Pending, View
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.kernel.words import capital, sentence

STUMBLES = 1 / 2
"""How often a learner gives whatever order comes to its mind."""


class FirstOffer:
    """A bot that gives the first order that it is offered without a blank, else the silent one, at
    every level.
    """

    def bot(
        self, view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level
    ) -> str:
        plain = [offer.order for offer in offers if not offer.blanks]
        return plain[0] if plain else str(getattr(pending, "silence", "pass"))


def stumble(
    offers: Sequence[Offer], seed: int, unwise: Sequence[str] = (), often: float = STUMBLES
) -> str:
    """The order that a bot gives without thinking: one of those offered without a blank, drawn by
    the seed, but none of the `unwise` ones; "" where it thinks. `often`: how often it does not.
    """
    plain = [offer.order for offer in offers if not offer.blanks and offer.order not in unwise]
    if not plain or lot(seed, "stumble") >= often:
        return ""
    return min(plain, key=lambda order: lot(seed, order))


def lot(seed: int, what: str) -> float:
    """A number from 0 to 1 that follows from the seed and the thing alone."""
    return int.from_bytes(blake2b(f"{seed}:{what}".encode(), digest_size=8).digest(), "big") / 2**64


def first_offered(lines: str, offers: Sequence[Offer]) -> Suggestion | None:
    """The first of a bot's lines that is offered, as a suggestion without words."""
    found = (line for line in lines.split("\n") if any(holds(offer, line) for offer in offers))
    return next((Suggestion((line,)) for line in found), None)


def in_words(order: str, offers: Sequence[Offer]) -> str:
    """What an offered order does, as a sentence; "" where it is not offered."""
    found = next((offer.words for offer in offers if holds(offer, order)), "")
    return sentence(capital(found)) if found else ""


def holds(offer: Offer, line: str) -> bool:
    """Whether a line is the offer with its blanks filled, each within its bounds."""
    parts = re.split(r"\{([^{}]*)\}", offer.order)
    filled = re.fullmatch("(.+?)".join(map(re.escape, parts[::2])), line)
    blanks = {blank.name: blank for blank in offer.blanks}
    return filled is not None and all(
        name in blanks and _takes(blanks[name], value)
        for name, value in zip(parts[1::2], filled.groups(), strict=True)
    )


def _takes(blank: Blank, value: str) -> bool:
    if blank.things:
        return value in blank.things
    high = blank.high
    return value.isdecimal() and (blank.low or 0) <= int(value) <= (high or int(value))
