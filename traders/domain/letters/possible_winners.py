"""Who could win: by what a window is about, and who is nearest, in a few words. Pure."""

from __future__ import annotations

from traders.domain.letters.letter_facts import AwaitedAnswer, Facts
from traders.domain.letters.letter_recipient import Reader
from traders.domain.table.asked_seats import CAN_WIN
from traders.engines.kernel.words import named
from traders.engines.registry import ENGINES, engine


def can_win(asked: AwaitedAnswer | None, reader: Reader) -> str:
    """`Yellow can win now`, where what is under way would win the game at once; "" else."""
    if asked is None or not asked.wins:
        return ""
    return f"{'You' if asked.wins == reader.seat else named(asked.wins)}{CAN_WIN}"


def nearest(facts: Facts, reader: Reader) -> str:
    """Who is nearest to winning, what they need and what would stop it, in one line; "" where
    nobody is ahead.
    """
    system = str(facts.view.get("system", ""))
    found = engine(system).nearest(facts.view) if system in ENGINES else None
    return found.told(reader.seat) if found is not None else ""
