"""Dropping out: the source knows only being finished, so who leaves is finished and cannot win
(TL-ORD-06, TL-END-03).
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Told, put
from traders.engines.kernel.steps.ended import ended
from traders.engines.kernel.words import named
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.bounty_hunters.agenda_steps import Commitment, Spoils, Strike
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.play.step_handlers import PROCEDURES
from traders.engines.traders_luck.position.agenda_steps import EndTurn
from traders.engines.traders_luck.position.state import Position


def leave(state: Position, seat: Seat) -> list[Event]:
    """The seat is skipped from now on (TL-ORD-06); what it was about is off; of several players the
    last one left wins by default.
    """
    told: Told = []
    trader = state.traders[seat]
    if trader.out:
        raise Refusal(f"{named(seat)} has dropped out already.", "TL-ORD-06")
    trader.out, trader.declared = True, True
    trader.cargo, trader.credits = [], 0
    for one in expansions_in_play.in_play(state.options):
        one.leave(state, seat)
    told.append(tell("drops-out", "TL-ORD-06", seat=seat))
    left = [other for other in state.seats if not state.traders[other].out]
    if len(left) <= 1:
        event = (
            tell("last-left", "TL-END-01", seat=left[0])
            if left
            else tell("nobody-left", "TL-END-01")
        )
        put(state, ended(state, left, event, "default", told))
    elif state.turn.seat == seat:
        state.turn.planet = None
        state.agenda = [EndTurn(), *(step for step in state.agenda if isinstance(step, Spoils))]
    else:
        state.agenda = [step for step in state.agenda if not _concerns(step, seat)]
    PROCEDURES.run(state, told)
    return told


def _concerns(step: Step, seat: Seat) -> bool:
    """A combat of the seat's is off. What follows on a defeat is not: nothing is left to take, or
    nobody to take it.
    """
    match step:
        case Commitment(attacker=one, defender=other) | Strike(by=one, on=other):
            return seat in (one, other)
    return False
