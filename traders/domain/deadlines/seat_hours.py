"""Each seat's playing hours, as the game's settings, its player's zone and its absences make them
(PR-TURN-07).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from traders.domain.calendar.playing_hours import PlayingHours
from traders.domain.settings.game_settings import GameSettings
from traders.models import Absence, Seat


def zone_of(seat: Seat, settings: GameSettings) -> str:
    """The zone of the seat's days and nights: as the game's settings say, else the player's own,
    else UTC.
    """
    return settings.zones.get(seat.colour) or (seat.player.zone if seat.player else "") or "UTC"


def hours_of(
    seat: Seat,
    settings: GameSettings,
    absences: Iterable[Absence] = (),
    *,
    opened: datetime | None = None,
) -> PlayingHours:
    """The seat's playing hours (PR-TURN-07). `opened`: of an interval, which keeps its deadline
    where absence was announced later.
    """
    days, country = settings.holidays
    away = [a for a in absences if a.seat_id == seat.pk and not a.play_on and a.begins < a.ends]
    if opened is not None:
        away = [a for a in away if a.announced <= opened]
    return PlayingHours(
        zone=zone_of(seat, settings),
        weekends=settings.weekends,
        holidays=days,
        country=country,
        night=settings.night,
        absences=tuple((a.begins, a.ends) for a in away),
    )
