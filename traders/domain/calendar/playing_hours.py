"""Playing hours: the times in which clocks run (PR-TURN-07). Pure: moments and durations in,
moments out; all moments are UTC.

Excluded are, by the zone of the player who is waited for: weekends, named holidays, the night, and
the player's absences. Spans are half open, so a deadline that would fall on the very moment at
which the weekend begins moves to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from traders.domain.calendar.holidays import holidays_of

DAY = timedelta(days=1)
NOTHING = timedelta(0)
FAR = 6_000
"""Days looked ahead: a year of playing time takes 3,100 where clocks run four hours a day from
Monday to Friday. What would end later ends then, so that a clock can always be reckoned.
"""


@dataclass(frozen=True, slots=True)
class PlayingHours:
    """The times in which clocks run for one player."""

    zone: str = "UTC"
    weekends: bool = True
    """Whether clocks run on Saturdays and Sundays."""
    holidays: frozenset[date] = frozenset()
    """Days on which clocks do not run."""
    country: str = ""
    """Two-letter code of a country on whose public holidays clocks do not run."""
    night: tuple[time, time] | None = None
    """From and to, by the player's own clock; it may go over midnight."""
    absences: tuple[tuple[datetime, datetime], ...] = ()
    """Spans in which the player is away (PR-TURN-06)."""

    @property
    def unbroken(self) -> bool:
        """Whether clocks always run."""
        return (
            self.weekends
            and not self.holidays
            and not self.country
            and self.night is None
            and not self.absences
        )

    def add(self, start: datetime, length: timedelta) -> datetime:
        """The moment after `length` of playing time since `start`, moved into playing hours."""
        if self.unbroken:
            return start + length
        left = length
        for begin, end in self.spans(start):
            if left < end - begin:
                return begin + left
            left -= end - begin
        return start + FAR * DAY

    def inside(self, moment: datetime) -> datetime:
        """The moment itself if clocks run then, else the next at which they do."""
        return self.add(moment, NOTHING)

    def between(self, start: datetime, end: datetime) -> timedelta:
        """The playing time from `start` to `end`; zero if `end` comes first."""
        if end <= start:
            return NOTHING
        if self.unbroken:
            return end - start
        total = NOTHING
        for begin, over in self.spans(start):
            if begin >= end:
                break
            total += min(over, end) - begin
        return total

    def spans(self, start: datetime) -> Iterator[tuple[datetime, datetime]]:
        """The spans of playing time from `start` on, in order; none is empty."""
        zone = ZoneInfo(self.zone)
        first = start.astimezone(zone).date()
        for ahead in range(FAR):
            for begin, end in self._day(first + ahead * DAY, zone):
                yield from _without(max(begin, start), end, self.absences)

    def _day(self, day: date, zone: ZoneInfo) -> Iterable[tuple[datetime, datetime]]:
        """The day's playing hours, midnight to midnight by the player's clock: 23 or 25 hours when
        clocks change.
        """
        if (
            (not self.weekends and day.weekday() >= 5)
            or day in self.holidays
            or (self.country and day in holidays_of(self.country))
        ):
            return ()
        begin, end = _utc(day, time.min, zone), _utc(day + DAY, time.min, zone)
        if self.night is None:
            return ((begin, end),)
        evening, morning = _utc(day, self.night[0], zone), _utc(day, self.night[1], zone, last=True)
        if self.night[0] < self.night[1]:
            return (begin, evening), (morning, end)
        return ((morning, evening),)


ALWAYS = PlayingHours()
"""Those of what runs at all hours: the times of claims and rulings."""


def _utc(day: date, hour: time, zone: ZoneInfo, *, last: bool = False) -> datetime:
    """When the player's clock comes to that hour: where it goes back over it for the first time, or
    for the `last`; where it skips it, at that change.
    """
    wall = datetime.combine(day, hour, zone)
    early, late = wall.astimezone(UTC), wall.replace(fold=1).astimezone(UTC)
    if late > early:
        before = (late - _SECOND).astimezone(zone).replace(tzinfo=None)
        # a clock that goes back to the very hour, and not over it, has come to it already
        return late if last and before < wall.replace(tzinfo=None) else early
    while early - late > _SECOND:  # it lies between the two if the hour is skipped
        middle = late + (early - late) // 2
        if middle.astimezone(zone).utcoffset() == early.astimezone(zone).utcoffset():
            early = middle
        else:
            late = middle
    return early.replace(microsecond=0)


_SECOND = timedelta(seconds=1)


def _without(
    begin: datetime, end: datetime, holes: tuple[tuple[datetime, datetime], ...]
) -> Iterator[tuple[datetime, datetime]]:
    """The span without the holes in it."""
    for away, back in sorted(holes):
        if away < end and back > begin:
            if begin < away:
                yield begin, away
            begin = max(begin, back)
    if begin < end:
        yield begin, end


def seconds(length: timedelta) -> int:
    """A length in whole seconds."""
    return round(length.total_seconds())
