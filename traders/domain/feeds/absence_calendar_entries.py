"""A player's absences, as whole days of the seat's zone (PR-TURN-06)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.urls import reverse

from traders.domain.deadlines.seat_clock import zone_of
from traders.domain.feeds.calendar_entry import SHOWN, CalendarEntry
from traders.domain.feeds.deadline_calendar_entries import seats_of
from traders.domain.settings import game_settings
from traders.engines.kernel.words import named
from traders.models import Absence, Player

_SECOND = timedelta(seconds=1)
_DAY = timedelta(days=1)


def absences(player: Player, now: datetime) -> Iterator[CalendarEntry]:
    """The days away of each seat of the player. One that ended early is shortened; one that was
    called off before it began is gone.
    """
    seats = seats_of(player, now)
    for absence in Absence.objects.filter(seat__in=seats, ends__gte=now - SHOWN):
        seat = seats[absence.seat_id]
        zone = ZoneInfo(zone_of(seat, game_settings.of(seat.game), absence.announced))
        first = absence.begins.astimezone(zone).date()
        last = max(first, (absence.ends - _SECOND).astimezone(zone).date())
        gone = absence.ends <= absence.begins
        ended = absence.ends.astimezone(zone).time() != time.min and absence.ends <= now
        yield CalendarEntry(
            key=f"{seat.pk}/away/{absence.pk}",
            title=f"Away · {seat.game.title}",
            words=f"You are {named(seat.colour)} in {seat.game.title}. "
            + ("Play goes on without you." if absence.play_on else "Your clocks are stopped."),
            page=reverse("game", args=[seat.game.slug]),
            begins=first,
            until=last + _DAY,
            changes=int(gone or ended),
            changed=absence.ends if ended else absence.announced,
            gone=gone,
        )
