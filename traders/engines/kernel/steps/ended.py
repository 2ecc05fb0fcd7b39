"""The end of a game: nothing is done after it. Who wins, and by which rule, each game says for
itself. Names no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from traders.engines.kernel.contract.contract import Event, Over
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Bearer, Step, StepHandler, Told


class Ended(Step, tag=True):
    """The game is over."""

    stage = "over"

    winners: list[Seat]
    text: str
    rule: str
    ending: str


def ended(
    state: Bearer, winners: Sequence[Seat], event: Event, ending: str, told: Told
) -> list[Step]:
    """The game ends at once by what happened: all that was to come is off."""
    state.agenda.clear()
    told.append(event)
    return [Ended(list(winners), event.text, event.rule, ending)]


def is_over(state: Bearer, step: Ended) -> Over:
    """What play waits for then."""
    return Over(tuple(step.winners), step.text, step.rule, step.ending)


OVER: StepHandler[Any] = StepHandler(Ended, waits=is_over)
