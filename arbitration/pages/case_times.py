"""Times of a case in the reader's zone, beside each seat's local time and playing hours
(PR-TURN-07).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone

from arbitration.evidence.evidence_types import DisputedMoment
from arbitration.models import Claim
from traders.domain.calendar import durations
from traders.domain.calendar.playing_hours import PlayingHours
from traders.domain.deadlines import deadlines
from traders.domain.deadlines.seat_clock import hours_of
from traders.domain.letters.plain_text_layout import dated_in
from traders.domain.people import seating
from traders.domain.settings import game_settings
from traders.models import OF_PLAY, Absence, Deadline, Entry, Kind, Seat, at_once


def local_time(at: datetime) -> str:
    """A time in the reader's zone, to the second."""
    return f"{timezone.localtime(at):%a %-d %b, %H:%M:%S}"


def with_local_times(text: str, near: datetime) -> str:
    """A text of findings and evidence, its times converted from UTC to the reader's zone. `near`: a
    time within half a year of all of them.
    """
    return dated_in(text, near, timezone.get_current_timezone())


@dataclass(frozen=True, slots=True)
class SeatHours:
    """A seat's playing hours, and its clock as it was at the moment."""

    seat: str
    hours: PlayingHours
    due: datetime | None
    """The deadline of its turn, or of the interval or choice that waited for it."""
    bank: timedelta
    waiting: timedelta
    """Its saved time and its waiting time now."""

    @property
    def bank_words(self) -> str:
        """The saved time in words."""
        return durations.shortly(self.bank)

    @property
    def waiting_words(self) -> str:
        """The waiting time in words."""
        return durations.shortly(self.waiting)

    @property
    def words(self) -> str:
        """The hours in which its clock does not run, in words."""
        own = self.hours
        parts = [
            f"night {own.night[0]:%H:%M} to {own.night[1]:%H:%M}" if own.night else "",
            "" if own.weekends else "weekends",
            "holidays" if own.holidays or own.country else "",
            "days away" if own.absences else "",
        ]
        return ", ".join(part for part in parts if part)

    def local(self, at: datetime) -> str:
        """A time in the seat's zone, marked if it is outside the seat's hours."""
        local = at.astimezone(ZoneInfo(self.hours.zone))
        return f"{local:%a %H:%M}" + ("" if self.hours.inside(at) == at else ", outside its hours")


def seats_of(claim: Claim, at: DisputedMoment | None) -> list[SeatHours]:
    """The hours of each seat in the game, in the order of seats, as they were at the moment: under
    the settings of then, for the player who sat there, with the absences announced by then.
    """
    entry = at.entry if at and at.entry else claim.entry
    moment = min(at.begun if at else claim.made, claim.made)
    found = []
    changes, sittings, places, absences, rows = at_once(
        Entry.objects.filter(game=claim.game, kind=Kind.SETTINGS, number__gt=entry),
        seating.sittings_at(claim.game, moment),
        Seat.objects.filter(game=claim.game).select_related("player").order_by("place"),
        Absence.objects.filter(seat__game=claim.game, play_on=False, announced__lte=claim.made),
        _deadlines(claim, moment),
    )
    settings = game_settings.of(claim.game, entry if changes else None)
    sitters = seating.by_seat(sittings)
    for seat in places:
        seat.player = sitters.get(seat.colour, seat.player)
        away = [absence for absence in absences if absence.seat_id == seat.pk]
        own, due = hours_of(seat, settings, moment, away), _due(rows, seat.colour, moment)
        found.append(
            SeatHours(
                seat.colour, own, due, timedelta(seconds=seat.bank), timedelta(seconds=seat.purse)
            )
        )
    return found


def _deadlines(claim: Claim, moment: datetime) -> QuerySet[Deadline]:
    """Deadlines of play that had been set at the moment, the latest first."""
    rows = Deadline.objects.filter(game=claim.game, kind__in=OF_PLAY, set_at__lte=moment)
    return rows.order_by("-set_at", "-pk")


def _due(rows: list[Deadline], seat: str, moment: datetime) -> datetime | None:
    """The deadline that ran for the seat at the moment; None if none did."""
    running = [
        row
        for row in rows
        if (row.done_at is None or row.done_at >= moment) and seat in row.data.get("clocks", {})
    ]
    after = moment + timedelta(seconds=1)  # includes deadlines set in the second of the moment
    return next((due for row in running if (due := deadlines.due_before(row, after))), None)
