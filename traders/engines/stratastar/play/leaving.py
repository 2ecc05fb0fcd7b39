"""Dropping out: the seat's chits are removed and its hand discarded, as of one who is eliminated
(SS-TTD-02).
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Told, put
from traders.engines.kernel.steps.ended import ended
from traders.engines.kernel.words import named
from traders.engines.stratastar.empire import victory
from traders.engines.stratastar.empire.phase_action_record import note_departure
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.play.step_handlers import PROCEDURES
from traders.engines.stratastar.position.agenda_steps import (
    ChooseAbility,
    DealHands,
    EndTurn,
    Placing,
    RollAbility,
)
from traders.engines.stratastar.position.state import Position


def leave(state: Position, seat: Seat) -> list[Event]:
    """Its turn passes on; the last one left wins by default."""
    told: Told = []
    if state.empires[seat].out:
        raise Refusal(f"{named(seat)} has dropped out already.", "SS-TTD-02")
    setting_up = any(isinstance(step, (Placing, DealHands)) for step in state.agenda)
    victory.remove(state, seat)
    note_departure(state, seat)
    told.append(tell("drops-out", "SS-TTD-02", seat=seat))
    left = state.playing
    if len(left) <= 1 or setting_up:
        event = (
            tell("last-left", "SS-TTD-01", seat=left[0])
            if len(left) == 1
            else tell("no-beginning", "SS-TTD-01")
        )
        put(state, ended(state, left, event, "default", told))
    elif state.turn.seat == seat:
        state.agenda = [EndTurn()]
    else:
        state.agenda = [step for step in state.agenda if not _concerns(step, seat)]
    PROCEDURES.run(state, told)
    return told


def _concerns(step: Step, seat: Seat) -> bool:
    return isinstance(step, (ChooseAbility, RollAbility)) and step.seat == seat
