"""Whom each seat has muted: names of seats, or masks (PR-SEAT-08)."""

from __future__ import annotations

from collections.abc import Sequence

from traders.models import Mute, Seat, Sitting


def muted(seats: Sequence[Seat]) -> dict[str, set[str]]:
    """By the colour of these seats of one game, whose messages their players do not read; what a
    predecessor muted counts no more (PR-SEAT-01).
    """
    if not seats:
        return {}
    colours = [seat.colour for seat in seats]
    rows = list(Mute.objects.filter(game=seats[0].game_id, seat__in=colours))
    if not rows:
        return {}
    since = dict(
        Sitting.objects.filter(seat__in=seats, until=None).values_list("seat__colour", "since")
    )
    found: dict[str, set[str]] = {}
    for row in rows:
        if row.seat not in since or row.at >= since[row.seat]:
            found.setdefault(row.seat, set()).add(row.who)
    return found
