"""The stage at which play stands: the phase of the turn, or placing."""

from __future__ import annotations

from typing import TypeVar

from traders.engines.kernel.steps.agenda import Step
from traders.engines.kernel.steps.ended import Ended
from traders.engines.stratastar.position.agenda_steps import (
    DefendInterval,
    Phase,
    PhaseOver,
    Placing,
    SabotageInterval,
)
from traders.engines.stratastar.position.state import Position

PHASES = ("draw", "trade", "support", "build", "movement", "battle")
"""The phases of a turn (SS-SEQ-01)."""


K = TypeVar("K", bound=Step)


def standing_at(state: Position, kind: type[K]) -> K:
    """The step at which play stands, which is of this kind."""
    step = state.agenda[-1]
    assert isinstance(step, kind)
    return step


def stage(state: Position) -> str:
    """The nearest step that names it."""
    for step in reversed(state.agenda):
        match step:
            case Ended():
                return "over"
            case Phase(name=name) | PhaseOver(name=name) | SabotageInterval(phase=name):
                return name
            case DefendInterval(at=""):
                return "movement"
            case Placing():
                return "placing"
    return "placing"
