"""What play waits for, in words."""

from __future__ import annotations

from traders.engines.kernel.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.kernel.words import seats_listed


def waits_in_words(pending: Pending | None, seat: str | None) -> str:
    """What play waits for, said to one seat (None: the gallery)."""
    match pending:
        case Turn(seats=seats, stage=stage):
            others = f"{seats_listed(seats, 'Nobody')} to play"
            return f"{'It is your turn' if seat in seats else others}: {stage}."
        case Interval(name=name, cause=cause, question=question):
            asked = (
                "You are asked"
                if seat in pending.seats
                else f"{seats_listed(pending.seats, 'Nobody')} "
                f"{'is' if len(pending.seats) == 1 else 'are'} asked"
            )
            return (
                f"{asked}: {name}. {cause}" if question else f"The {name} window is open. {cause}"
            )
        case Choice(seat=asked_seat, question=question):
            return (
                f"You are asked to choose: {question}"
                if asked_seat == seat
                else f"{asked_seat.capitalize()} has a choice to make."
            )
        case Over(text=text):
            return text
    return "The game has not begun."
