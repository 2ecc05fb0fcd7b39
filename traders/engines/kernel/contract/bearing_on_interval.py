"""How much of what a seat holds bears on the open interval (PR-INTERVAL-10): who holds nothing that
does is not asked.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol, TypeVar, runtime_checkable

from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.seats import Seat

P_contra = TypeVar("P_contra", contravariant=True)


class Bearing(IntEnum):
    """The most that a seat could do about what an interval is about."""

    NOTHING = 0
    TOUCHES = 1
    """Something has its effect there, and by itself comes to nothing, or only to the seat's own
    harm.
    """
    DECIDES = 2
    """Something would make it come out otherwise."""


@runtime_checkable
class Weighing(Protocol[P_contra]):
    """What an engine adds in whose intervals also such may be played as has nothing to do with
    them: elsewhere each reaction that is offered decides.
    """

    def bearing(self, state: P_contra, seat: Seat) -> Bearing:
        """Of all that the seat may do in the open interval the most, by what it can see itself. Who
        must be asked whatever it holds, such as the victim of a deed, has what decides.
        """
        ...


def bearing_of(engine: Engine[object, object], state: object, seat: Seat) -> Bearing:
    """What the seat holds for the open interval."""
    if isinstance(engine, Weighing):
        return engine.bearing(state, seat)
    reacts = any(offer.reaction for offer in engine.offers(state, seat))
    return Bearing.DECIDES if reacts else Bearing.NOTHING
