"""Days: spent one deed at a time, never beyond what was agreed."""

from __future__ import annotations

from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import count
from traders.engines.traders_luck.position.state import Position


def left(state: Position, seat: Seat) -> int:
    """Days that a seat may still spend."""
    return state.options.days - state.traders[seat].days


def must_fit(state: Position, seat: Seat, days: int, what: str, *rules: str) -> None:
    """Refuse what would take a seat beyond the agreed limit (TL-END-02)."""
    if days > left(state, seat):
        text = (
            f"{what} takes {count(days, 'day')}, and you have {count(left(state, seat), 'day')} "
            f"left of {state.options.days}."
        )
        raise Refusal(text, *rules, "TL-END-02")


def spend(state: Position, seat: Seat, days: int) -> None:
    """Added to the total at once (TL-REC-02)."""
    state.traders[seat].days += days
