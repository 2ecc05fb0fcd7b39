"""Bounty Hunters & Pirates, at the named points where it adds to the game. Nothing else knows
whether it is in play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Told
from traders.engines.kernel.words import count
from traders.engines.traders_luck.bounty_hunters import (
    day_without_trip,
    piracy_and_bounty_ratings,
    ships_on_dice,
)
from traders.engines.traders_luck.bounty_hunters.agenda_steps import (
    Commitment,
    Interception,
    OwnAttack,
    PiratesCome,
    Traders,
)
from traders.engines.traders_luck.bounty_hunters.hunter_ledger import Hunter
from traders.engines.traders_luck.bounty_hunters.tables import tables
from traders.engines.traders_luck.position.state import Die, Planet, Position, TurnNow

SAID = ("missiles", "shields", "piracy", "bounty", "detained")


@cache
def _sticking(size: str) -> Mapping[str, str]:
    return {row.face: row.rule for row in tables().stick if row.size == size}


class BountyHunters:
    """The expansion."""

    option = "bounty_hunters"
    """The option that brings it into play."""

    # the ledger

    def open_ledgers(self, state: Position) -> None:
        """Nobody owns missiles or shields, or has points (BH-EQP-01, BH-RAT-01)."""
        start = tables().start
        state.hunters = {
            seat: Hunter(start.missiles, start.shields, start.piracy, start.bounty)
            for seat in state.seats
        }

    def start(self, state: Position, seat: Seat, said: Mapping[str, object]) -> None:
        """What a scenario's `start` says of a seat's part in it."""
        for name in SAID:
            if name in said:
                setattr(state.hunters[seat], name, said[name])

    def ledger(self, state: Position, seat: Seat) -> dict[str, Any]:
        """What it keeps of a seat, for all to see."""
        hunter = state.hunters[seat]
        return {name: getattr(hunter, name) for name in SAID}

    def leave(self, state: Position, seat: Seat) -> None:
        """A seat drops out."""
        state.hunters[seat] = Hunter()

    def flaws(self, state: Position, seat: Seat) -> Iterator[str]:
        """Nothing is below 0 (BH-RAT-01, BH-EQP-01), nor more sealed than owned (BH-CMB-01)."""
        hunter = state.hunters[seat]
        for name in SAID:
            if getattr(hunter, name) < 0:
                yield f"{seat} has {getattr(hunter, name)} {name}"
        for step in state.agenda:
            if isinstance(step, Commitment) and seat in step.sealed:
                missiles, shields = step.sealed[seat]
                if missiles > hunter.missiles or shields > hunter.shields:
                    yield (
                        f"{seat} has sealed {count(missiles, 'missile')} and "
                        f"{count(shields, 'shield')} of {hunter.missiles} and {hunter.shields}"
                    )

    # the roll

    def dice(self) -> tuple[str, ...]:
        """The police die and three ship dice are thrown with the goods dice (BH-ROL-01)."""
        return ("police", *("ship" for _ in range(tables().ships.dice)))

    def faces(self, kind: str) -> tuple[str, ...]:
        """The ship dice (BH-DIC-01)."""
        return tables().ships.faces if kind == "ship" else ()

    def sticking(self, size: str) -> Mapping[str, str]:
        """Pirates stick on Small planets, traders on Big ones (BH-ROL-03, BH-ROL-04)."""
        return _sticking(size)

    # the turn

    def silence(self) -> str:
        """Who is silent stays where it is, for pirates stick on Small planets (TL-PBM-05)."""
        return day_without_trip.STAYS

    def landing(self, seat: Seat) -> list[Step]:
        """Combat, then the independent traders; regular trading follows (BH-SEQ-01, BH-SEQ-02,
        BH-REG-01); for a follower too (BH-ROL-06).
        """
        return [PiratesCome(seat), OwnAttack(seat), Interception(seat), Traders(seat)]

    def outsider(self, state: Position, seat: Seat) -> tuple[str, ...]:
        """Who came to attack neither rolls nor trades there (BH-PVP-09)."""
        return ("BH-PVP-09",) if state.turn.attacker == seat else ()

    # trade

    def must_let_trade(self, state: Position, seat: Seat) -> None:
        """A planet with police on it is closed to who is a pirate as trading begins (BH-REG-03)."""
        if ships_on_dice.police(state.here) and state.hunters[seat].pirate:
            raise Refusal(
                "The police are present, and you are a pirate: no trade for you here.", "BH-REG-03"
            )

    def wares(self) -> tuple[str, ...]:
        """What may be for sale beside goods."""
        return tuple(row.name for row in tables().equipment)

    def price(self, ware: str) -> int:
        """Two credits each (BH-EQP-04)."""
        return tables().sold(ware).price

    def not_sold_here(self, planet: Planet, ware: str) -> Refusal | None:
        """Shields are sold at Big planets, missiles at Small ones (BH-EQP-02, BH-EQP-03)."""
        row = tables().sold(ware)
        if row.size == planet.size:
            return None
        return Refusal(
            f"{ware.capitalize()} are sold at {row.size.capitalize()} planets only.", row.rule
        )

    def take(self, state: Position, seat: Seat, ware: str, n: int) -> None:
        """Equipment is no cargo and takes no room (BH-EQP-06)."""
        hunter = state.hunters[seat]
        setattr(hunter, ware, getattr(hunter, ware) + n)

    def surely_caught(self, state: Position) -> bool:
        """The police present catch an illegal sale without a roll only where the table says so
        (BH-REG-05).
        """
        return state.options.police_present_catches and ships_on_dice.police(state.here)

    def caught(self, state: Position, seat: Seat, told: Told) -> None:
        """A pirate caught is detained and loses all cargo, for nobody's bounty (BH-REG-04)."""
        if state.hunters[seat].pirate:
            piracy_and_bounty_ratings.detained(state, seat, told)

    # what is shown

    def seen(self, turn: TurnNow, planet: Planet | None) -> dict[str, Any]:
        """What a view tells of it, beside ledgers: JSON."""
        return {**self.wrote(planet), "attacker": turn.attacker}

    def wrote(self, planet: Planet | None) -> dict[str, Any]:
        """What it adds to the position, as scenarios write it."""
        if planet is None:
            return {"police": False, "pirates": 0, "traders": 0}
        return {
            "police": ships_on_dice.police(planet),
            "pirates": ships_on_dice.pirates(planet),
            "traders": ships_on_dice.traders(planet),
        }

    def put_on(self, planet: Planet, start: Mapping[str, Any]) -> Iterator[Die]:
        """Its dice on the planet that a scenario's `start` gives."""
        yield Die("police", ships_on_dice.POLICE if start.get("police") else "no police", kept=True)
        for face in (ships_on_dice.PIRATE, ships_on_dice.TRADER):
            for _ in range(start.get(f"{face}s", 0)):
                yield Die("ship", face, kept=True)
