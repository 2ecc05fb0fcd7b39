"""Stratastar, with its optional rules and abilities: the engine, whose seats may deal."""

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.engine.engine_from_modules import System
from traders.engines.kernel.words import named
from traders.engines.stratastar import deals, positions_in_scenarios
from traders.engines.stratastar.orders.standing_order_conditions import CONDITIONS
from traders.engines.stratastar.play import leaving, view
from traders.engines.stratastar.play.order_play import PLAY
from traders.engines.stratastar.position.state import Position
from traders.engines.stratastar.setup import setup


class Stratastar(System[Position]):
    """The game and its options; cards are traded freely (SS-PBM-06), battles of a phase committed
    together (SS-PBM-05), and phases pass by themselves (SS-PBM-08).
    """

    answered = staticmethod(PLAY.answered)
    offers_beside = staticmethod(PLAY.offers_beside)
    passing = staticmethod(PLAY.passing)

    things = staticmethod(deals.things)
    may_offer = staticmethod(deals.may_offer)
    may_accept = staticmethod(deals.may_accept)
    exchange = staticmethod(deals.exchange)
    session = staticmethod(deals.session)
    haggle = staticmethod(deals.haggle)

    def set_up_order(self, view: View) -> str:
        """Homeworlds are placed in the order of turns, reversed (SS-SET-03)."""
        if view["stage"] != "placing":
            return ""
        placing = [named(one["seat"]) for one in reversed(view["seats"])]
        return f"Homeworlds are placed in the opposite order: {', then '.join(placing)}."


ENGINE = Stratastar(
    name="stratastar",
    title="Stratastar",
    package=__name__,
    type_=Position,
    in_order=Position.from_active,
    options=setup.OPTIONS,
    option_rule="SS-OPT-02",
    intervals=("retreat", "pursuit", "block", "defend", "commit", "sabotage", "deal"),
    position=positions_in_scenarios,
    play=PLAY,
    leaving=leaving,
    conditions=CONDITIONS,
    view=view,
    revision=2,
)
