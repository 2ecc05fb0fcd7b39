"""Star Traders, the basic and the advanced game with their options: the engine, whose seats may
deal and whose boards a club may type in.
"""

from traders.engines.kernel.dealing import DealingSystem
from traders.engines.kernel.orders import Grammar
from traders.engines.kernel.seats import COLOURS
from traders.engines.star_traders import (
    board_svg,
    board_text,
    bot,
    bot_bargains,
    bot_deals,
    conditions,
    deal_things,
    deals,
    edition,
    intervals,
    leaving,
    orders,
    play,
    position,
    setup,
    sound,
    view,
)
from traders.engines.star_traders.edition import faults
from traders.engines.star_traders.order_types import Order
from traders.engines.star_traders.procedures import PROCEDURES
from traders.engines.star_traders.state import Position


class StarTraders(DealingSystem[Position, Order]):
    """The game, its deals (ST-TRADE) and a club's editions."""

    dealing = deals

    bargain = staticmethod(bot_bargains.bargain)
    accepts = staticmethod(bot_deals.accepts)

    def grammars(self) -> tuple[Grammar, ...]:
        return (*super().grammars(), deal_things.language(edition.edition().digest, COLOURS))

    edition_faults = staticmethod(faults.faults)
    edition_whole = staticmethod(faults.pinned)
    find_editions = staticmethod(edition.FINDERS.append)


ENGINE = StarTraders(
    name="star-traders",
    title="Star Traders",
    package=__name__,
    type_=Position,
    in_order=Position.in_order,
    options=setup.OPTIONS,
    option_rule="ST-OPTION-08",
    intervals=intervals.NAMES,
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
