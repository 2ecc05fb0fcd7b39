"""The board of Star Trader's Luck, from a view: in text for letters, and as a picture."""

from traders.engines.traders_luck.board.board_coordinates import places
from traders.engines.traders_luck.board.brief_board_text import brief
from traders.engines.traders_luck.board.nearest_to_winning import nearest
from traders.engines.traders_luck.board.seat_statistics import TELLING, figures
from traders.engines.traders_luck.board.svg import board_svg
from traders.engines.traders_luck.board.text import board_text, goal, way

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
