"""Health figures for the operator: what is late, waiting, stuck or away.

The monitors' page, the metrics, the admin's first page and the operator's letter all read them
here. No figure reveals anything of a game, a player or an address.
"""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from django.db import DatabaseError
from django.db.models import Min, QuerySet

from traders.domain.calendar import clock, durations
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.operators import lifetime_counters, redis_connection
from traders.installation_paths import VAR
from traders.models import (
    Arrival,
    ArrivalOutcome,
    ArrivalStatus,
    Deadline,
    Letter,
    LetterStatus,
    Player,
    Report,
    ReportKind,
)

log = logging.getLogger(__name__)

LATE = timedelta(minutes=5)
"""Delay of something due before the operator is informed."""
UNSENT_LATE = timedelta(seconds=75)
"""Delay of a letter that found the mail server away before the operator is informed: it was tried
twice. With the pace of the operator's task that is within two minutes.
"""
UNTRIED_LATE = timedelta(minutes=2)
"""Delay of a letter that no worker has tried to send before the operator is informed."""
UNREAD_LATE = timedelta(minutes=2)
"""Delay of an incoming letter before the operator is informed: all later ones of its game wait for
it.
"""
COPY_LATE = timedelta(hours=36)
"""Age of the last copy of the database before the operator is informed: one is made each night."""
LATELY = timedelta(hours=1)
"""Time for which failures of a mail provider are counted."""
MOST_QUEUED = 1_000
"""Tasks in one queue that are no reason to worry."""
LEAST_FREE = 256 * 2**20
"""Octets of this machine's disk that are left before the operator is informed: while mail still
goes out.
"""
SILENT = timedelta(minutes=2)
"""Silence of all processes before the operator is informed (PR-MAIL-03)."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: a name for monitors, its value (seconds or a count), what it counts, and the
    problem it shows, "" for none.
    """

    name: str
    value: float
    words: str
    problem: str = ""
    label: str = ""
    """Tells figures of one name apart: a queue's name."""
    inside: bool = False
    """Its problem is for the operator alone: it tells of somebody's case."""

    @property
    def shown(self) -> str:
        """The value as people read it: a duration, yes or no, a count."""
        if self.name in ("database", "redis"):
            return "yes" if self.value else "no"
        if self.name.endswith("_octets"):
            return f"{self.value / 2**20:,.0f} MiB"
        return (
            durations.words(timedelta(seconds=round(self.value)))
            if self.name.endswith("_seconds")
            else f"{self.value:.0f}"
        )


def figures() -> list[Figure]:
    """All figures; only `database` and the disk's if the database does not answer. Never raises."""
    try:
        now = clock.now()
        counted = [figure for measure in MEASURES for figure in measure(now)]
    except DatabaseError:
        away = Figure("database", 0, "the database answers", "the database does not answer")
        return [away, _disk()]
    return [Figure("database", 1, "the database answers"), *counted, _disk(), *_queues()]


def problems(found: list[Figure], *, inside: bool = True) -> dict[str, str]:
    """Problems by the figure's name; `inside`: also those that are for the operator alone."""
    shown = [figure for figure in found if inside or not figure.inside]
    return {figure.name: figure.problem for figure in shown if figure.problem}


_logged: set[str] = set()
"""Problems that this process has logged and that are not solved yet."""
_one_at_a_time = Lock()


def log_changes(found: list[Figure]) -> None:
    """Log problems that are new to this process, and those that are solved: once each, however
    often a monitor asks.
    """
    wrong = problems(found)
    with _one_at_a_time:
        new = wrong.keys() - _logged
        # a figure that could not be counted may still have its problem
        well = _logged.intersection(figure.name for figure in found) - wrong.keys()
        _logged.difference_update(well)
        _logged.update(new)
    for name in sorted(new):
        log.error("%s: %s", name, wrong[name])
    for name in sorted(well):
        log.warning("%s: all is well again", name)


