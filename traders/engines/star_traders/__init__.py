"""Star Traders, the basic and the advanced game with their options: the engine, whose seats may
deal and whose boards a club may type in.
"""

from collections.abc import Mapping
from typing import Any, cast

from traders.engines.kernel.contract.bearing_on_interval import Bearing
from traders.engines.kernel.engine.engine_from_modules import System
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.star_traders import deals, edition, positions_in_scenarios, view
from traders.engines.star_traders.deals import commodities
from traders.engines.star_traders.play import leaving
from traders.engines.star_traders.play.order_language import for_later
from traders.engines.star_traders.play.order_play import PLAY
from traders.engines.star_traders.play.standing_order_conditions import CONDITIONS
from traders.engines.star_traders.position.state import Position
from traders.engines.star_traders.setup import setup
from traders.engines.star_traders.turn import reaction_intervals


class StarTraders(System[Position]):
    """The game, its deals (ST-TRADE) and a club's editions."""

    things = staticmethod(deals.things)
    may_offer = staticmethod(deals.may_offer)
    may_accept = staticmethod(deals.may_accept)
    exchange = staticmethod(deals.exchange)
    session = staticmethod(deals.session)
    haggle = staticmethod(deals.haggle)

    def grammars(self) -> tuple[Grammar, ...]:
        return (*super().grammars(), commodities.language(edition.edition().digest, COLOURS))

    def edition_faults(self, data: Mapping[str, object]) -> list[str]:
        return cast("list[str]", self.late("edition_faults").faults(data))

    def edition_whole(self, data: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
        return cast("tuple[str, dict[str, Any]]", self.late("edition_faults").pinned(data))

    def bearing(self, state: Position, seat: Seat) -> Bearing:
        return cast(
            "Bearing", self.late("play.bearing_on_interval").bearing(state, seat, self.copy)
        )

    find_editions = staticmethod(edition.FINDERS.append)
    for_later = staticmethod(for_later)


ENGINE = StarTraders(
    name="star-traders",
    title="Star Traders",
    package=__name__,
    type_=Position,
    options=setup.OPTIONS,
    option_rule="ST-OPTION-08",
    intervals=reaction_intervals.NAMES,
    revision=2,
    position=positions_in_scenarios,
    play=PLAY,
    leaving=leaving,
    conditions=CONDITIONS,
    view=view,
)
