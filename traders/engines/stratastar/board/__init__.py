"""The board of Stratastar, from a view: in text for letters, and as a picture."""

from traders.engines.stratastar.board.board_coordinates import places
from traders.engines.stratastar.board.brief_board_text import brief
from traders.engines.stratastar.board.distance_in_words import way
from traders.engines.stratastar.board.nearest_to_winning import nearest
from traders.engines.stratastar.board.seat_statistics import TELLING, figures
from traders.engines.stratastar.board.svg import board_svg
from traders.engines.stratastar.board.text import board_text, goal

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