# --- what is late or stuck ------------------------------------------------------------------------


def _deadlines(now: datetime) -> Iterator[Figure]:
    """Deadlines that are late or fail."""
    waiting = Deadline.objects.filter(done_at=None)
    due = waiting.filter(due__lte=now, failures=0, game__frozen=False)
    oldest = _age(due, "due", now)
    late = (
        "deadlines are not carried out: does the clock's worker run?"
        if _waited(oldest, now) > LATE.total_seconds()
        else ""
    )
    yield Figure(
        "deadline_overdue_seconds",
        oldest,
        "age of the oldest deadline that is due and not carried out",
        late,
    )
    failing = waiting.filter(failures__gt=0).count()
    yield Figure(
        "deadlines_failing",
        failing,
        "deadlines that could not be carried out and are tried again each hour",
        f"{failing} deadlines cannot be carried out" if failing else "",
    )


def _letters_out(now: datetime) -> Iterator[Figure]:
    """Outgoing letters that wait, fail or were given up."""
    unsent = Letter.objects.filter(status__in=UNSENT)
    yield Figure(
        "letters_unsent", unsent.count(), "letters written and not yet taken by the mail server"
    )
    # a letter of unknown outcome waits ten minutes for a report, which is no problem
    waiting = unsent.filter(next_try__isnull=False).exclude(
        status=LetterStatus.UNKNOWN, next_try__gt=now
    )
    oldest = _age(waiting, "written", now)
    blocked = waiting.filter(status=LetterStatus.PREPARED, blocked=True)
    late = ""
    if _waited(_age(blocked, "written", now), now) > UNSENT_LATE.total_seconds():
        late = (
            "letters do not leave: the mail server puts off each that it is given"
            if _puts_off(blocked)
            else "letters do not leave: the mail server does not answer, or takes none"
        )
    # one that its own mailbox's server put off holds up no other
    elif (
        _waited(_age(waiting.exclude(attempts__gt=0, blocked=False), "written", now), now)
        > UNTRIED_LATE.total_seconds()
    ):
        late = "letters do not leave: does the worker of letters out run?"
    yield Figure(
        "letter_unsent_seconds", oldest, "age of the oldest letter that has not left", late
    )
    refusing = Report.objects.filter(taken__gte=now - LATELY, kind__in=REFUSING).count()
    yield Figure(
        "provider_failures",
        refusing,
        "letters that the provider put off or refused in the last hour",
    )
    given_up = (
        Letter.objects.filter(status=LetterStatus.FAILED, written__gte=now - timedelta(days=1))
        .exclude(problem="")
        .count()
    )
    yield Figure("letters_given_up", given_up, "letters of the last day that were given up")


def _puts_off(letters: QuerySet[Letter]) -> bool:
    """Whether the server answered the letter that was tried last, with a reply that puts it off."""
    problem = letters.order_by("-claimed_at").values_list("problem", flat=True).first() or ""
    return re.match(r"4\d\d ", problem) is not None


def _letters_in(now: datetime) -> Iterator[Figure]:
    """Incoming letters that wait, are set aside or unreadable."""
    unread = Arrival.objects.filter(status__in=UNREAD)
    yield Figure("letters_unread", unread.count(), "letters taken and not yet read")
    oldest = _age(unread, "taken", now)
    late = (
        "letters in are not read, and hold up what came later in their games: does the worker of "
        "letters in run?"
        if _waited(oldest, now) > UNREAD_LATE.total_seconds()
        else ""
    )
    yield Figure(
        "letter_unread_seconds", oldest, "age of the oldest letter that was not read", late
    )
    aside = Arrival.objects.filter(status=ArrivalStatus.SET_ASIDE).count()
    are = "1 letter is" if aside == 1 else f"{aside} letters are"
    words = f"{are} set aside: reading failed twice; read again when the fault is mended"
    yield Figure(
        "letters_set_aside", aside, "letters whose reading failed twice", words if aside else ""
    )
    unreadable = Arrival.objects.filter(
        outcome=ArrivalOutcome.UNREADABLE, taken__gte=now - timedelta(days=1)
    ).count()
    yield Figure(
        "letters_unreadable",
        unreadable,
        "letters of the last day that no reader could make anything of",
    )


