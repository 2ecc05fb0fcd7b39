"""Imperial Trader, with Shifting Imperium as an option: the engine."""

from traders.engines.imperial_trader import positions_in_scenarios, setup
from traders.engines.imperial_trader.orders.standing_order_conditions import CONDITIONS
from traders.engines.imperial_trader.play import leaving, view
from traders.engines.imperial_trader.play.order_play import PLAY
from traders.engines.imperial_trader.position.state import Position
from traders.engines.imperial_trader.sub_sector import club_edition
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.engine.engine_from_modules import System


class ImperialTrader(System[Position]):
    """The game, whose sub-sectors a club may design (IT-MAP-01)."""

    edition_faults = staticmethod(club_edition.faults)
    edition_whole = staticmethod(club_edition.pinned)
    find_editions = staticmethod(club_edition.FINDERS.append)

    def has_windows(self, view: View) -> bool:
        return False


ENGINE = ImperialTrader(
    name="imperial-trader",
    title="Imperial Trader",
    package=__name__,
    type_=Position,
    options=setup.OPTIONS,
    option_rule="IT-MAP-01",
    intervals=("place", "orders"),
    position=positions_in_scenarios,
    play=PLAY,
    leaving=leaving,
    conditions=CONDITIONS,
    view=view,
)
