"""Awesome Andi: three dice, and a choice among the worlds that they name. How it is chosen stands
in `personality_jumps.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step
from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.personalities.personality_rules import Way
from traders.engines.star_traders.position.agenda_steps import ReadDigit, Throw, ZapInterval
from traders.engines.star_traders.position.personality_steps import TakePair
from traders.engines.star_traders.position.state import Position, Trader

DICE = 3


def _barred(state: Position, trader: Trader) -> str:
    """Once in each turn (ST-NEWPERSON-02)."""
    return "You have made this turn's Awesome Jump." if "awesome" in state.turn.ways else ""


def _roll(seat: Seat) -> list[Step]:
    """One die after another, each with its interval (ST-NEWPERSON-03, ST-TIMING-36)."""
    dice: list[Step] = []
    for _ in range(DICE):
        dice += [Throw("world", seat), ZapInterval(), ReadDigit()]
    return [*dice, TakePair(seat)]


AWESOME = Way(
    "awesome",
    "an Awesome Jump: three dice, of which two in a row name the world; Movement goes on",
    "Only Awesome Andi makes Awesome Jumps.",
    "ST-NEWPERSON-02",
    _barred,
    _roll,
    "ST-NEWPERSON-05",
)


@rules.ways.of("Awesome Andi")
def _ways(plain: Sequence[Way], state: Position, trader: Trader) -> Sequence[Way]:
    """An attempt that does not end Movement and whose dice stay as they fell (ST-NEWPERSON-02,
    ST-NEWPERSON-04, ST-NEWPERSON-05).
    """
    return (*plain, AWESOME)
