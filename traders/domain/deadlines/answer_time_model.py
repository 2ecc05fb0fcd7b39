"""How long a person takes to answer a reaction window, and an hour drawn from that: the server
passes then for a seat that is not asked (PR-INTERVAL-10).

Times are counted in the hours of the day at which the person answers: whoever sleeps takes no
longer. Where few answers are known yet a fixed table stands for them. The draw follows from the
game's secret and the moment, so that it can be made again; a bot's answers never count.
"""

from __future__ import annotations

import hmac
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from traders.domain.calendar import clock
from traders.domain.calendar.playing_hours import NOTHING, PlayingHours
from traders.domain.deadlines.seat_clock import zone_of
from traders.domain.history import seed_encryption
from traders.domain.settings import game_settings
from traders.models import Deadline, DeadlineKind, Game, Seat, Sitting

FEW = 12
"""With fewer known answers than this the table is drawn from."""
MOST = 80
"""So many of the latest windows are looked at."""
TABLE = (0.05, 0.2, 0.5, 0.9, 1.4, 2.0, 2.8, 3.8, 5.0, 6.5, 8.5, 11.5, 16.0)
"""Hours awake until an answer where few are known: each step is as likely as the next."""
AWAKE = frozenset(range(8, 23))
"""Hours of the day, by the seat's own clock, at which an answer comes where few are known."""
LEAST = 8
"""Hours of the day at which a person is awake at least."""
SPREAD = 0.15
"""The standard deviation, as a logarithm, by which a drawn time differs from a known one."""
HOUR = timedelta(hours=1)
FARTHEST = 24 * 60
"""Hours looked ahead."""


class _Terms(msgspec.Struct):
    """Of a window's terms what tells who answered when."""

    opened: datetime
    clocks: dict[str, Any] = {}
    answered: dict[str, datetime] = {}
    unasked: dict[str, Any] = {}
    on_turn: list[str] = []
    in_turn: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A window in which a person was asked: whether in the own turn, when it opened, when it was
    answered, None where it was let pass, and when it closed.
    """

    own: bool
    opened: datetime
    at: datetime | None
    closed: datetime


@dataclass(frozen=True, slots=True)
class Habits:
    """How a person answers: zone, hours of the day, and known times awake, the shortest first, each
    with whether the answer came then, or was still to come as the window closed.
    """

    zone: ZoneInfo
    awake: frozenset[int] = AWAKE
    times: Sequence[tuple[timedelta, bool]] = ()

    @classmethod
    def of(
        cls,
        answers: Iterable[Answer],
        zone: ZoneInfo,
        *,
        own: bool,
        zone_at: Callable[[datetime], ZoneInfo] | None = None,
    ) -> Habits:
        """Those that answers show, of windows of the own turn or of others'. `zone_at`: the zone at
        a moment, of who had others: an answer is of the hour that it was there.
        """
        zone_at = zone_at or (lambda at: zone)
        alike = [one for one in answers if one.own == own]
        if len(alike) < FEW:
            return cls(zone)
        said = frozenset(one.at.astimezone(zone_at(one.at)).hour for one in alike if one.at)
        gaps = {hour for hour in range(24) if {(hour - 1) % 24, (hour + 1) % 24} <= said}
        plain = cls(zone, _widened(said | gaps) if said else AWAKE)
        times = [
            (
                replace(plain, zone=zone_at(one.opened)).between(one.opened, one.at or one.closed),
                one.at is not None,
            )
            for one in alike
        ]
        return cls(zone, plain.awake, sorted(times, key=lambda time: (time[0], not time[1])))

    def drawn(self, random: Random) -> timedelta | None:
        """A time awake until an answer; None for none.

        Of who let a window pass it is known that the answer would have taken longer, and no more:
        so the chance that it takes longer falls at each known answer by its part of those windows
        that lasted as long (the estimate of Kaplan and Meier).
        """
        if not self.times:
            step = random.randrange(len(TABLE) - 1)
            return HOUR * random.uniform(TABLE[step], TABLE[step + 1])
        least, longer = random.random(), 1.0
        for place, (time, answered) in enumerate(self.times):
            longer *= 1 - answered / (len(self.times) - place)
            if longer < least:
                return time * math.exp(random.gauss(0, SPREAD))
        return None

    def between(self, begin: datetime, end: datetime) -> timedelta:
        """The time awake between two moments."""
        spans = self._spans(begin, end)
        return sum((over - since for since, over, awake in spans if awake), NOTHING)

    def after(self, begin: datetime, length: timedelta, hours: PlayingHours) -> datetime | None:
        """When so much time awake has passed, in playing hours; None where that is far away."""
        for since, over, awake in self._spans(begin, begin + FARTHEST * HOUR):
            if not awake or hours.between(since, over) < over - since:
                continue
            if length < over - since:
                return clock.whole(since + length)
            length -= over - since
        return None

    def _spans(self, begin: datetime, end: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
        """From one full hour of the person's clock to the next, with whether it is awake then."""
        while begin < end:
            local = begin.astimezone(self.zone)
            full = (
                begin
                + HOUR
                - timedelta(
                    minutes=local.minute, seconds=local.second, microseconds=local.microsecond
                )
            )
            yield begin, min(full, end), local.hour in self.awake
            begin = full


