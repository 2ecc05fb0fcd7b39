"""What a game tells to a reader later, by its package's name; "" where none is known. A game
without rows is told by the patterns of `retelling`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from traders.engines.kernel import retelling
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.telling import retold as by_rows
from traders.engines.kernel.telling.retold import Happened
from traders.engines.kernel.telling.rows import book_of, tells_by_rows


def retold(
    package: str, happened: Iterable[Happened], reader: Seat = "", left_out: Collection[int] = ()
) -> list[str]:
    """What happened, in order, as it is told to the reader later, a paragraph each; not what is at
    the places `left_out`.
    """
    if tells_by_rows(package):
        return by_rows.retold(book_of(package), happened, reader, left_out)
    return retelling.retold(package, [one.text for one in happened], reader, left_out)


def retold_in_parts(
    package: str, parts: Iterable[Iterable[Happened]], reader: Seat = ""
) -> list[list[str]]:
    """The same of several parts, each told by itself."""
    if tells_by_rows(package):
        return [by_rows.retold(book_of(package), part, reader) for part in parts]
    told = [[one.text for one in part] for part in parts]
    return retelling.retold_in_parts(package, told, reader)


def headline(package: str, one: Happened, reader: Seat = "") -> str:
    """What happened in a few words, to that reader; "" where the game has none for it."""
    return by_rows.headline(book_of(package), one, reader) if tells_by_rows(package) else ""


def under_way(package: str, one: Happened, reader: Seat = "") -> str:
    """What is under way, as its reader is asked about it."""
    if tells_by_rows(package):
        return by_rows.under_way(book_of(package), one, reader)
    return retelling.under_way(package, one.text, reader) if package else one.text


def tells_silence(package: str, one: Happened, reader: Seat = "") -> bool:
    """Whether what is under way says what comes of a reader who does nothing."""
    if tells_by_rows(package):
        return by_rows.tells_silence(book_of(package), one.kind)
    return retelling.tells_silence(under_way(package, one, reader))


def concerns(package: str, one: Happened, seat: Seat) -> bool | None:
    """Whether that seat is among those of whom it tells; None where only its words could say so."""
    if tells_by_rows(package) and one.kind:
        return by_rows.concerns(book_of(package), one, seat)
    return None


def stage_in_words(package: str, stage: str) -> str:
    """A turn's stage as its readers know it."""
    if tells_by_rows(package):
        return book_of(package).stages.get(stage, stage)
    return retelling.stage_in_words(package, stage)


def goes_without_saying(package: str, stage: str) -> bool:
    """Whether a turn begins with that stage, or stages of this game are not named."""
    if not tells_by_rows(package):
        return retelling.goes_without_saying(package, stage)
    stages = book_of(package).stages
    return stage not in stages or stage == next(iter(stages))
