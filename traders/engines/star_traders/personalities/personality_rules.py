"""The named points at which a Trader may differ from the plain rule (ST-PERSON-01, ST-PERSON-02):
asked with the Trader, never by card or place in the code. Each is the plain rule; what a
Personality makes of it stands in the Personality's own file, and nothing else knows it by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Told
from traders.engines.star_traders.position.state import JumpKind, Position, Trader

P = ParamSpec("P")
T = TypeVar("T")
Change = Callable[Concatenate[T, Position, Trader, P], T]
"""With what holds without a Personality, and what is asked: what holds with it."""


class Point(Generic[P, T]):
    """The plain rule, and by name what Personalities make of it."""

    def __init__(self, plain: Callable[Concatenate[Position, Trader, P], T]) -> None:
        self._plain = plain
        self._changes: dict[str, Change[T, P]] = {}

    def __call__(self, state: Position, trader: Trader, *args: P.args, **kwargs: P.kwargs) -> T:
        """What holds for a Trader, with one Personality, several or none: where they contradict
        another rule they hold (ST-PERSON-01, ST-PERSON-02, ST-OPTION-02).
        """
        return self.through(trader.personalities, state, trader, *args, **kwargs)

    def through(
        self,
        names: Iterable[str],
        state: Position,
        trader: Trader,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """What holds with these Personalities alone, each handed what the one before left."""
        found = self._plain(state, trader, *args, **kwargs)
        for name in names:
            if name in self._changes:
                found = self._changes[name](found, state, trader, *args, **kwargs)
        return found

    def of(self, name: str) -> Callable[[Change[T, P]], Change[T, P]]:
        """Enters what a Personality makes of it."""

        def enter(change: Change[T, P]) -> Change[T, P]:
            self._changes[name] = change
            return change

        return enter


class Way(NamedTuple):
    """A kind of jump that only some Traders make. `barred`: why it cannot be declared now, or "";
    `roll`: what follows in hyperspace; `fixed`: the rule by which its dice are not thrown again, or
    "".
    """

    kind: JumpKind
    words: str
    whose: str
    rule: str
    barred: Callable[[Position, Trader], str]
    roll: Callable[[Seat], list[Step]]
    fixed: str = ""


# --- set-up ---------------------------------------------------------------------------------------


@Point
def first_stellors(state: Position, trader: Trader) -> int:
    """(ST-SETUP-05)"""
    return state.book.start["stellors"]


@Point
def first_engines(state: Position, trader: Trader) -> int:
    """(ST-SETUP-06)"""
    return state.book.start["engines"]


@Point
def first_world(state: Position, trader: Trader) -> int:
    """The world to start from, 0 where it is the star of an arm (ST-SETUP-13)."""
    return 0


@Point
def further_stations(state: Position, trader: Trader) -> int:
    """Stations to be placed beside the first (ST-SETUP-18)."""
    return 0


# --- cards ----------------------------------------------------------------------------------------


@Point
def hand_limit(state: Position, trader: Trader) -> int:
    """(ST-LUCK-04)"""
    return state.book.limits["hand_max"]


@Point
def draws(state: Position, trader: Trader) -> int:
    """How many cards the Draw stage brings, the hand being what it is; what lies on the table does
    not count (ST-LUCK-06, ST-LUCK-12).
    """
    return 1 if len(trader.hand) < hand_limit(state, trader) else 0


@Point
def bars_exchange(state: Position, trader: Trader, discarding: int) -> str:
    """The rule by which so many cards may not be discarded ahead of the draw, or "": one, from a
    full hand (ST-LUCK-07).
    """
    full = len(trader.hand) == hand_limit(state, trader)
    return "" if discarding == 1 and full else "ST-LUCK-07"


@Point
def keeps_cards(state: Position, trader: Trader) -> bool:
    """Whether the Trader may say ahead of the draw which cards are kept (ST-PERSON-11)."""
    return False


@Point
def stands_in(state: Position, trader: Trader, card: str) -> list[str]:
    """The cards that a card may be played as besides itself (ST-NEWPERSON-14)."""
    return []


@Point
def takes_envoys(state: Position, trader: Trader) -> str:
    """The rule by which a Trader is given no Envoy, or ""."""
    return ""


@Point
def calamity_avoided(state: Position, trader: Trader, told: Told) -> None:
    """A Trader has played Avoid Calamity."""


# --- engines and jumps ----------------------------------------------------------------------------


@Point
def engine_limit(state: Position, trader: Trader) -> int:
    """(ST-ENGINE-03)"""
    return state.book.limits["engines_max"]


@Point
def adds_engines_at(state: Position, trader: Trader, world: int) -> bool:
    """(ST-ENGINE-08)"""
    return world in state.chart.shipyards


@Point
def repair_price(state: Position, trader: Trader) -> int:
    """(ST-CARD-57)"""
    return state.book.prices["repairs"]


@Point
def minimum_roll(state: Position, trader: Trader, colour: str, station: bool) -> int:
    """The least roll on a line, 0 where none is needed (ST-JUMP-05, ST-JUMP-07, ST-JUMP-08)."""
    row = state.book.colours[colour]
    return row.station_min_roll if station else row.min_roll


@Point
def roll_bonus(state: Position, trader: Trader, colour: str) -> int:
    """What may be added to the roll of an attempt on a line of this colour."""
    return 0


@Point
def rerolls(state: Position, trader: Trader) -> bool:
    """Whether the Trader may throw the die that lies there again without a card."""
    return False


def rerolls_free(state: Position) -> tuple[Seat, ...]:
    """Seats that may throw the die that lies there again without a card."""
    return tuple([seat for seat in state.playing() if rerolls(state, state.traders[seat])])


@Point
def ways(state: Position, trader: Trader) -> Sequence[Way]:
    """Kinds of jump that this Trader makes besides the plain ones."""
    return ()


@Point
def raids(state: Position, trader: Trader) -> bool:
    """Whether the Trader may raid engines (ST-NEWPERSON-15)."""
    return False


# --- stations, money, deliveries, contracts -------------------------------------------------------


@Point
def keeps_station(state: Position, trader: Trader, world: int) -> bool:
    """Whether the Trader's station on a world can be lost in no way."""
    return False