def _copies(now: datetime) -> Iterator[Figure]:
    """The last copy of the database, where the nightly script says when it made one."""
    made = lifetime_counters.last_copy()
    if made is None:
        return
    age = max(0.0, (now - made).total_seconds())
    old = (
        "no copy of the database was made for more than a day: does the nightly script run?"
        if age > COPY_LATE.total_seconds()
        else ""
    )
    yield Figure("copy_age_seconds", age, "since the last copy of the database was made", old)


def _mailboxes(now: datetime) -> Iterator[Figure]:
    """Players' mailboxes that are dead."""
    dead = Player.objects.filter(is_active=True, mailbox_dead_since__isnull=False).count()
    yield Figure("mailboxes_dead", dead, "players whose mailbox refuses mail for good")


def _heartbeat(now: datetime) -> Iterator[Figure]:
    """The time since a process was last heard."""
    span = heartbeat_and_outages.latest()
    age = max(0.0, (now - span.until).total_seconds()) if span else 0.0
    silent = (
        "no process of the service has been heard of late" if age > SILENT.total_seconds() else ""
    )
    yield Figure("heartbeat_seconds", age, "since a process of the service was last heard", silent)


MEASURES: list[Callable[[datetime], Iterator[Figure]]] = [
    _deadlines,
    _letters_out,
    _letters_in,
    _mailboxes,
    _copies,
    _heartbeat,
]
"""Functions that yield figures; upper layers add theirs."""
REFUSING = (ReportKind.DEFERRED, ReportKind.REJECTED)
UNREAD = (ArrivalStatus.STORED, ArrivalStatus.READING)
UNSENT = (LetterStatus.WRITTEN, LetterStatus.PREPARED, LetterStatus.SENDING, LetterStatus.UNKNOWN)


def _age(rows: QuerySet, field: str, now: datetime) -> float:
    """Seconds since the oldest time in a column; 0 if there is none, or it lies ahead."""
    oldest = rows.aggregate(oldest=Min(field))["oldest"]
    return max(0.0, (now - oldest).total_seconds()) if oldest else 0.0


def _waited(age: float, now: datetime) -> float:
    """Of an age, the seconds since the server last began: what waited while it was down waits no
    longer than that for it.
    """
    up = heartbeat_and_outages.latest() if age else None
    return min(age, max(0.0, (now - up.since).total_seconds())) if up else age


def _disk() -> Figure:
    """What is left of the disk of the machine that looks: PostgreSQL lies there too, or on a disk
    that its own machine watches.
    """
    free = shutil.disk_usage(VAR).free
    full = f"the disk is almost full: {free // 2**20} MiB are left" if free < LEAST_FREE else ""
    return Figure("disk_free_octets", free, "of this machine's disk are left", full)


# --- the queues -----------------------------------------------------------------------------------


def _queues() -> Iterator[Figure]:
    """Figures of Redis and its queues. Without Redis nothing is lost, but nothing is done in
    time.
    """
    redis = redis_connection.client()
    if redis is None:
        return
    try:
        lengths = redis.lengths()
    except redis_connection.Away:
        yield Figure(
            "redis",
            0,
            "Redis answers",
            "Redis does not answer: no worker is woken, and nothing is done in time",
        )
        return
    finally:
        redis.close()
    yield Figure("redis", 1, "Redis answers")
    for name, length in lengths.items():
        long = f"{length} tasks wait in the queue {name}" if length > MOST_QUEUED else ""
        yield Figure("queue_length", length, "tasks that wait in a queue", long, name)
