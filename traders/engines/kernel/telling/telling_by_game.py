"""What a game tells to a reader later, by its package's name; "" where none is known."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.telling import past_tense_telling as by_rows
from traders.engines.kernel.telling.past_tense_telling import Happened
from traders.engines.kernel.telling.rows import book_of


def retold(
    package: str, happened: Iterable[Happened], reader: Seat = "", left_out: Collection[int] = ()
) -> list[str]:
    """What happened, in order, as it is told to the reader later, a paragraph each; not what is at
    the places `left_out`.
    """
    return by_rows.retold(book_of(package), happened, reader, left_out)


def headline(package: str, one: Happened, reader: Seat = "") -> str:
    """What happened in a few words, to that reader; "" where the game has none for it."""
    return by_rows.headline(book_of(package), one, reader)


def under_way(package: str, one: Happened, reader: Seat = "") -> str:
    """What is under way, as its reader is asked about it."""
    return by_rows.under_way(book_of(package), one, reader)


def tells_silence(package: str, one: Happened) -> bool:
    """Whether what is under way says what comes of a reader who does nothing."""
    return by_rows.tells_silence(book_of(package), one.kind)


def concerns(package: str, one: Happened, seat: Seat) -> bool | None:
    """Whether that seat is among those of whom it tells; None where only its words could say so."""
    told = book_of(package)
    return by_rows.concerns(told, one, seat) if one.kind in told.rows else None


def stage_in_words(package: str, stage: str) -> str:
    """A turn's stage as its readers know it."""
    return book_of(package).stages.get(stage, stage)


def goes_without_saying(package: str, stage: str) -> bool:
    """Whether a turn begins with that stage, or stages of this game are not named."""
    stages = book_of(package).stages
    return stage not in stages or stage == next(iter(stages))
