"""The part of a large board that a letter shows: what moved, where its reader stands, and where the
suggested orders lead. A small board is shown whole. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from traders.domain.letters.svg_decomposition import Box, view_box
from traders.engines.kernel.contract.board_coordinates import BoardPlace

LARGE = 30_000
"""Characters of a drawing from which on its picture would be too heavy whole."""
AROUND = 0.1
"""The room around what is shown, beside the board's width."""
LEAST_WIDE, LEAST_HIGH = 0.5, 0.35
"""How much of the board a part shows at least, in its width and height."""
WHOLE = 0.8
"""A part as large as that is the board."""
WIDEST = 596
"""Pixels of the widest picture in a letter."""
DENSE = 0.756
"""Pixels of a unit of the drawing, in a part of it."""
_SIGNS = re.compile(r"[^\w' ]+")


def part_of(svg: str, places: Iterable[BoardPlace], said: Iterable[str]) -> Box | None:
    """The part of the drawing with the places that are named in what is said; None for all of it,
    where it is small, nothing is named, or much of it.
    """
    if len(svg) <= LARGE:
        return None
    words = _SIGNS.sub(" ", " ".join(said))
    named = [place for place in places if place.is_in(words)]
    if not named:
        return None
    board = view_box(svg)
    wide, high = board.right - board.left, board.bottom - board.top
    room = AROUND * wide
    across = _span(
        min(place.x - place.wide / 2 for place in named) - room,
        max(place.x + place.wide / 2 for place in named) + room,
        LEAST_WIDE * wide,
        (board.left, board.right),
    )
    down = _span(
        min(place.y - place.high / 2 for place in named) - room,
        max(place.y + place.high / 2 for place in named) + room,
        LEAST_HIGH * high,
        (board.top, board.bottom),
    )
    if (across[1] - across[0]) * (down[1] - down[0]) >= WHOLE * wide * high:
        return None
    return Box(across[0], down[0], across[1], down[1])


def _span(
    begin: float, end: float, least: float, board: tuple[float, float]
) -> tuple[float, float]:
    """A stretch within the board, widened to the least from its middle, in whole units."""
    short = max(0.0, least - (end - begin)) / 2
    begin, end = begin - short, end + short
    begin, end = begin + max(0.0, board[0] - begin), end + max(0.0, board[0] - begin)
    begin, end = begin - max(0.0, end - board[1]), min(end, board[1])
    return float(round(max(board[0], begin))), float(round(end))


def shown_width(svg: str, part: Box | None) -> int:
    """How many pixels wide a letter shows it."""
    if part is None:
        return WIDEST
    return min(WIDEST, round((part.right - part.left) * DENSE))
