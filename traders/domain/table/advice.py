"""What a seat is advised to order: its engine's suggestion, from the seat's own view and menu."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from traders.engines.kernel.contract import Choice, Engine, Interval, Offer, Pending, Turn, View
from traders.engines.kernel.suggestion import Suggestion

log = logging.getLogger(__name__)


def suggested(
    engine: Engine[Any, Any], view: View, pending: Pending | None, offers: Sequence[Offer]
) -> Suggestion | None:
    """The suggestion for a turn, a choice or a question that waits for the view's seat; None in a
    reaction window, where passing is usual. A fault in it costs the advice, never the letter or
    page that would have shown it.
    """
    match pending:
        case Turn(seats=seats) | Interval(seats=seats, question=True) if view["seat"] in seats:
            pass
        case Choice(seat=seat) if view["seat"] == seat:
            pass
        case _:
            return None
    try:
        return engine.suggestion(view, pending, offers)
    except Exception:
        log.exception("no suggestion for %s in %s", view["seat"], engine.name)
        return None
