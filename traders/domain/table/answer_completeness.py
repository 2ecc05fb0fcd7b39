"""What is gathered of a seat in an open question, and what it may answer beside. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.kernel.contract.contract import Engine, Interval, Offer
from traders.engines.kernel.engine.optional_contract import AskingSeveral
from traders.engines.kernel.seats import Seat


def is_answered(
    engine: Engine[object, object], state: object, seat: Seat, texts: Sequence[str]
) -> bool:
    """Whether what is gathered of a seat answers the open question: one answer, or all of several
    that its engine asks for.
    """
    pending = engine.pending(state)
    if (
        not texts
        or not isinstance(pending, Interval)
        or not pending.several
        or not isinstance(engine, AskingSeveral)
    ):
        return bool(texts)
    return engine.answered(state, seat, [engine.read(state, seat, text) for text in texts])


def offers_beside(
    engine: Engine[object, object], state: object, seat: Seat, texts: Iterable[str]
) -> tuple[Offer, ...]:
    """What a seat may do now, beside what is gathered of it in the open question: told to that seat
    alone (PR-SEALED-01).
    """
    pending = engine.pending(state)
    if isinstance(pending, Interval) and pending.several and isinstance(engine, AskingSeveral):
        return engine.offers_beside(state, seat, [engine.read(state, seat, text) for text in texts])
    return engine.offers(state, seat)
