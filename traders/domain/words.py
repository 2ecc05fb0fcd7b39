"""The table of words: what a line may begin with beyond moves and wishes. Layers above enter theirs at start.

A word is a function of the desk (the game's row locked, the course loaded), the seat, the folded rest of the line and the line as typed.
It answers a `Line`, or raises `Refusal`; it is never stale (DESIGN §3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from traders.domain.passage import Line
from traders.engines.contract import Seat

if TYPE_CHECKING:
    from traders.domain.desk import Desk

Word = Callable[["Desk", Seat, str, str], "Line | None"]

_WORDS: dict[str, Word] = {}


def enter(word: str, function: Word) -> None:
    """Enter a word (its first letters, as `claim` or `to `): the longest that fits a line is asked; one that answers None passes it on."""
    _WORDS[word] = function


def spoken(desk: Desk, seat: Seat) -> Callable[[str, str], Line | None]:
    """The table for one seat at one desk, as a speech asks it."""
    longest_first = sorted(_WORDS, key=len, reverse=True)

    def ask(folded: str, raw: str) -> Line | None:
        for word in longest_first:
            if folded == word.strip() or folded.startswith(word if word[-1] in " :" else f"{word} "):
                return _WORDS[word](desk, seat, folded.removeprefix(word.strip()).lstrip(": "), raw)
        return None

    return ask
