"""The board of Imperial Trader, from a view: in text for letters, and as a picture."""

from traders.engines.imperial_trader.board.board_coordinates import places
from traders.engines.imperial_trader.board.brief import brief
from traders.engines.imperial_trader.board.figures import TELLING, figures
from traders.engines.imperial_trader.board.nearest import nearest
from traders.engines.imperial_trader.board.svg import board_svg
from traders.engines.imperial_trader.board.text import board_text, goal
from traders.engines.imperial_trader.board.way import way

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
