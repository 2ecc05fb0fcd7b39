"""The board: spaces, what lies in them and who is there (SS-MAP)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from traders.engines.kernel.seats import Seat
from traders.engines.stratastar.position.state import Empire, Position, Ship
from traders.engines.stratastar.tables import tables

HAZARDS = ("supernova", "black hole", "nebula")
"""Hazards (SS-MAP-07)."""
UNKNOWN = "unknown"

Ships = tuple[int, int]
"""Fleets and Warfleets."""
NO_SHIPS: Ships = (0, 0)
"""None are named."""


@cache
def spaces() -> tuple[str, ...]:
    """All spaces in their order: a1, a2 … a10, b1 … j10 (SS-MAP-01)."""
    board = tables().board
    return tuple(
        f"{chr(97 + column)}{row}"
        for column in range(board.columns)
        for row in range(1, board.rows + 1)
    )


def corners() -> tuple[str, ...]:
    """The four corners."""
    return tuple(corner.lower() for corner in tables().board.corners)


@cache
def place_of(space: str) -> int:
    """Where a space stands in their order."""
    return spaces().index(space)


@cache
def apart(one: str, other: str) -> int:
    """Steps between two spaces, columns plus rows."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


@cache
def beside(space: str) -> tuple[str, ...]:
    """Spaces that share a side with this one; the board does not wrap round (SS-MAP-10)."""
    return tuple(other for other in spaces() if apart(space, other) == 1)


def chit(state: Position, space: str) -> str:
    """What lies in a space: `world`, a hazard, `blank` or, unexplored, `unknown` (SS-XPL-01)."""
    if space in state.map:
        return state.map[space]
    return UNKNOWN if state.options.exploration and space not in corners() else "blank"


def chits(state: Position) -> dict[str, str]:
    """What lies in each space that is not blank, in the order of the board."""
    lying = {**_covered(), **state.map} if state.options.exploration else state.map
    return {space: lying[space] for space in sorted(lying, key=place_of) if lying[space] != "blank"}


@cache
def _covered() -> dict[str, str]:
    """The board before anything is explored (SS-XPL-01)."""
    return {space: UNKNOWN for space in spaces() if space not in corners()}


def hazard(state: Position, space: str) -> bool:
    return chit(state, space) in HAZARDS


# --- who is there ---------------------------------------------------------------------------------


def fleets(empire: Empire, space: str) -> int:
    """Fleets in a space, Warfleets left out."""
    return sum([ship.at == space and not ship.war for ship in empire.ships])


def warfleets(empire: Empire, space: str) -> int:
    return sum([ship.at == space and ship.war for ship in empire.ships])


def here(empire: Empire, space: str) -> Ships:
    """The ships in a space."""
    return fleets(empire, space), warfleets(empire, space)


def armadas(empire: Empire) -> dict[str, Ships]:
    """The ships of each space, in the order in which the first of them were built."""
    found: dict[str, Ships] = {}
    for ship in empire.ships:
        n, war = found.get(ship.at, NO_SHIPS)
        found[ship.at] = (n, war + 1) if ship.war else (n + 1, war)
    return found


def supernovae(state: Position) -> list[str]:
    """Where wormholes end (SS-WRM-02)."""
    return [space for space, kind in state.map.items() if kind == "supernova"]


def stacks(empire: Empire, *, war: bool) -> dict[str, int]:
    """How many Fleets, or Warfleets, are where, in the order of the board."""
    at = [ship.at for ship in empire.ships if ship.war == war]
    return {space: at.count(space) for space in sorted(set(at), key=place_of)}


def ships(empire: Empire, space: str) -> int:
    """Fleets and Warfleets in a space (SS-WAR-02)."""
    return sum([ship.at == space for ship in empire.ships])


def units(empire: Empire, space: str) -> int:
    """Fleets, Warfleets and colonies are units, Stargates and Homeworlds are not (SS-BAT-01)."""
    return ships(empire, space) + empire.colonies.get(space, 0)


def there(empire: Empire, space: str) -> bool:
    """Whether an empire has a unit or its Homeworld in a space."""
    return (
        space == empire.homeworld
        or empire.colonies.get(space, 0) > 0
        or space in [ship.at for ship in empire.ships]
    )


