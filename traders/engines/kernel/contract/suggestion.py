"""What a player is advised to order next: the lines as they would be typed, and odds in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

import msgspec

from traders.engines.kernel.contract.contract import View

SEED = 1
"""The bot's seed where it advises: letter and page give the same advice."""
KEEPS = "I would keep what you hold for later."
"""Why a reaction is not advised."""

WINS = ": you win."
"""What a sentence ends with that tells of a victory."""


class Suggestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """Orders, one a line in the order in which they are sent, and what they are for: odds, price,
    what is left.
    """

    orders: tuple[str, ...]
    words: str = ""


def reason(*sentences: str) -> str:
    """What a suggestion is for, in sentences: that by which the game is won first."""
    return " ".join(sorted(filter(None, sentences), key=lambda one: WINS not in one))


def with_own(view: View, **changed: object) -> View:
    """What would be seen with this changed of the own seat."""
    mine = view["seat"]
    seats = [{**one, **changed} if one["seat"] == mine else one for one in view["seats"]]
    return {**view, "seats": seats}


def percent(odds: Fraction | float) -> str:
    """Odds as they are told: `83 %`. What can happen has never 0 %, what can fail never 100 %."""
    told = round(100 * odds)
    if odds > 0 and not told:
        return "under 1 %"
    return "over 99 %" if odds < 1 and told == 100 else f"{told} %"


def all_of(odds: Sequence[Fraction]) -> str:
    """The odds of several rolls, and of all together: `83 %, 67 %; both 56 %`; what is the same
    for each is said once: `67 % each; all three 30 %`.
    """
    if len(odds) < 2:
        return ", ".join(map(percent, odds))
    alike = len(set(odds)) == 1
    each = f"{percent(odds[0])} each" if alike else ", ".join(map(percent, odds))
    return f"{each}; {together(odds)}"


def together(odds: Sequence[Fraction]) -> str:
    """The odds that several rolls all succeed: `both 56 %`."""
    count = {2: "both", 3: "all three", 4: "all four"}.get(len(odds), f"all {len(odds)}")
    return f"{count} {percent(prod(odds))}"


def at_least(least: int, sides: int) -> Fraction:
    """The chance that a die shows so much or more."""
    return Fraction(max(0, min(sides, sides + 1 - least)), sides)
