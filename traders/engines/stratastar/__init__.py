"""Stratastar, with its optional rules and abilities: the engine, whose seats may deal."""

from traders.engines.kernel.dealing import DealingSystem
from traders.engines.stratastar import (
    conditions,
    deals,
    leaving,
    legality,
    orders,
    play,
    position,
    setup,
    view,
)
from traders.engines.stratastar.order_types import Order
from traders.engines.stratastar.procedures import PROCEDURES
from traders.engines.stratastar.state import Position


class Stratastar(DealingSystem[Position, Order]):
    """The game and its options; cards are traded freely (SS-PBM-06), battles of a phase committed
    together (SS-PBM-05), and phases pass by themselves (SS-PBM-08).
    """

    answered = staticmethod(play.answered)
    offers_beside = staticmethod(play.offers_beside)
    passing = staticmethod(legality.passing)

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
    position=position,
    procedures=PROCEDURES,
    play=play,
    leaving=leaving,
    orders=orders,
    conditions=conditions,
    view=view,
)
