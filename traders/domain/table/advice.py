"""What a seat is advised to order, and the odds of what it would: its engine's, from the seat's own
view and menu.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from traders.bots.registry import bots, suggestion
from traders.engines.kernel.contract.contract import (
    Choice,
    Engine,
    Interval,
    Offer,
    Pending,
    Turn,
    View,
)
from traders.engines.kernel.contract.suggestion import KEEPS, Suggestion
from traders.engines.kernel.engine.optional_contract import WithPolicies
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames
from traders.engines.kernel.words import capital, fold, sentence

log = logging.getLogger(__name__)
PASS = "pass"


def suggested(
    engine: Engine[object, object], view: View, pending: Pending | None, offers: Sequence[Offer]
) -> Suggestion | None:
    """What is advised to the view's seat where play waits for it: in a reaction window a pass where
    nothing is, None where nothing can be played there. A fault in it costs the advice, never the
    letter or page that would have shown it.
    """
    match pending:
        case Interval(seats=seats, question=False) if view["seat"] in seats and offers:
            return _found(engine, view, pending, offers)
        case Turn(seats=seats) | Interval(seats=seats, question=True) if view["seat"] in seats:
            return _found(engine, view, pending, offers)
        case Choice(seat=seat) if view["seat"] == seat:
            return _found(engine, view, pending, offers)
    return None


def _found(
    engine: Engine[object, object], view: View, pending: Pending, offers: Sequence[Offer]
) -> Suggestion | None:
    try:
        found = _beside_offers(engine, view, pending, offers)
    except Exception:
        log.exception("no suggestion for %s in %s", view["seat"], engine.name)
        return None
    window = isinstance(pending, Interval) and not pending.question
    if found is None:
        return Suggestion((PASS,), KEEPS) if window else None
    asks = isinstance(pending, Interval | Choice)
    return _with_words(found.orders, offers) if asks and not found.words else found


def _beside_offers(
    engine: Engine[object, object], view: View, pending: Pending, offers: Sequence[Offer]
) -> Suggestion | None:
    """What the game advises: below an offer that is to be declined, what else is to be done, since
    an answer to an offer takes no turn's place (PR-RECORD-03). What follows one that is to
    be accepted the game says itself: that changes what the seat holds.
    """
    found = suggestion(engine.name)(view, pending, offers)
    deals = list(view.get("deals", ()))
    made = {f"decline {deal['number']}": deal for deal in deals if not deal["mine"]}
    deal = made.get(found.orders[0]) if found else None
    if found is None or deal is None:
        return found
    n, left = deal["number"], [one for one in deals if one is not deal]
    others = [offer for offer in offers if offer.order not in (f"accept {n}", f"decline {n}")]
    rest = _beside_offers(engine, {**view, "deals": left}, pending, others)
    if rest is None:
        return found
    why = f"Offer {n} gives you less than it takes."
    return Suggestion((found.orders[0], *rest.orders), f"{why} {rest.words}".rstrip())


def _with_words(lines: tuple[str, ...], offers: Sequence[Offer]) -> Suggestion:
    """An answer as a suggestion, with what its first line does."""
    does = next((offer.words for offer in offers if offer.order == lines[0]), "")
    return Suggestion(lines, sentence(capital(does)) if does else "")


def odds(
    engine: Engine[object, object],
    state: object,
    seat: Seat,
    lines: Sequence[str],
    names: SeatNames = NO_NAMES,
) -> str:
    """The odds of lines as their seat can see them; "" where the game tells none, or one of them
    is at fault: they are told beside an answer, never in its place.
    """
    read: list[str] = []
    for raw in lines:
        folded = fold(raw)
        try:
            policy = engine.policy(state, seat, folded) if isinstance(engine, WithPolicies) else ""
            read.append(policy or engine.write(engine.read(state, seat, folded, names)))
        except Refusal:
            continue
    try:
        return bots(engine.name).odds(engine.view(state, seat), read) if read else ""
    except Exception:
        log.exception("no odds for %s in %s", seat, engine.name)
        return ""
