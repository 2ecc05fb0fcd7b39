"""A game of Imperial Trader played by direct calls."""

from tests.engines.game import DirectGame
from traders.engines.imperial_trader import ENGINE


class Game(DirectGame):
    """Two seats unless they are named."""

    engine = ENGINE
    SEATS = ("red", "blue")
