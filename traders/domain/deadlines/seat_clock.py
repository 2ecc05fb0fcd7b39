"""A seat's clock, and the playing hours in which it runs, as the game's settings, its player's zone
and its absences make them (PR-TURN-07).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from traders.domain.calendar.playing_hours import NOTHING, PlayingHours, seconds
from traders.domain.people.zone_changes import zone_at
from traders.domain.settings.game_settings import GameSettings
from traders.models import Absence, Seat


class SeatClock(msgspec.Struct, omit_defaults=True):
    """A seat's clock: at the moment `since` it had `left` seconds of playing time. Without `since`
    it stands still.
    """

    left: int
    since: datetime | None = None

    def due(self, hours: PlayingHours, more: timedelta = NOTHING) -> datetime | None:
        """When it runs out, had it so much more; None while it stands still."""
        left = max(NOTHING, timedelta(seconds=self.left) + more)
        return hours.add(self.since, left) if self.since else None

    def stop(self, now: datetime, hours: PlayingHours) -> None:
        """Stand still from now on, with what is left."""
        if self.since:
            self.left = max(0, self.left - seconds(hours.between(self.since, now)))
            self.since = None

    def go(self, now: datetime) -> None:
        """Run from now on, if it stands still."""
        self.since = self.since or now

    def settle(self, now: datetime, hours: PlayingHours) -> None:
        """What has passed is counted now, whatever the hours are from now on."""
        if self.since:
            self.stop(now, hours)
            self.go(now)

    def more(self, length: timedelta) -> None:
        """So much more playing time, or less, whether it runs or stands still: the one way in which
        a deadline of play is shifted (PR-TURN-07).
        """
        self.left = max(0, self.left + seconds(length))

    def unused(self, now: datetime, hours: PlayingHours) -> timedelta:
        """The playing time left now; below zero where it ran out before."""
        gone = hours.between(self.since, now) if self.since else NOTHING
        return timedelta(seconds=self.left) - gone


def zone_of(seat: Seat, settings: GameSettings, at: datetime) -> str:
    """The zone of the seat's days and nights, as it was then: as the game's settings say, else the
    player's own, else UTC.
    """
    player = seat.player
    own = "" if player is None else player.zone
    if player is not None and player.zones_before:
        own = zone_at(player, at)
    return settings.zones.get(seat.colour) or own or "UTC"


def hours_of(
    seat: Seat,
    settings: GameSettings,
    since: datetime,
    absences: Iterable[Absence] = (),
    *,
    opened: datetime | None = None,
) -> PlayingHours:
    """The seat's playing hours (PR-TURN-07) for what is counted `since` then: all of it is counted
    in the zone that the player had then, so that no hour that is past becomes another, nor one to
    come is put off. `opened`: of an interval, which keeps its deadline where absence was announced
    later.
    """
    days, country = settings.holidays
    away = [a for a in absences if a.seat_id == seat.pk and not a.play_on and a.begins < a.ends]
    if opened is not None:
        away = [a for a in away if a.announced <= opened]
    return PlayingHours(
        zone=zone_of(seat, settings, since),
        weekends=settings.weekends,
        holidays=days,
        country=country,
        night=settings.night,
        absences=tuple((a.begins, a.ends) for a in away),
    )
