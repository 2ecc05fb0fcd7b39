"""The sub-sector as it stands: lanes and worlds in play, what is closed to trade, the ships."""

from __future__ import annotations

from traders.engines.imperial_trader.position.state import Captain, Planet, Position
from traders.engines.imperial_trader.sub_sector import chart
from traders.engines.imperial_trader.sub_sector.chart_routes import Charted, charted
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.refusal import Refusal


def ways(state: Position) -> Charted:
    """The chart as ships find it, with the frontier worlds that are revealed (IT-SHF-09)."""
    return charted(state.chart, tuple([one.at for one in state.frontier]))


def planets(state: Position) -> tuple[Planet, ...]:
    """The planets to which ships can fly."""
    return ways(state).planets


def imperial(state: Position) -> list[str]:
    """The Imperial Worlds: the chart's, and settled frontier worlds (IT-MAP-02, IT-SHF-11)."""
    return [one.name for one in state.chart.planets] + [
        one.at for one in state.frontier if one.settled
    ]


def closed(state: Position, planet: str) -> bool:
    """Whether a war zone or a fallen world (IT-SHF-05)."""
    return planet in closures(state)


def closures(state: Position) -> tuple[str, ...]:
    """The war zones and fallen worlds (IT-SHF-03, IT-SHF-04)."""
    if not state.wars and not state.fallen:
        return ()
    return (*[one.at for one in state.wars], *[one.at for one in state.fallen])


def open_worlds(state: Position) -> list[str]:
    """Imperial Worlds that trade."""
    return [name for name in imperial(state) if not closed(state, name)]


def port(state: Position, planet: str) -> bool:
    """Whether it is a Civilized, Forge or Hive World (IT-MAP-03)."""
    return chart.world(state.chart, planet).kind in tables().game.ports


def ports(state: Position) -> list[str]:
    """The ports, closed or not."""
    return [one.name for one in state.chart.planets if port(state, one.name)]


def unsettled_worlds(state: Position) -> tuple[str, ...]:
    """The frontier worlds that nobody has settled."""
    return tuple([one.at for one in state.frontier if not one.settled])


def unsettled(state: Position, planet: str) -> bool:
    """Whether it is a frontier world that nobody has settled."""
    return planet in unsettled_worlds(state)


def must_trade(state: Position, captain: Captain, what: str, *rules: str) -> str:
    """The planet where the ship stands; refuses what no lane space and no closed world allows
    (IT-SHF-05).
    """
    if captain.at.to:
        raise Refusal(f"{what} needs a planet, and your ship is in a lane.", *rules)
    planet = captain.at.planet
    if closed(state, planet):
        raise Refusal(f"{planet} is closed to trade.", "IT-SHF-05", *rules)
    return planet


def orders_brought(state: Position) -> list[str]:
    """The order cards that settled worlds brought (IT-SHF-11)."""
    settled = {one.at for one in state.frontier if one.settled}
    return [order for one in tables().frontier if one.name in settled for order in one.orders]
