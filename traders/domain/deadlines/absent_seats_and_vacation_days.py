"""Seats that say nothing: when they are absent (PR-SEAT-05); and the days away that they announced
(PR-TURN-06).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from traders.domain.deadlines.seat_clock import zone_of
from traders.domain.people import seating
from traders.domain.settings import game_settings
from traders.models import Absence, Game, Seat


def is_absent(seat: Seat, game: Game) -> bool:
    """Whether the seat does not count in votes: nobody holds it, or the clock ended as many of its
    last turns as its game's settings say (PR-SEAT-05).
    """
    return (
        seat.left is not None
        or seating.is_vacant(seat)
        or seat.timeouts >= game_settings.of(game).asked_after
    )


def days_touched(begin: datetime, end: datetime, zone: ZoneInfo) -> int:
    """Days of the calendar that a span touches."""
    last = (end - timedelta(seconds=1)).astimezone(zone).date()
    return (last - begin.astimezone(zone).date()).days + 1


def end(absence: Absence, seat: Seat, now: datetime) -> None:
    """The absence ends now; days not taken return to the seat's allowance. One that was to come is
    called off, and stands in no other's way. Clocks are another's matter.
    """
    zone = ZoneInfo(zone_of(seat, game_settings.of(seat.game), absence.announced))
    if not absence.play_on:
        taken = days_touched(absence.begins, now, zone) if absence.begins < now else 0
        not_taken = days_touched(absence.begins, absence.ends, zone) - taken
        seat.vacation_used = max(0, seat.vacation_used - not_taken)
        seat.save(update_fields=["vacation_used"])
    absence.begins, absence.ends = min(absence.begins, now), now
    absence.save(update_fields=["begins", "ends"])


def end_all(seat: Seat, now: datetime) -> bool:
    """Somebody else has the seat: the days away were its former player's (PR-SEAT-01). Whether
    there were any.
    """
    found = list(seat.absences.filter(ends__gt=now))
    for announced in found:
        end(announced, seat, now)
    return bool(found)
