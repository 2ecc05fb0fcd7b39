"""Independent ships and the police at a planet, as the dice show them."""

from __future__ import annotations

from traders.engines.traders_luck.position.state import Planet, Position

PIRATE, TRADER, BLANK, POLICE = "pirate", "trader", "blank", "police"


def pirates(planet: Planet) -> int:
    """Each pirate face is one independent pirate (BH-DIC-02)."""
    return planet.showing("ship").count(PIRATE)


def traders(planet: Planet) -> int:
    """Each trader face is one independent trader (BH-DIC-02)."""
    return planet.showing("ship").count(TRADER)


def police(planet: Planet) -> bool:
    """Whether the police are present, for the rest of the turn (BH-DIC-03)."""
    return POLICE in planet.showing("police")


def sheltering(state: Position) -> bool:
    """Whether the police are present and suffer no piracy on players; a table may have agreed
    otherwise (BH-PVP-08).
    """
    return police(state.here) and state.options.police_stops_pvp


def remove(planet: Planet, face: str) -> None:
    """A ship of that kind is gone from the planet, for followers too (BH-ROL-06)."""
    next(die for die in planet.dice if die.kind == "ship" and die.face == face).face = BLANK
