"""What comes first: a turn's steps have their order, and an order out of its place is refused by
the rule of what play stands at.
"""

from __future__ import annotations

from traders.engines.kernel.agenda import Step
from traders.engines.kernel.ended import Ended
from traders.engines.kernel.refusal import Refusal
from traders.engines.traders_luck import steps
from traders.engines.traders_luck.bounty_hunters.turn_sequence import FIRST as HUNTERS_FIRST
from traders.engines.traders_luck.bounty_hunters.turn_sequence import STAGES as HUNTERS_STAGES
from traders.engines.traders_luck.state import Position

FIRST: dict[type[Step], tuple[str, tuple[str, ...]]] = {
    steps.Travelling: ("First comes the trip: travel or follow.", ("TL-TRV-02", "TL-ORD-08")),
    steps.Rolling: ("First come the dice: keep some or settle.", ("TL-ORD-08", "TL-ROL-04")),
    steps.Trading: (
        "The trip is made and the dice lie as they are: what remains is trade.",
        ("TL-ORD-08",),
    ),
    **HUNTERS_FIRST,
}
"""A turn is a trip, the goods, trade, in this order (TL-ORD-08)."""

STAGES: dict[type[Step], str] = {
    steps.PickFirst: "setup",
    steps.Travelling: "travel",
    steps.ThrowDie: "roll",
    steps.Rolling: "roll",
    steps.Trading: "trade",
    steps.PoliceRoll: "trade",
    Ended: "over",
    **HUNTERS_STAGES,
}


def stage(state: Position) -> str:
    """The stage of the turn at which play stands."""
    return STAGES[type(state.agenda[-1])]


def must_be_at(state: Position, kind: type[Step], *rules: str) -> None:
    """Refuse an order that does not fit the step at which play stands (TL-ORD-08)."""
    step = state.agenda[-1]
    if isinstance(step, kind):
        return
    words, own = FIRST.get(type(step), ("Not now.", ("TL-ORD-08",)))
    raise Refusal(words, *rules, *own)
