"""The board of a game that draws none: its text as a picture. Names no game."""

from __future__ import annotations

from collections.abc import Callable

from traders.engines.kernel.board_drawing import PAPER, by_night, letters
from traders.engines.kernel.contract import View


class TextPicture:
    """The board's text as a picture, line by line."""

    LINE, LETTER, LEFT = 26, 18, 20
    """Height of a line, size and left edge of letters, in the picture's units."""

    def __init__(self, title: str, board_text: Callable[[View], str]) -> None:
        self._title, self._text = title, board_text

    def board_svg(self, view: View) -> str:
        lines = self._text(view).splitlines()
        body = "".join(
            letters(self.LEFT, self.LINE * place, line, self.LETTER, fill=PAPER)
            for place, line in enumerate(lines, 1)
        )
        wide = 2 * self.LEFT + max(map(len, lines), default=1) * self.LETTER * 3 // 5
        return by_night(body, self._title, "The board", wide, self.LINE * (len(lines) + 1))
