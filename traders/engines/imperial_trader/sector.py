"""The sub-sector as it stands: lanes and worlds in play, what is closed to trade, the ships."""

from __future__ import annotations

from traders.engines.imperial_trader import chart
from traders.engines.imperial_trader.state import Captain, Lane, Place, Planet, Position
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.refusal import Refusal


def lanes(state: Position) -> tuple[Lane, ...]:
    """The chart's lanes and those of revealed frontier worlds (IT-SHF-09)."""
    revealed = {one.at for one in state.frontier}
    return state.chart.lanes + tuple(
        Lane(one.joined_to, one.name, one.spaces)
        for one in tables().frontier
        if one.name in revealed
    )


def planets(state: Position) -> tuple[Planet, ...]:
    """The planets to which ships can fly."""
    revealed = {one.at for one in state.frontier}
    return tuple(
        one
        for one in chart.worlds(state.chart)
        if one in state.chart.planets or one.name in revealed
    )


def imperial(state: Position) -> list[str]:
    """The Imperial Worlds: the chart's, and settled frontier worlds (IT-MAP-02, IT-SHF-11)."""
    return [one.name for one in state.chart.planets] + [
        one.at for one in state.frontier if one.settled
    ]


def closed(state: Position, planet: str) -> bool:
    """Whether a war zone or a fallen world (IT-SHF-05)."""
    return any(one.at == planet for one in state.wars) or any(
        one.at == planet for one in state.fallen
    )


def open_worlds(state: Position) -> list[str]:
    """Imperial Worlds that trade."""
    return [name for name in imperial(state) if not closed(state, name)]


def port(state: Position, planet: str) -> bool:
    """Whether it is a Civilized, Forge or Hive World (IT-MAP-03)."""
    return chart.world(state.chart, planet).kind in tables().game.ports


def ports(state: Position) -> list[str]:
    """The ports, closed or not."""
    return [one.name for one in state.chart.planets if port(state, one.name)]


def unsettled(state: Position, planet: str) -> bool:
    """Whether it is a frontier world that nobody has settled."""
    return any(one.at == planet and not one.settled for one in state.frontier)


def lanes_between(state: Position, one: str, other: str) -> int:
    """Lanes that separate two planets by the shortest route, whatever way was flown (IT-PAY-02)."""
    return chart.lane_counts(lanes(state), one)[other]


def lane(state: Position, one: str, other: str) -> Lane:
    """The lane that joins two planets; `KeyError` where none does."""
    for each in lanes(state):
        if {each.a, each.b} == {one, other}:
            return each
    raise KeyError(f"{one}>{other}")


def turned(state: Position, place: Place) -> Place:
    """A lane space named from the lane's other end."""
    return Place(place.to, place.planet, lane(state, place.planet, place.to).spaces + 1 - place.n)


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
