"""The board of Star Traders, from a view: in text for letters, and as a picture."""

from traders.engines.star_traders.board.board_coordinates import places
from traders.engines.star_traders.board.brief_board_text import brief
from traders.engines.star_traders.board.distance_in_words import way
from traders.engines.star_traders.board.nearest_to_winning import nearest
from traders.engines.star_traders.board.seat_statistics import TELLING, figures
from traders.engines.star_traders.board.svg import board_svg
from traders.engines.star_traders.board.text import board_text, goal

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
