"""The stage at which play stands: the phase of the turn, or placing."""

from __future__ import annotations

from traders.engines.kernel.ended import Ended
from traders.engines.stratastar.state import Position
from traders.engines.stratastar.steps import (
    DefendInterval,
    Phase,
    PhaseOver,
    Placing,
    SabotageInterval,
)


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
