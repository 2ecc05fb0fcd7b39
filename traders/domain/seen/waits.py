"""What play waits for, in words."""

from __future__ import annotations

from traders.engines.kernel.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.kernel.retelling import stage_in_words, tells_silence, under_way
from traders.engines.kernel.words import seats_listed
from traders.engines.registry import ENGINES


def waits_in_words(pending: Pending | None, seat: str | None, system: str) -> str:
    """What play waits for in a game of that system, said to one seat (None: the gallery)."""
    match pending:
        case Turn(seats=seats, stage=stage):
            others = f"{seats_listed(seats, 'Nobody')} to play"
            now = stage_in_words(ENGINES[system], stage) if system in ENGINES else stage
            return f"{'It is your turn' if seat in seats else others}: {now}."
        case Interval(name=name, cause=cause, question=True):
            if seat not in pending.seats:
                is_ = "is" if len(pending.seats) == 1 else "are"
                return f"{seats_listed(pending.seats, 'Nobody')} {is_} to answer. {cause}"
            told = under_way(ENGINES[system], cause, seat) if system in ENGINES else cause
            return told if told != cause else f"You are asked: {name}. {cause}"
        case Interval(name=name, cause=cause):
            told = under_way(ENGINES[system], cause, seat or "") if system in ENGINES else cause
            return f"The {name} window is open. {told}"
        case Choice(seat=asked_seat, question=question):
            return (
                f"You are asked to choose: {question}"
                if asked_seat == seat
                else f"{asked_seat.capitalize()} has a choice to make."
            )
        case Over(text=text):
            return text
    return "The game has not begun."


def silence_in_words(pending: Pending | None, waits: str) -> str:
    """The order that stands for the reader who does nothing, unless `waits` tells what becomes."""
    silence = getattr(pending, "silence", "")
    return "" if tells_silence(waits) else str(silence)
