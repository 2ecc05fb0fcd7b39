"""Imperial Trader, with Shifting Imperium as an option: the engine."""

from traders.engines.imperial_trader import board_svg, board_text, bot, conditions, leaving, orders, play, position, setup, sound, view
from traders.engines.imperial_trader.procedures import PROCEDURES
from traders.engines.imperial_trader.state import Position
from traders.engines.system import System

ENGINE = System(
    name="imperial-trader",
    title="Imperial Trader",
    package=__name__,
    type_=Position,
    in_order=Position.in_order,
    options=setup.OPTIONS,
    intervals=("place",),
    position=position,
    procedures=PROCEDURES,
    play=play,
    leaving=leaving,
    orders=orders,
    conditions=conditions,
    view=view,
    board_text=board_text,
    board_svg=board_svg,
    bot=bot,
    sound=sound,
)
