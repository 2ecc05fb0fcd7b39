"""The end of a jump, whatever way it ended: aborted, failed, declined or made."""

from __future__ import annotations

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told, strike
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.position.agenda_steps import LeaveHyperspace
from traders.engines.star_traders.position.delivery_and_petition_steps import Deliveries
from traders.engines.star_traders.position.state import Position


def stays(state: Position, told: Told) -> Steps:
    """The jump is over before step 5, the ship where it was (ST-TIMING-10, ST-JUMP-14,
    ST-NEWPERSON-08).
    """
    jump = state.jump
    assert jump is not None
    strike(state, LeaveHyperspace)
    if state.options.revision > 1:
        return over(state, told)
    state.jump = state.die = None
    if jump.kind != "psychic":
        _envoy_arrives(state, jump.seat, told)
    return []


def over(state: Position, told: Told) -> Steps:
    """Where any jump ends: the ship is out of hyperspace. An Envoy for the world where it is
    leaves, also one given in step 4 for the world that the ship never left (ST-CARD-05,
    ST-CARD-13); then what is wanted there is delivered (ST-TIMING-34, ST-CARD-08, ST-DELIVER-03).
    """
    assert state.jump is not None
    seat = state.jump.seat
    state.jump = state.die = None
    _envoy_arrives(state, seat, told)
    return [Deliveries(seat)]


def _envoy_arrives(state: Position, seat: Seat, told: Told) -> None:
    """An Envoy that has reached its destination is discarded; the note prevails over the misprint
    (ST-CARD-03, ST-CARD-05, ST-CARD-11).
    """
    trader = state.traders[seat]
    if trader.envoy and state.book.cards[trader.envoy].destination == trader.at:
        state.luck_discard.append(trader.envoy)
        told.append(tell("envoy-leaves", "ST-CARD-05", seat=seat, card=trader.envoy))
        trader.envoy = ""
