"""The die: how many sides it has (ST-JUMP-06), and what that makes of a roll."""

from __future__ import annotations

from fractions import Fraction

from traders.engines.kernel.contract.suggestion import at_least

SIDES = 6
FACES = range(1, SIDES + 1)


def succeeds(needs: int) -> Fraction:
    """The chance of a roll of at least `needs` (ST-JUMP-06)."""
    return at_least(needs, SIDES)


def attempts(needs: int) -> float:
    """Attempts to expect where a roll of at least `needs` succeeds (ST-JUMP-06); 1 where none is
    needed.
    """
    return SIDES / (SIDES + 1 - max(1, min(needs, SIDES)))