def _widened(hours: frozenset[int]) -> frozenset[int]:
    """These hours of the day and those beside them, as many as a person is awake at least: who
    answers soon after an hour at which a letter came was awake in it.
    """
    while len(hours) < LEAST:
        hours = frozenset((hour + near) % 24 for hour in hours for near in (-1, 0, 1))
    return hours


def known(seat: Seat) -> list[Answer]:
    """Windows in which the seat's player was asked of late, in any game and seat."""
    since = dict(
        Sitting.objects.filter(player=seat.player_id, until=None).values_list(
            "seat__game_id", "since"
        )
    )
    rows = Deadline.objects.filter(
        kind=DeadlineKind.INTERVAL,
        done_at__isnull=False,
        game__in=list(since),
        game__seats__player=seat.player_id,
    )
    found = []
    for game, colour, data, due, done in rows.order_by("-pk").values_list(
        "game_id", "game__seats__colour", "data", "due", "done_at"
    )[:MOST]:
        terms = msgspec.convert(data, _Terms)
        answer = _answer(terms, colour, done, silent=bool(due and done and done >= due))
        if answer is not None and answer.opened >= since[game]:
            found.append(answer)
    return found


def _answer(terms: _Terms, colour: str, closed: Any, *, silent: bool) -> Answer | None:
    """What a window tells of a seat; None where it says nothing: it was not asked, passes in every
    window, or the window closed before it was heard.
    """
    at, own = terms.answered.get(colour), colour in terms.on_turn
    if colour not in terms.clocks or colour in terms.unasked or terms.in_turn:
        return None
    if (at is None and not silent) or (at == terms.opened and not own):
        return None
    return Answer(own, terms.opened, at, closed)


def hour(
    game: Game, seat: Seat, now: datetime, hours: PlayingHours, *, moment: str, own: bool
) -> datetime | None:
    """An hour at which the seat's player might answer a window that opens now, in the own turn or
    another's; None where that would not come at all. `moment`: names the window in its game.
    """
    told = _scripted.get()
    if told is not None:
        return now + told.pop(0) if told else None
    seed = hmac.digest(seed_encryption.unlock(game.secret), f"pass:{moment}".encode(), "sha256")
    random = Random(seed)
    habits = Habits.of(
        known(seat),
        ZoneInfo(hours.zone),
        own=own,
        zone_at=lambda at: ZoneInfo(zone_of(seat, game_settings.of(game), at)),
    )
    length = habits.drawn(random)
    return habits.after(now, length, hours) if length is not None else None


# --- scenarios ------------------------------------------------------------------------------------

_scripted: ContextVar[list[timedelta] | None] = ContextVar("answering times told", default=None)


@contextmanager
def scripted(times: list[timedelta]) -> Iterator[None]:
    """Within it these times are drawn, in order, and where they are used up none: a scenario tells
    them.
    """
    token = _scripted.set(times)
    try:
        yield
    finally:
        _scripted.reset(token)
