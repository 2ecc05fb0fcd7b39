"""Names as they stand in what players read."""

from __future__ import annotations


def shown(good: str) -> str:
    """A good's or a face's name as a word of its own: `Robots`."""
    return good.capitalize()
