"""Stratastar, with its optional rules and abilities: the engine, whose seats may deal."""

from traders.engines.kernel.dealing_system import DealingSystem
from traders.engines.kernel.order_handler import Order
from traders.engines.stratastar import (
    deals,
    leaving,
    scenario_position,
    setup,
    standing_order_conditions,
    view,
)
from traders.engines.stratastar.play import ORDERS, PLAY
from traders.engines.stratastar.procedures import PROCEDURES
from traders.engines.stratastar.state import Position


class Stratastar(DealingSystem[Position, Order]):
    """The game and its options; cards are traded freely (SS-PBM-06), battles of a phase committed
    together (SS-PBM-05), and phases pass by themselves (SS-PBM-08).
    """

    answered = staticmethod(PLAY.answered)
    offers_beside = staticmethod(PLAY.offers_beside)
    passing = staticmethod(PLAY.passing)

    dealing = deals


ENGINE = Stratastar(
    name="stratastar",
    title="Stratastar",
    package=__name__,
    type_=Position,
    in_order=Position.from_active,
    options=setup.OPTIONS,
    option_rule="SS-OPT-02",
    intervals=("retreat", "pursuit", "block", "defend", "commit", "sabotage", "deal"),
    position=scenario_position,
    procedures=PROCEDURES,
    play=PLAY,
    leaving=leaving,
    orders=ORDERS,
    conditions=standing_order_conditions,
    view=view,
    revision=2,
)
