"""Memory of texts that were read: names of things, and lines of orders."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from traders.engines.kernel.refusal import Refusal

LONGEST_KEPT = 120
"""The characters of a text that is remembered."""


def remembered(read: Callable[[str], Any], most: int) -> Callable[[str], Any]:
    """What `read` makes of a text, remembered of so many: things, which nobody can change, and
    refusals, each raised as a copy. A long text is read each time.
    """

    @lru_cache(maxsize=most)
    def found_or_refusal(text: str) -> Any:
        try:
            return read(text)
        except Refusal as refusal:
            return refusal.again()

    def reading(text: str) -> Any:
        if len(text) > LONGEST_KEPT:
            return read(text)
        found = found_or_refusal(text)
        if isinstance(found, Refusal):
            raise found.again()
        return found

    return reading
