"""The board of Imperial Trader, from a view: in text for letters, and as a picture."""

from traders.engines.imperial_trader.board.board_coordinates import places
from traders.engines.imperial_trader.board.brief_board_text import brief
from traders.engines.imperial_trader.board.distance_in_words import way
from traders.engines.imperial_trader.board.nearest_to_winning import nearest
from traders.engines.imperial_trader.board.seat_statistics import TELLING, figures
from traders.engines.imperial_trader.board.svg import board_svg
from traders.engines.imperial_trader.board.text import board_text, goal

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
