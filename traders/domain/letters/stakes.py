"""Who could win by what a window is about, in a few words. Pure."""

from __future__ import annotations

import re

from traders.domain.letters.facts import AwaitedAnswer
from traders.domain.letters.reader import Reader
from traders.engines.kernel.words import named

_WINS = re.compile(r"(?<!delivering it )\bwins the game")


def can_win(asked: AwaitedAnswer | None, reader: Reader) -> str:
    """`Yellow can win now`, where what is under way would win the game at once; "" else."""
    if asked is None or asked.about is None or not _WINS.search(asked.stakes):
        return ""
    seat = str(asked.about.data.get("seat", ""))
    if not seat:
        return ""
    return f"{'You' if seat == reader.seat else named(seat)} can win now"
