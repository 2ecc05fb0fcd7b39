"""Star Trader's Luck, with the expansion Bounty Hunters & Pirates as an option: the engine."""

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.engine.engine_from_modules import System
from traders.engines.traders_luck import positions_in_scenarios, setup
from traders.engines.traders_luck.play import dice_keeping_policies, leaving, view
from traders.engines.traders_luck.play.order_play import PLAY
from traders.engines.traders_luck.play.standing_order_conditions import CONDITIONS
from traders.engines.traders_luck.position.state import Position


class TradersLuck(System[Position]):
    """The game, whose dice may be kept by policies (TL-PBM-02)."""

    policy = staticmethod(dice_keeping_policies.policy)
    followed = staticmethod(dice_keeping_policies.followed)
    wishes = staticmethod(dice_keeping_policies.wishes)

    def has_windows(self, view: View) -> bool:
        return "bounty_hunters" in view["options"]


ENGINE = TradersLuck(
    name="traders-luck",
    title="Star Trader's Luck",
    package=__name__,
    type_=Position,
    options=setup.OPTIONS,
    option_rule="TL-SET-08",
    revision=2,
    intervals=("intercept", "commit", "spoils"),
    position=positions_in_scenarios,
    play=PLAY,
    leaving=leaving,
    conditions=CONDITIONS,
    view=view,
)
