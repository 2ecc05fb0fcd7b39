"""The dice: each outcome follows from the game's secret seed and its own count of rolls
(PR-CHANCE-01, PR-CHANCE-02), and from what the players mix in where the table chose so
(PR-CHANCE-03).

The scheme `hmac-sha256/1`: the n-th roll of a game takes as many 64-bit numbers as it needs from
HMAC-SHA256(seed, "n:k:purpose") with k = 0, 1, 2 …, four numbers a digest, first byte first. A
number of s sides is the first of them below the greatest multiple of s, modulo s, plus 1. A shuffle
of s things draws, for i from s down to 2, such a number j of i sides and swaps the things at places
i and j. The scheme `hmac-sha256-mixed/1` is the same over "n:k:purpose:mixture", with the mixture
(`player_dice_mixture.py`) as it stands when the roll falls. Anybody with the seed can repeat this;
`traders/web` offers a page of Python that does.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from traders.engines.kernel.contract.contract import Chance, Outcome

SCHEME = "hmac-sha256/1"
MIXED = "hmac-sha256-mixed/1"
SEEDED = (SCHEME, MIXED)
"""The schemes whose outcomes follow from a seed."""
SCRIPTED = "told"
"""The scheme of a scenario: outcomes are written in it, in order."""


class Dice(Protocol):
    """A source of outcomes that counts its rolls."""

    throws: int

    def throw(self, chance: Chance) -> Outcome: ...


class SeededDice:
    """The dice of one game, after `throws` rolls. `mixture`: what the players have mixed in."""

    def __init__(self, seed: bytes, throws: int = 0) -> None:
        self._seed = seed
        self.throws = throws
        self.mixture = ""

    def throw(self, chance: Chance) -> Outcome:
        """The next outcome."""
        self.throws += 1
        return outcome(
            self._seed, self.throws, chance.kind, chance.sides, chance.purpose, self.mixture
        )


def outcome(
    seed: bytes, count: int, kind: str, sides: int, purpose: str, mixture: str = ""
) -> Outcome:
    """The outcome of the `count`-th roll: it follows from the seed and that count alone
    (PR-CHANCE-01), and from the mixture where players mix the dice (PR-CHANCE-03).
    """
    numbers = _numbers(seed, count, f"{purpose}:{mixture}" if mixture else purpose)
    if kind != "shuffle":
        return _below(numbers, sides)
    places = list(range(1, sides + 1))
    for i in range(sides, 1, -1):
        j = _below(numbers, i)
        places[i - 1], places[j - 1] = places[j - 1], places[i - 1]
    return places


def _numbers(seed: bytes, count: int, purpose: str) -> Iterator[int]:
    """The roll's 64-bit numbers, without end."""
    k = 0
    while True:
        block = hmac.digest(seed, f"{count}:{k}:{purpose}".encode(), "sha256")
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        k += 1


def _below(numbers: Iterator[int], sides: int) -> int:
    """A number from 1 to `sides`, each equally likely."""
    fair = 2**64 - 2**64 % sides
    for number in numbers:
        if number < fair:
            return number % sides + 1
    raise AssertionError("the numbers have no end")


class ChanceRanOut(Exception):
    """A scenario needs an outcome that was not written in it."""


class ScriptedDice:
    """Outcomes written in a scenario. `shuffles`: what each shuffle in turn makes of its pile, as
    places in the pile before; without any a shuffle keeps the order, or turns the pile round.
    """

    def __init__(
        self,
        outcomes: list[Any],
        *,
        turns_round: bool = False,
        shuffles: Sequence[Sequence[int]] = (),
    ) -> None:
        self.outcomes = outcomes
        self.throws = 0
        self._turns_round = turns_round
        self._shuffles = list(shuffles) if shuffles else None

    @property
    def left(self) -> int:
        """How many written outcomes were not used."""
        return len(self.outcomes) + len(self._shuffles or ())

    def throw(self, chance: Chance) -> Outcome:
        """The next written outcome; raises `ChanceRanOut` if there is none."""
        self.throws += 1
        if chance.kind == "shuffle":
            return self._shuffled(chance)
        if not self.outcomes:
            raise ChanceRanOut(f"{chance.purpose}: more chance is needed than was told")
        written = self.outcomes.pop(0)
        if isinstance(written, str):
            return _side(chance, written)
        outcome: Outcome = written
        return outcome

    def _shuffled(self, chance: Chance) -> Outcome:
        places = list(range(1, chance.sides + 1))
        if self._shuffles is None:
            return places[::-1] if self._turns_round else places
        order = list(self._shuffles.pop(0)) if self._shuffles else []
        if sorted(order) != places:
            raise ChanceRanOut(f"{chance.purpose}: no shuffle of {chance.sides} was told")
        return order


def _side(chance: Chance, face: str) -> int:
    """The first side on which a face is printed."""
    if face not in chance.faces:
        raise ChanceRanOut(
            f"{chance.purpose}: {face} is none of its faces "
            f"({', '.join(dict.fromkeys(chance.faces)) or 'numbers'})"
        )
    return chance.faces.index(face) + 1


_scripted: ContextVar[ScriptedDice | None] = ContextVar("told", default=None)


@contextmanager
def scripted(dice: ScriptedDice) -> Iterator[ScriptedDice]:
    """Within it, every game of the scheme `SCRIPTED` takes its outcomes from `dice`."""
    token = _scripted.set(dice)
    try:
        yield dice
    finally:
        _scripted.reset(token)


def scripted_dice() -> ScriptedDice:
    """The dice of the running scenario."""
    dice = _scripted.get()
    if dice is None:
        raise ChanceRanOut("no outcomes were told")
    return dice
