"""What a seat may know, as JSON, built by adding: its own hand, the sizes of others', those that
its spies have seen (SS-SPY-01), the board, the discards. The deck's and the pile's order, and what
is sealed, are nobody's.
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Over, Pending, View
from traders.engines.kernel.seats import Seat
from traders.engines.stratastar.empire import cards_and_payment
from traders.engines.stratastar.empire.abilities_in_play import in_play
from traders.engines.stratastar.phases import turn_and_phases
from traders.engines.stratastar.position import galaxy, turn_stages
from traders.engines.stratastar.position.state import Empire, Position
from traders.engines.stratastar.position.view_types import EmpireSeen
from traders.engines.stratastar.tables import tables


def view(state: Position, seat: Seat | None, pending: Pending) -> View:
    """What `seat` knows (None: the gallery) of a position that waits as `pending` says: its own
    hand, the sizes of others', the discards in their order (SS-DEC-03).
    """
    over = isinstance(pending, Over)
    seen: View = {
        "turn": "" if over else state.turn.seat,
        "stage": turn_stages.stage(state),
        "round": state.turn.round,
        "rounds": state.options.round_cap,
        "worlds_to_win": 0 if state.options.to_the_death else state.options.worlds,
        "free_moves": state.turn.free_moves,
        "retools_left": tables().turn["retool_max"] - state.turn.retooled,
        "in_play": list(in_play(state.options)),
        "bargained": state.turn.bargained,
        "contact": [
            other.seat for other in state.others(seat) if galaxy.in_contact(state, seat, other.seat)
        ]
        if seat
        else [],
        "map": galaxy.chits(state),
        "deck": len(state.deck),
        "discard": list(state.discard),
        "pile": {kind: state.pile.count(kind) for kind in sorted(set(state.pile))},
        "seats": [_empire(state, state.empires[one]) for one in state.seats],
        "hand": cards_and_payment.held(state, seat) if seat in state.empires else {},
        "spied": {
            other.seat: cards_and_payment.held(state, other.seat)
            for other in (state.others(seat) if seat else ())
            if other.seat in state.empires[seat].spied
        }
        if seat in state.empires
        else {},
    }
    return seen


def _empire(state: Position, empire: Empire) -> EmpireSeen:
    """What lies open of an empire."""
    return {
        "seat": empire.seat,
        "out": empire.out,
        "homeworld": empire.homeworld,
        "fleets": galaxy.stacks(empire, war=False),
        "warfleets": galaxy.stacks(empire, war=True),
        "colonies": dict(empire.colonies),
        "stargates": list(empire.stargates),
        "worlds": galaxy.worlds(empire),
        "abilities": list(empire.abilities),
        "cards": cards_and_payment.size(state, empire.seat),
        "hand_limit": turn_and_phases.hand_limit(state, empire.seat),
        "support": turn_and_phases.supported(state, empire.seat),
        "treaties": galaxy.allies(state, empire.seat),
    }
