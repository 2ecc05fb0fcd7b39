"""What a Personality is: the named points at which a Trader may differ from the plain rule
(ST-PERSON-01, ST-PERSON-02).

Each method is handed what holds without it, `plain`, and returns what holds with it. A
Personality's own file overrides those where it differs, and nothing else in the game knows it by
name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Told
from traders.engines.star_traders.position.state import JumpKind, Position, Trader


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


class Personality:
    """One that differs nowhere; every real one overrides what it changes."""

    name: ClassVar[str]

    # --- set-up

    def first_stellors(self, state: Position, plain: int) -> int:
        """(ST-SETUP-05)"""
        return plain

    def first_engines(self, state: Position, plain: int) -> int:
        """(ST-SETUP-06)"""
        return plain

    def first_world(self, state: Position, plain: int) -> int:
        """The world to start from, 0 where it is one of the arms' (ST-SETUP-13)."""
        return plain

    def further_stations(self, state: Position, plain: int) -> int:
        """Stations placed beside the first (ST-SETUP-18)."""
        return plain

    # --- cards

    def hand_limit(self, state: Position, trader: Trader, plain: int) -> int:
        """(ST-LUCK-04)"""
        return plain

    def draws(self, state: Position, trader: Trader, plain: int) -> int:
        """How many cards the Draw stage brings (ST-LUCK-06)."""
        return plain

    def bars_exchange(self, state: Position, trader: Trader, discarding: int, plain: str) -> str:
        """The rule by which so many cards may not be discarded ahead of the draw, or ""
        (ST-LUCK-07).
        """
        return plain

    def keeps_cards(self, plain: bool) -> bool:
        """Whether cards may be kept by name ahead of the draw."""
        return plain

    def stands_in(self, card: str) -> Sequence[str]:
        """The cards that this card may be played as besides (ST-NEWPERSON-14)."""
        return ()

    def takes_envoys(self, state: Position, trader: Trader, plain: str) -> str:
        """The rule by which no Envoy is given to the Trader, or ""."""
        return plain

    def calamity_avoided(self, state: Position, trader: Trader, told: Told) -> None:
        """The Trader has played Avoid Calamity."""

    # --- engines and jumps

    def engine_limit(self, state: Position, trader: Trader, plain: int) -> int:
        """(ST-ENGINE-03)"""
        return plain

    def adds_engines_at(self, state: Position, trader: Trader, world: int, plain: bool) -> bool:
        """(ST-ENGINE-08)"""
        return plain

    def repair_price(self, state: Position, trader: Trader, plain: int) -> int:
        """(ST-CARD-57)"""
        return plain

    def minimum_roll(
        self, state: Position, trader: Trader, colour: str, station: bool, plain: int
    ) -> int:
        """(ST-JUMP-05, ST-JUMP-08)"""
        return plain

    def roll_bonus(self, state: Position, trader: Trader, colour: str, plain: int) -> int:
        """What may be added to the roll on a line of this colour."""
        return plain

    def rerolls_free(self, state: Position, trader: Trader, plain: bool) -> bool:
        """Whether the Trader may throw the die that lies there again without a card."""
        return plain

    def ways(self) -> Sequence[Way]:
        """Kinds of jump of its own."""
        return ()

    def raids(self, plain: bool) -> bool:
        """Whether the Trader may raid engines (ST-NEWPERSON-15)."""
        return plain

    # --- stations, money, deliveries, contracts

    def keeps_station(self, state: Position, trader: Trader, world: int, plain: bool) -> bool:
        """Whether the Trader's station on a world can be lost in no way."""
        return plain

    def taxed(self, state: Position, trader: Trader, plain: int) -> int:
        """For how many stations Jubilee is paid (ST-CARD-16)."""
        return plain

    def commission(self, state: Position, paid: int, plain: int) -> int:
        """What the Trader has of another's payment to the bank (ST-MONEY-05)."""
        return plain

    def delivery_stellors(self, state: Position, trader: Trader, plain: int) -> int:
        """What the Trader is paid besides for a cargo delivered to a Current Contract."""
        return plain

    def delivery_prestige(self, state: Position, trader: Trader, plain: int) -> int:
        """What Prestige it brings besides (ST-PAYOFF-16)."""
        return plain

    def station_stellors(self, state: Position, trader: Trader, plain: int) -> int:
        """What a cargo delivered at the Trader's station brings its owner besides."""
        return plain

    def foresees(self, state: Position, plain: int) -> int:
        """How many cards of the Contract deck the Trader may see."""
        return plain

    def goes_with(self, state: Position, giver: Trader, plain: int) -> int:
        """The world whose station follows a Personality passed on, or 0 (ST-OPTION-04)."""
        return plain
