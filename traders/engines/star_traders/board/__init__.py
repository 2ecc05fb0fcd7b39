"""The board of Star Traders, from a view: in text for letters, and as a picture."""

from traders.engines.star_traders.board.board_coordinates import places
from traders.engines.star_traders.board.brief import brief
from traders.engines.star_traders.board.figures import TELLING, figures
from traders.engines.star_traders.board.nearest import nearest
from traders.engines.star_traders.board.svg import board_svg
from traders.engines.star_traders.board.text import board_text, goal
from traders.engines.star_traders.board.way import way

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