def places(empire: Empire) -> set[str]:
    """Spaces with a unit or the Homeworld of an empire."""
    return (
        {ship.at for ship in empire.ships}
        | set(empire.colonies)
        | ({empire.homeworld} if empire.homeworld else set())
    )


def force(empire: Empire, space: str) -> int:
    """Units count 1, Warfleets 2, the own Homeworld 4 (SS-BAT-05, SS-BAT-06, SS-WAR-02)."""
    worth = tables().force
    total = fleets(empire, space) * worth["fleet"] + warfleets(empire, space) * worth["warfleet"]
    return (
        total
        + empire.colonies.get(space, 0) * worth["colony"]
        + (worth["homeworld"] if empire.homeworld == space else 0)
    )


def worlds(empire: Empire) -> int:
    """Different Worlds with a colony of the empire (SS-VIC-03)."""
    return len(empire.colonies)


def colonies(empire: Empire) -> int:
    return sum(empire.colonies.values())


def chits_used(empire: Empire) -> dict[str, int]:
    """An empire's chits on the board, by kind; Warfleets are among the Fleets (SS-WAR-02)."""
    stargates = len(empire.stargates)
    return {"fleet": len(empire.ships), "stargate": stargates, "colony": colonies(empire)}


def has(empire: Empire, unit: str, at: str) -> bool:
    """Whether an empire has a `fleet`, `warfleet`, `colony` or `stargate` in a space."""
    if unit == "stargate":
        return at in empire.stargates
    if unit == "colony":
        return at in empire.colonies
    war = unit == "warfleet"
    return any(ship.at == at and ship.war == war for ship in empire.ships)


def chits_of(empire: Empire, *, ships: bool = False) -> list[tuple[str, str]]:
    """What an empire has and where, each kind once in a space; its ships alone where that is
    said.
    """
    found = [("warfleet" if ship.war else "fleet", ship.at) for ship in empire.ships]
    if not ships:
        found += [("colony", at) for at in empire.colonies]
        found += [("stargate", at) for at in empire.stargates]
    return list(dict.fromkeys(found))


# --- chits come and go ----------------------------------------------------------------------------


def march(empire: Empire, n: int, war: int, frm: str, to: str) -> None:
    """Ships change their place, the oldest of each kind first."""
    left = {False: n, True: war}
    for ship in empire.ships:
        if ship.at == frm and left[ship.war] > 0:
            ship.at = to
            left[ship.war] -= 1


def drop_ship(empire: Empire, space: str, *, war: bool) -> None:
    """One ship goes back to the supply, the newest of its kind there (SS-CHT-02)."""
    found: Ship = [ship for ship in empire.ships if ship.at == space and ship.war == war][-1]
    place = next(i for i, ship in enumerate(empire.ships) if ship is found)
    del empire.ships[place]


def drop_colony(empire: Empire, space: str) -> None:
    empire.colonies[space] -= 1
    if not empire.colonies[space]:
        del empire.colonies[space]


def clear(empire: Empire, space: str) -> None:
    """All units and the Stargate of an empire in a space are destroyed (SS-BAT-13)."""
    empire.ships = [ship for ship in empire.ships if ship.at != space]
    empire.colonies.pop(space, None)
    if space in empire.stargates:
        empire.stargates.remove(space)


# --- contact --------------------------------------------------------------------------------------


def meet(state: Position) -> None:
    """Empires that adjoin are in contact from now on (SS-XPL-05)."""
    if not state.options.exploration:
        return
    for one in state.playing:
        mine = state.empires[one]
        for other in state.others(one):
            if other.seat not in mine.met and _adjoin(places(mine), places(other)):
                mine.met.append(other.seat)


def _adjoin(one: Iterable[str], other: set[str]) -> bool:
    return any(space in other or not other.isdisjoint(beside(space)) for space in one)


def in_contact(state: Position, one: Seat, other: Seat) -> bool:
    """Whether two may trade (SS-XPL-04)."""
    return not state.options.exploration or other in state.empires[one].met


def allied(state: Position, one: Seat, other: Seat) -> bool:
    """Whether a Treaty binds two seats (SS-TRY-01)."""
    if one == other or not state.treaties:
        return False
    return any(one in treaty.left and other in treaty.left for treaty in state.treaties)


def allies(state: Position, seat: Seat) -> list[Seat]:
    """The seats to which a seat is bound by a Treaty."""
    return [other for other in state.seats if allied(state, seat, other)]
