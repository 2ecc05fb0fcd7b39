"""Which names players may have: what an order could mean otherwise is not given out (ORDERS.md, "Names")."""

from __future__ import annotations

import re
from functools import cache

from traders.engines.registry import ENGINES, engine

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black")
WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        pass hold agree undo end when always forget stop plan if claim answer withdraw appeal offer accept decline say to away
        back propose vote resend resign status history rules orders help test jump take halt load deliver abandon assign build
        engine petition add pay refuse play avoid reroll raid repair draw discard keep permit forbid bid choose stay nothing
        nobody gallery referee box
        """,
    )
)
"""First words of orders, and words that letters use for somebody."""
_ALLOWED = re.compile(r"[^\W_](?:[\w .'’-]*[^\W_])?")


def problem(name: str) -> str:
    """Why a name is not given out, in a sentence; empty if it is."""
    if not 2 <= len(name) <= 40:
        return "A name has from 2 to 40 characters."
    if not _ALLOWED.fullmatch(name):
        return "A name is made of letters, digits, blanks and . ' -, and begins and ends with a letter or digit."
    if name.casefold() in WORDS or name.casefold() in COLOURS:
        return f"“{name}” is a word of the order language; take another name."
    if name.casefold() in _things():
        return f"“{name}” is the name of a thing in one of the games; take another name."
    return ""


@cache
def _things() -> frozenset[str]:
    """Worlds, cards and goods of every system."""
    return frozenset(name.casefold() for system in ENGINES for name in engine(system).thing_names())