def is_safe(state: Position, world: int) -> str:
    """The rule by which the station on a world can be taken or lost in no way, or "": Imperial ones
    (ST-CARD-44, ST-CARD-59).
    """
    station = state.stations[world]
    if station.imperial:
        return "ST-IMPERIAL-07"
    return "ST-PERSON-23" if keeps_station(state, state.traders[station.owner], world) else ""


@Point
def taxed(state: Position, trader: Trader) -> int:
    """For how many stations Jubilee is paid (ST-CARD-16)."""
    return sum(1 for station in state.stations.values() if station.owner == trader.seat)


@Point
def commission(state: Position, trader: Trader, paid: int) -> int:
    """What the Trader has of another's payment to the bank (ST-MONEY-05)."""
    return 0


def commissions(state: Position, payer: Seat, stellors: int) -> dict[Seat, int]:
    """What others have of a seat's payment to the bank (ST-MONEY-05, ST-NEWPERSON-12)."""
    found = {seat: commission(state, state.traders[seat], stellors) for seat in state.playing()}
    return {seat: part for seat, part in found.items() if part and seat != payer}


@Point
def delivery_stellors(state: Position, trader: Trader) -> int:
    """What a Trader is paid besides for a cargo delivered to a Current Contract."""
    return 0


@Point
def delivery_prestige(state: Position, trader: Trader) -> int:
    """What Prestige a Trader gains besides, after doubling and races (ST-PAYOFF-16)."""
    return 0


@Point
def station_stellors(state: Position, trader: Trader) -> int:
    """What the owner of the station is paid besides for a cargo delivered there."""
    return 0


@Point
def foresees(state: Position, trader: Trader) -> int:
    """How many cards of the Contract deck the Trader may see."""
    return 0


def foreseen(state: Position, trader: Trader) -> list[str]:
    """Contracts on top of their deck that the Trader may see (ST-PERSON-05)."""
    return state.contract_deck[: foresees(state, trader)]


@Point
def goes_with(state: Position, giver: Trader) -> int:
    """The world whose station follows a Personality passed on, or 0 (ST-OPTION-04)."""
    return 0
