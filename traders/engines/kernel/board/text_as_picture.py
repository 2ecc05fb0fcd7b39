"""The board of a game that draws none: its text as a picture. Names no game."""

from __future__ import annotations

import re

from traders.engines.kernel.board.board_drawing import PAPER, by_night, letters

LINE, LETTER, LEFT, STEP = 26, 18, 20, 10
"""Height of a line, size and left edge of letters, and width of one, in the picture's units."""
_COLUMN = re.compile(r"\S+(?: \S+)*")
"""What stands together in a row of a table."""


def picture(title: str, text: str) -> str:
    """The board's text as a picture, line by line; `title`: the game's."""
    lines = text.splitlines()
    body = "".join(
        letters(LEFT + STEP * part.start(), LINE * place, part[0], LETTER, fill=PAPER)
        for place, line in enumerate(lines, 1)
        for part in _COLUMN.finditer(line)
    )
    wide = 2 * LEFT + max(map(len, lines), default=1) * STEP
    return by_night(body, title, "The board", wide, LINE * (len(lines) + 1))
