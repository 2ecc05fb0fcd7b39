"""What play waits for, in words: for letters, pages and lists, for who asks by letter, and for the
court.
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Chance, Choice, Interval, Over, Pending, Turn
from traders.engines.kernel.contract.waits import awaited
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.telling.past_tense_telling import Happened, without_numbers
from traders.engines.kernel.telling.telling_by_game import stage_in_words, tells_silence, under_way
from traders.engines.kernel.words import named, seats_listed, window
from traders.engines.registry import ENGINES


def waits_in_words(
    pending: Pending | None, seat: Seat | None = None, system: str = "", *, brief: bool = False
) -> str:
    """What play waits for in a game of that system, said to one seat, or to all (None), from whom a
    choice's question is kept; "" before the game begins. `brief`: without what has led to it.
    """
    mine = seat in awaited(pending)
    match pending:
        case Turn(seats=seats, stage=stage):
            others = "the turn of " + seats_listed(seats)
            others = f"{named(seats[0])}'s turn" if len(seats) == 1 else others
            told = f"It is {'your turn' if mine else others}"
            stage = stage_in_words(ENGINES.get(system, ""), stage)
            return f"{told}." if brief else f"{told}: {stage}."
        case Interval(cause=cause, seats=seats, question=True):
            are = "is" if len(seats) == 1 else "are"
            who = "You are" if mine else f"{seats_listed(seats)} {are}"
            now = _under_way(pending, seat, system) if mine else cause
            if brief:
                return f"{who} asked to answer."
            return now if now != without_numbers(cause) else f"{who} asked to answer. {cause}"
        case Interval(name=name, seats=seats):
            told = f"{'You' if mine else seats_listed(seats)} may react in the {window(name)}."
            return told if brief else f"{told} {_under_way(pending, seat, system)}"
        case Choice(seat=asked, question=question):
            told = f"{'You have' if mine else f'{named(asked)} has'} a choice to make"
            return f"{told}: {question}" if mine and not brief else f"{told}."
        case Chance(purpose=purpose):
            return f"Chance falls: {purpose}."
        case Over(text=text):
            return text
    return ""


def _under_way(interval: Interval, seat: Seat | None, system: str) -> str:
    return under_way(ENGINES.get(system, ""), _about(interval), seat or "")


def _about(interval: Interval) -> Happened:
    about = interval.about
    return Happened(interval.cause, about.kind, about.data) if about else Happened(interval.cause)


def silence_in_words(pending: Pending | None, system: str) -> str:
    """The order that stands for the reader who does nothing, unless what is under way tells what
    becomes.
    """
    package = ENGINES.get(system, "")
    if isinstance(pending, Interval) and tells_silence(package, _about(pending)):
        return ""
    return str(getattr(pending, "silence", ""))
