"""The Seer: the roll first, then the line. How it is chosen stands in `personality_jumps.py`."""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step
from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.personalities.personality_rules import Way
from traders.engines.star_traders.position.agenda_steps import Throw, ZapInterval
from traders.engines.star_traders.position.personality_steps import TakeLine
from traders.engines.star_traders.position.state import Position, Trader


def _barred(state: Position, trader: Trader) -> str:
    """The first attempt of a turn alone (ST-NEWPERSON-06)."""
    return (
        "Only the first attempt of your turn may be a Psychic Jump." if state.turn.attempts else ""
    )


def _roll(seat: Seat) -> list[Step]:
    """(ST-NEWPERSON-07)"""
    return [Throw("jump", seat), ZapInterval(), TakeLine(seat)]


PSYCHIC = Way(
    "psychic",
    "a Psychic Jump: roll first, then choose a line on which the roll is enough, or stay",
    "Only the Seer makes Psychic Jumps.",
    "ST-NEWPERSON-06",
    _barred,
    _roll,
)


@rules.ways.of("The Seer")
def _ways(plain: Sequence[Way], state: Position, trader: Trader) -> Sequence[Way]:
    """(ST-NEWPERSON-06)"""
    return (*plain, PSYCHIC)
