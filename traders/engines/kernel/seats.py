"""Seats by their colours, and the names by which orders may call them."""

from __future__ import annotations

from collections.abc import Mapping

Seat = str
"""A seat's colour, one of `COLOURS`."""
COLOURS: tuple[Seat, ...] = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black")

SeatNames = Mapping[str, Seat]
"""The names that a game keeps for its seats' players, each with its seat's colour."""
NO_NAMES: SeatNames = {}
