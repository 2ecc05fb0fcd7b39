"""The advanced game: a station's petition for Imperial status, and the chain that wins
(ST-IMPERIAL, ST-ADV).
"""

from __future__ import annotations

from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import count
from traders.engines.star_traders.edition import PetitionRow
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import money, stations
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position import game_end, prestige
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.personality_steps import StationAuction
from traders.engines.star_traders.position.state import Position


def must_be_station(state: Position, seat: Seat, world: int) -> None:
    """Refuse what is no own ordinary station under the own ship; no Prestige is asked for
    (ST-IMPERIAL-01, ST-IMPERIAL-21, ST-IMPERIAL-23).
    """
    here = state.traders[seat].at
    if world != here:
        raise Refusal(
            f"Your ship is on {place(state, here)}, not on {place(state, world)}.",
            "ST-IMPERIAL-01",
            *_others(state, seat, world),
        )
    station = state.stations.get(world)
    if station is None or station.owner != seat:
        raise Refusal(
            f"You have no station on {place(state, world)}.", "ST-IMPERIAL-01", "ST-IMPERIAL-23"
        )
    if station.imperial:
        raise Refusal(
            f"Your station on {place(state, world)} is Imperial already.", "ST-IMPERIAL-23"
        )


def _others(state: Position, seat: Seat, world: int) -> tuple[str, ...]:
    return () if petitions_for(state, seat, world) else ("ST-IMPERIAL-23",)


def petitions_for(state: Position, seat: Seat, world: int) -> bool:
    """Whether the station on a world is the seat's own and ordinary (ST-IMPERIAL-23)."""
    station = state.stations.get(world)
    return station is not None and station.owner == seat and not station.imperial


def spent(state: Position, seat: Seat, found: PetitionRow) -> int:
    """The Prestige that a row costs the seat (ST-IMPERIAL-04, ST-IMPERIAL-05)."""
    return found.prestige_spent(state.traders[seat].prestige)


def missing(state: Position, seat: Seat, world: int, found: PetitionRow) -> tuple[str, ...]:
    """The rules by which the price cannot be paid: Stellors, Prestige or the station itself are not
    there (ST-IMPERIAL-03, ST-IMPERIAL-19).
    """
    rules: tuple[str, ...] = ()
    if not money.can_pay(state, seat, found.price_stellors):
        rules += ("ST-IMPERIAL-03", "ST-MONEY-08")
    if spent(state, seat, found) > state.traders[seat].prestige:
        rules += ("ST-IMPERIAL-19", "ST-PRESTIGE-10")
    return rules if petitions_for(state, seat, world) else (*rules, "ST-IMPERIAL-23")


def in_words(state: Position, seat: Seat, world: int, found: PetitionRow) -> str:
    """The price, as the petitioner is asked for it."""
    stellors = f"{count(found.price_stellors, 'Stellor')} and " if found.price_stellors else ""
    return (
        f"Imperial status for {place(state, world)} costs {stellors}{spent(state, seat, found)} "
        "Prestige: pay, or refuse?"
    )


def promote(state: Position, seat: Seat, world: int, found: PetitionRow, told: Told) -> Steps:
    """The price is paid and the station is Imperial, wherever the ship goes then (ST-IMPERIAL-04,
    ST-IMPERIAL-06, ST-IMPERIAL-24); with a chain that is long enough the game is won (ST-ADV-05,
    ST-ADV-11).
    """
    cost = spent(state, seat, found)
    money.pay(state, seat, found.price_stellors, told, found.rule)
    prestige.spend(state, seat, cost, told, "ST-IMPERIAL-04")
    state.stations[world].imperial = True
    told.append(tell("imperial", "ST-IMPERIAL-06", seat=seat, world=place(state, world)))
    length = len(chain(state, seat))
    if length < needed(state):
        return []
    event = tell("chain-done", "ST-ADV-05", seat=seat, n=length)
    return game_end.over(state, seat, event, "chain", told)


def auction(state: Position, seat: Seat, world: int) -> Steps:
    """The petitioner, who may bid too, loses the station to an auction, but never one that cannot
    be lost (ST-IMPERIAL-09, ST-PERSON-23).
    """
    if not petitions_for(state, seat, world) or personality_rules.is_safe(state, world):
        return []
    return [StationAuction(world, seat)]


# --- the chain ------------------------------------------------------------------------------------


def needed(state: Position) -> int:
    """How long a chain wins: by the players who began (ST-ADV-08, ST-DROP-07)."""
    return state.book.players(len(state.seats)).chain_advanced


def chain(state: Position, seat: Seat, also: int = 0) -> list[int]:
    """The longest chain of a seat's own Imperial Stations, each joined to another of it by a
    jumpline of any colour, in a line, a tree or a ring; by number (ST-ADV-06, ST-ADV-07,
    ST-ADV-10); `also`: as if that one of them were Imperial.
    """
    own = stations.owned(state, seat)
    left = {world for world in own if state.stations[world].imperial or world == also}
    longest: set[int] = set()
    while left:
        joined, ahead = set[int](), [min(left)]
        while ahead:
            world = ahead.pop()
            if world in left:
                left.remove(world)
                joined.add(world)
                ahead += state.chart.neighbours[world]
        longest = max(longest, joined, key=len)
    return sorted(longest)
