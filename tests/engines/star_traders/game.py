"""A game of Star Traders played by direct calls."""

from tests.engines.game import DirectGame
from traders.engines.star_traders import ENGINE


class Game(DirectGame):
    """Three seats unless they are named."""

    engine = ENGINE
