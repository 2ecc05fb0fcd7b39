"""Who sits where, in words."""

from __future__ import annotations

from traders.models import Seat


def seated(seat: Seat) -> str:
    """Who sits on a place, in words."""
    if seat.bot:
        return f"{seat.called}, a bot" if seat.called else "a bot"
    if seat.player is None or seat.left:
        return "free"
    return f"{seat.called}, offered to a substitute" if seat.offered else seat.called
