"""The board of a game that draws none: its text as a picture. Names no game."""

from __future__ import annotations

from traders.engines.kernel.board.board_drawing import PAPER, by_night, letters

LINE, LETTER, LEFT = 26, 18, 20
"""Height of a line, size and left edge of letters, in the picture's units."""


def picture(title: str, text: str) -> str:
    """The board's text as a picture, line by line; `title`: the game's."""
    lines = text.splitlines()
    body = "".join(
        letters(LEFT, LINE * place, line, LETTER, fill=PAPER) for place, line in enumerate(lines, 1)
    )
    wide = 2 * LEFT + max(map(len, lines), default=1) * LETTER * 3 // 5
    return by_night(body, title, "The board", wide, LINE * (len(lines) + 1))
