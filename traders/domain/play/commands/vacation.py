"""Vacation: `away [everywhere] from <date> to <date> [play on]` and `back [everywhere]`
(PR-TURN-06).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from django.db import connection, transaction

from traders.domain.calendar import date_parsing
from traders.domain.calendar.playing_hours import DAY
from traders.domain.deadlines import deadline_changes
from traders.domain.deadlines.absent_seats_and_vacation_days import days_touched
from traders.domain.deadlines.absent_seats_and_vacation_days import end as end_absence
from traders.domain.deadlines.seat_clock import zone_of
from traders.domain.play.commands import leaving_and_taking_seats, running_proposals
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.settings.game_settings import of as settings_of
from traders.domain.table.change_set import Line
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count, listed
from traders.models import Absence, Game, Phase, Seat

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
    zone = ZoneInfo(zone_of(seat, settings, now))
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
    used = 0 if play_on else days_touched(begins, ends, zone)
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
    if absence is None:
        zone = ZoneInfo(zone_of(seat, settings_of(seat.game), now))
        example = _example(now.astimezone(zone).date())
        raise Refusal(
            "You are not away, and have not announced that you will be.", RULE, instead=(example,)
        )
    end_absence(absence, seat, now)
    deadline_changes.reckon_anew(seat.game, now)
    return absence


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time.min, zone).astimezone(UTC)


# --- as words of a letter -------------------------------------------------------------------------


def _say_away(session: GameSession, colour: str, rest: str, raw: str) -> Line:
    """`away [everywhere] from <date> to <date> [play on]`."""
    if rest == EVERYWHERE or rest.startswith(f"{EVERYWHERE} "):
        days = f"away {rest.removeprefix(EVERYWHERE).strip()}"
        seats = _seats_everywhere(session.place(colour))
        words = _in_all_games(session, seats, partial(_go_away, text=days))
        return Line(raw, "noted", f"{words} Back earlier? Write `back everywhere`.")
    words = _go_away(session, colour, text=f"away {rest}")
    return Line(raw, "noted", f"{words} Back earlier? Write `back`.")


def _say_back(session: GameSession, colour: str, rest: str, raw: str) -> Line | None:
    """`back`: from an absence, or into a seat that was left and is still free (PR-SEAT-04); `back
    everywhere`.
    """
    if rest == EVERYWHERE:
        own = session.place(colour)
        away = Absence.objects.filter(ends__gt=session.now, seat__player=own.player_id)
        seats = set(away.values_list("seat", flat=True))
        gone = [place for place in _seats_everywhere(own) if place.pk in seats]
        return Line(raw, "noted", _in_all_games(session, gone or [own], _come_back))
    if rest:
        return None
    place = session.place(colour)
    if place.left and not place.dropped:
        leaving_and_taking_seats.come_back(session, place)
        return Line(raw, "done", "You have taken your seat again.")
    return Line(raw, "noted", _come_back(session, colour))


def _go_away(session: GameSession, colour: str, *, text: str) -> str:
    """Announce an absence; what is so then, in words."""
    absence = announce(session.place(colour), text, session.now)
    running_proposals.days_away_changed(session)
    zone = ZoneInfo(zone_of(session.place(colour), session.settings, session.now))
    first, last = (
        absence.begins.astimezone(zone),
        (absence.ends - timedelta(seconds=1)).astimezone(zone),
    )
    away, clocks = "You are away", "your clocks are stopped"
    if absence.begins > session.now:
        away, clocks = f"You will be away from {first:%-d %B %Y}", "your clocks stop then"
    how = "play goes on without you" if absence.play_on else clocks
    return f"{away} until the end of {last:%-d %B %Y}; {how}."


def _come_back(session: GameSession, colour: str) -> str:
    """End an absence; what is so then, in words."""
    absence = back(session.place(colour), session.now)
    running_proposals.days_away_changed(session)
    if absence.ends <= absence.begins:
        return "Your days away are called off; your clocks never stopped."
    run = "" if absence.play_on else ", and your clocks run again"
    return f"You are back{run}."


# --- in all games at once -------------------------------------------------------------------------

EVERYWHERE = "everywhere"
BUSY = "This game is busy at the moment: say it there again."


def _in_all_games(
    session: GameSession, seats: Sequence[Seat], deed: Callable[[GameSession, str], str]
) -> str:
    """Do the same for each of a player's seats, by itself; what came of it, with the games by
    name. Refused only where it is in all of them (PR-TURN-06).
    """
    done, refused = dict[str, list[str]](), dict[str, list[str]]()
    first: Refusal | None = None
    for place in seats:
        try:
            with _session_of(session, place) as other:
                done.setdefault(deed(other, place.colour), []).append(place.game.title)
        except Refusal as refusal:
            first = first or refusal
            refused.setdefault(refusal.with_rules, []).append(place.game.title)
    not_done = [f"Not in {listed(games)}: {why}" for why, games in refused.items()]
    if first is not None and not done:
        text = " ".join(not_done) if len(not_done) > 1 else first.text
        raise Refusal(text, *first.rules, kind=first.kind, instead=first.instead)
    held = [f"{words} That is so in {listed(games)}." for words, games in done.items()]
    return " ".join([*held, *not_done])


def _seats_everywhere(own: Seat) -> list[Seat]:
    """This seat, and those of its player in other games that are on, or gather players."""
    if own.player_id is None:
        return [own]
    seats = Seat.objects.filter(player=own.player_id, left=None, dropped=False)
    others = seats.exclude(game=own.game_id).exclude(game__phase=Phase.OVER)
    return [own, *others.select_related("game").order_by("game")]


@contextmanager
def _session_of(session: GameSession, place: Seat) -> Iterator[GameSession]:
    """A session of the seat's game beside this one. It waits for no lock: two players who are away
    everywhere would wait for each other's games.
    """
    with transaction.atomic():
        if place.game_id == session.game.pk:
            yield session
            return
        skip = connection.features.has_select_for_update_skip_locked
        row = Game.objects.select_for_update(skip_locked=skip).filter(pk=place.game_id).first()
        if row is None:
            raise Refusal(BUSY, RULE, kind="stale")
        with open_session(row.pk, session.now) as other:
            yield other


COMMANDS = (
    Command(
        prefix="away",
        group=Group.SEAT,
        forms=("away [everywhere] from <date> to <date> [play on]",),
        help="Your clocks stop while you are away, `everywhere` in all games; `play on`: they run.",
        example="away from 24 december to 2 january",
        brief="your clocks stop; `back` ends it",
        rule="PR-TURN-06",
        deed=_say_away,
    ),
    Command(
        prefix="back",
        group=Group.SEAT,
        forms=("back [everywhere]",),
        help="You are back before your time, or take your seat again; `everywhere`: in all games.",
        example="back",
        rule="PR-TURN-06",
        deed=_say_back,
    ),
)
