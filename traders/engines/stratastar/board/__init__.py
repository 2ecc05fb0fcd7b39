"""The board of Stratastar, from a view: in text for letters, and as a picture."""

from traders.engines.stratastar.board.board_coordinates import places
from traders.engines.stratastar.board.brief import brief
from traders.engines.stratastar.board.figures import TELLING, figures
from traders.engines.stratastar.board.nearest import nearest
from traders.engines.stratastar.board.svg import board_svg
from traders.engines.stratastar.board.text import board_text, goal
from traders.engines.stratastar.board.way import way

__all__ = [
    "TELLING",
    "board_svg",
    "board_text",
    "brief",
    "figures",
    "goal",
    "nearest",
    "places",
    "way",
]
