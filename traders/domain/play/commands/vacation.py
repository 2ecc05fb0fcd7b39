"""Vacation: `away from <date> to <date> [play on]` and `back` (PR-TURN-06)."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from traders.domain.calendar import date_parsing
from traders.domain.calendar.playing_hours import DAY
from traders.domain.deadlines import deadline_changes
from traders.domain.deadlines.seat_clock import zone_of
from traders.domain.play.commands import leaving, voting
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.session import GameSession
from traders.domain.settings.game_settings import of as settings_of
from traders.domain.table.change_set import Line
from traders.engines.kernel.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count
from traders.models import Absence, Seat

_AWAY = re.compile(
    r"away (?:from )?(?P<begin>.{1,40}?) (?:to|until|till) (?P<end>.{1,40}?)"
    r"(?P<on> ?,? play on)? ?\.?",
    re.IGNORECASE,
)
RULE = "PR-TURN-06"
FARTHEST = timedelta(days=366)


def read(text: str, today: date) -> tuple[date, date, bool]:
    """First and last day and whether play goes on without the seat, from `away from … to … [play
    on]`; `Refusal` if it cannot be read.
    """
    found = _AWAY.fullmatch(" ".join(text.split()))
    try:
        begin, end = (
            date_parsing.span(found["begin"], found["end"], today) if found else (None, None)
        )
    except ValueError:
        begin = end = None
    if found is None or begin is None or end is None:
        raise Refusal(
            "I cannot read these days.",
            kind="unreadable",
            instead=(_example(today), f"{_example(today)} play on"),
        )
    if end < begin:
        other = f"away from {date_parsing.written(end)} to {date_parsing.written(begin)}"
        raise Refusal("The last day comes before the first.", kind="unreadable", instead=(other,))
    return begin, end, bool(found["on"])


def _example(today: date) -> str:
    """An absence as it can be announced today."""
    first, last = (date_parsing.written(today + weeks * 7 * DAY) for weeks in (1, 2))
    return f"away from {first} to {last}"


def announce(seat: Seat, text: str, now: datetime) -> Absence:
    """Note an absence of whole days in the seat's zone, from now on at the earliest, and move the
    clocks that it concerns.

    Refuses, citing PR-TURN-06, what is past, what overlaps another absence, and days beyond the
    season's allowance. With `play on` no clock stands still, so that it costs no day of the
    allowance.
    """
    settings = settings_of(seat.game)
    zone = ZoneInfo(zone_of(seat, settings))
    today = now.astimezone(zone).date()
    begin, end, play_on = read(text, today)
    if end < today:
        raise Refusal(
            f"{date_parsing.written(end)} is past: announce an absence before it is over.", RULE
        )
    if end > today + FARTHEST:
        raise Refusal(
            f"{date_parsing.written(end)} is more than a year ahead. You can be away until "
            f"{date_parsing.written(today + FARTHEST)} at the latest.",
            RULE,
        )
    begins, ends = _midnight(max(begin, today), zone), _midnight(end + DAY, zone)
    if any(a.begins < ends and begins < a.ends for a in seat.absences.filter(ends__gt=now)):
        raise Refusal(
            "You have announced an absence that overlaps these days.", RULE, instead=("back",)
        )
    begins = max(begins, now)
    used = 0 if play_on else _days(begins, ends, zone)
    left = settings.vacation_days - seat.vacation_used
    if used > left:
        raise Refusal(
            f"That is {count(used, 'day')}; you have {count(left, 'day')} left this season.", RULE
        )
    seat.vacation_used += used
    seat.save(update_fields=["vacation_used"])
    absence = Absence.objects.create(
        seat=seat, begins=begins, ends=ends, play_on=play_on, announced=now
    )
    deadline_changes.reckon_anew(seat.game, now)
    return absence


def back(seat: Seat, now: datetime) -> Absence:
    """The seat is back (or will not go): its absence ends now, clocks run on, and days not taken
    return to the allowance.
    """
    absence = seat.absences.filter(ends__gt=now).order_by("begins").first()
    zone = ZoneInfo(zone_of(seat, settings_of(seat.game)))
    if absence is None:
        example = _example(now.astimezone(zone).date())
        raise Refusal(
            "You are not away, and have not announced that you will be.", RULE, instead=(example,)
        )
    if not absence.play_on:
        taken = _days(absence.begins, now, zone) if absence.begins < now else 0
        seat.vacation_used = max(
            0, seat.vacation_used - (_days(absence.begins, absence.ends, zone) - taken)
        )
        seat.save(update_fields=["vacation_used"])
    absence.ends = max(now, absence.begins)
    absence.save(update_fields=["ends"])
    deadline_changes.reckon_anew(seat.game, now)
    return absence


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time.min, zone).astimezone(UTC)


def _days(begin: datetime, end: datetime, zone: ZoneInfo) -> int:
    """Days of the calendar that a span touches."""
    last = (end - timedelta(seconds=1)).astimezone(zone).date()
    return (last - begin.astimezone(zone).date()).days + 1


# --- as words of a letter -------------------------------------------------------------------------


def _say_away(session: GameSession, colour: str, rest: str, raw: str) -> Line:
    """`away from <date> to <date> [play on]`."""
    absence = announce(session.place(colour), f"away {rest}", session.now)
    voting.days_away_changed(session)
    zone = ZoneInfo(zone_of(session.place(colour), settings_of(session.game)))
    first, last = (
        absence.begins.astimezone(zone),
        (absence.ends - timedelta(seconds=1)).astimezone(zone),
    )
    away, clocks = "You are away", "your clocks are stopped"
    if absence.begins > session.now:
        away, clocks = f"You will be away from {first:%-d %B %Y}", "your clocks stop then"
    how = "play goes on without you" if absence.play_on else clocks
    return Line(
        raw,
        "noted",
        f"{away} until the end of {last:%-d %B %Y}; {how}. Back earlier? Write `back`.",
    )


def _say_back(session: GameSession, colour: str, rest: str, raw: str) -> Line | None:
    """`back`: from an absence, or into a seat that was left and is still free (PR-SEAT-04)."""
    if rest:
        return None
    place = session.place(colour)
    if place.left and not place.dropped:
        leaving.come_back(session, place)
        return Line(raw, "done", "You have taken your seat again.")
    absence = back(place, session.now)
    voting.days_away_changed(session)
    if absence.ends <= absence.begins:
        return Line(raw, "noted", "Your days away are called off; your clocks never stopped.")
    run = "" if absence.play_on else ", and your clocks run again"
    return Line(raw, "noted", f"You are back{run}.")


COMMANDS = (
    Command(
        prefix="away",
        group=Group.SEAT,
        forms=("away from <date> to <date> [play on]",),
        when=When.ANY,
        help="Your clocks stop while you are away; with `play on` the game goes on without you.",
        example="away from 24 december to 2 january",
        brief="your clocks stop; `back` ends it",
        rule="PR-TURN-06",
        deed=_say_away,
    ),
    Command(
        prefix="back",
        group=Group.SEAT,
        forms=("back",),
        when=When.ANY,
        help="You are back before your time, or take the seat again that you left.",
        example="back",
        rule="PR-TURN-06",
        deed=_say_back,
    ),
)
