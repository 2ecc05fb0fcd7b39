"""Which of some words look like one that was written, for near misses. Names no game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

ALIKE = 60
"""Of 100, from which on a word looks like another."""
SHORT = 5
"""Letters of a word in which two slips make another."""
CLEARLY = 20
"""By how much less a word is no guess beside the nearest."""


def nearest(text: str, words: Sequence[str], most: int) -> list[str]:
    """The words that look like the text, nearest first; none that is far behind the first."""
    found = _library().process.extract(
        text, words, scorer=_library().fuzz.ratio, limit=most, score_cutoff=ALIKE
    )
    return [word for word, likeness, _ in found if likeness >= found[0][1] - CLEARLY]


def mistyped(text: str, words: Sequence[str], most: int) -> list[str]:
    """The words of which the text may be a slip of the fingers, nearest first: one letter wrong,
    missing, too many or two changed about; of more letters than `SHORT` two such.
    """
    slips = 2 if len(text) > SHORT else 1
    distance = import_module("rapidfuzz.distance").OSA.distance
    found = _library().process.extract(text, words, scorer=distance, limit=most, score_cutoff=slips)
    return [word for word, far, _ in found if far == found[0][1]]


def of_two(one: str, other: str) -> float:
    """How like two words are, of 100."""
    found: float = _library().fuzz.ratio(one, other)
    return found


@cache
def _library() -> Any:
    """Loaded at the first near miss: a process that only plays does without."""
    return import_module("rapidfuzz")
