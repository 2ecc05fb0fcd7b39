"""Names as they stand in what players read."""

from __future__ import annotations

from functools import lru_cache

from traders.engines.star_traders.edition import edition
from traders.engines.star_traders.position.state import Position


def world_name(state: Position, world: int) -> str:
    return state.book.worlds[world].name


def place(state: Position, world: int) -> str:
    """A world by name and number: `Mink (14)`."""
    return _place(state.edition, world)


@lru_cache(maxsize=1_024)
def _place(digest: str, world: int) -> str:
    return f"{edition(digest).worlds[world].name} ({world})"


def a_jump(kind: str) -> str:
    """A kind of jump with its article: `a station jump`, `a Superjump`."""
    words = f"{kind} jump" if kind != "superjump" else "Superjump"
    return f"{'an' if kind[0] in 'ae' else 'a'} {words}"
