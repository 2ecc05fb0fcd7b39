"""The server's heartbeat, and the outages that it tells: every deadline within one, or shortly
after, moves by the hours of play that it took (PR-MAIL-03).

Every process that runs for long beats in a thread of its own (`keep`), so that no queue and no task
delays it: an outage is a span in which no process lived, or none reached the database. A row is a
span in which the server lived; the gap before the next row is an outage. A deadline notes for which
outages it has moved, so that being told twice, or by two processes, moves nothing twice
(docs/decisions/0018-outages-and-queues.md).
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from threading import Lock, Thread

from django.db import connection, transaction
from django.db.models import QuerySet

from traders.domain import hooks
from traders.domain.calendar import clock
from traders.domain.calendar.playing_hours import ALWAYS, PlayingHours
from traders.domain.deadlines.game_clocks import Clocks, DeadlineState, HoursOf
from traders.models import Deadline, DeadlineKind, Game, Heartbeat

log = logging.getLogger(__name__)

MISSING = timedelta(minutes=1)
"""A heart that was not heard for so long did not beat. Shorter gaps are a worker's changing or a
slow machine's.
"""
BEAT = timedelta(seconds=8)
"""A heart that was heard so recently need not be noted again: of many processes one writes."""
EVERY = 5.0
"""Seconds between two looks of a process."""
LONGEST = timedelta(days=60)
"""How far back outages are looked for."""
NEAR = timedelta(days=7)
"""Deadlines so soon after an outage are moved as soon as it is known; with longer interval times,
later ones by the sweep.
"""
GAMES = 100
"""Games whose deadlines are moved at once: what falls due meanwhile waits a second at most."""


_BEATS = 0x5442_4541 << 32
"""The number of the lock under which beats are noted."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A span in which the server was down. `id` is that of the span of life after it."""

    id: int
    begin: datetime
    end: datetime

    @property
    def length(self) -> timedelta:
        return self.end - self.begin

    def reaches(self, due: datetime, interval_time: timedelta, hours: PlayingHours) -> bool:
        """Whether a deadline falls within it, or within the interval time after it, which runs in
        the deadline's hours (PR-MAIL-03, PR-TURN-07).
        """
        return self.begin <= due <= hours.add(self.end, interval_time)


def latest() -> Heartbeat | None:
    """The span that was begun last, whatever its hours: clocks are set back too."""
    return Heartbeat.objects.order_by("-pk").first()


def beat(now: datetime | None = None) -> Outage | None:
    """The server lives. Returns the outage that this beat ended, if any; `move_portion` moves its
    deadlines. Where the clock was set back, another span begins, and no outage ends.
    """
    now = now or clock.now()
    last = latest()
    if last is not None and -MISSING <= now - last.until < BEAT:
        return None
    with transaction.atomic():
        _one_at_a_time()
        last = latest()  # of two who waited the second finds the first's life
        if last is not None and -MISSING <= now - last.until <= MISSING:
            if last.until < now:
                _note_span(last, now)
            return None
        life = _new_span(now, last)
    if last is None or now < last.until:
        return None
    outage = Outage(life.pk, last.until, now)
    log.warning(
        "outage from %s to %s: deadlines in it and shortly after move by its hours of play, of %s",
        outage.begin,
        outage.end,
        outage.length,
    )
    return outage


def _one_at_a_time() -> None:
    """Within this transaction nobody else notes a beat, the first of all among them; on SQLite
    nobody else writes.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_BEATS])


def keep() -> Thread:
    """Beat from now on, in a thread of this process, until the process ends.

    A database that is away is tried again: without it nothing can be taken, and the gap is an
    outage.
    """
    thread = Thread(target=_beat_on, name="heartbeat", daemon=True)
    thread.start()
    return thread


UNFORKED = Lock()
"""Held while a thread beside the main one works, as during a beat. The process does not fork then:
its child would have half a connection, and SQLite's locks, which nobody gives back.
"""
os.register_at_fork(
    before=UNFORKED.acquire, after_in_parent=UNFORKED.release, after_in_child=UNFORKED.release
)


def _beat_on() -> None:
    while True:
        _note()
        time.sleep(EVERY)


def _note() -> None:
    with UNFORKED:
        try:
            beat()
        except Exception:
            log.warning("the heartbeat could not be noted", exc_info=True)
        finally:
            connection.close()  # nothing of it is there when the process forks


def missed(begin: datetime, length: timedelta) -> Outage:
    """Note an outage that began at `begin`, and move its deadlines: for scenarios, and for an
    operator who knows of one.
    """
    with transaction.atomic():
        before = Heartbeat.objects.filter(since__lte=begin).order_by("-until").first()
        if before is None:
            before = _new_span(begin, None)
        elif before.until != begin:
            _note_span(before, begin)
        life = _new_span(begin + length, before)
    while move_portion():
        pass
    return Outage(life.pk, begin, begin + length)


def _new_span(at: datetime, earlier: Heartbeat | None) -> Heartbeat:
    span = Heartbeat(since=at, until=at)
    if earlier is not None:
        span.before = earlier.until
        span.moved_to = 0 if earlier.until < at else None
    span.seal = span.sealed()
    span.save()
    return span


def _note_span(span: Heartbeat, until: datetime) -> None:
    """Keep until when the span lasts, under its seal."""
    span.until = until
    span.seal = span.sealed()
    span.save(update_fields=["until", "seal"])


def outages(now: datetime) -> list[Outage]:
    """The outages of late, the oldest first."""
    return between(spans_before(now))


def spans_before(now: datetime) -> QuerySet[Heartbeat]:
    """The spans of late in which the server was up, the oldest first."""
    return Heartbeat.objects.filter(until__gte=now - LONGEST).order_by("pk")


def between(spans: Iterable[Heartbeat]) -> list[Outage]:
    """The outages between these spans."""
    gaps = [Outage(later.pk, earlier.until, later.since) for earlier, later in pairwise(spans)]
    return [gap for gap in gaps if gap.length > MISSING]


def moved(
    since: datetime,
    due: datetime,
    interval_time: timedelta,
    hours: PlayingHours = ALWAYS,
    known: Sequence[Outage] | None = None,
) -> datetime:
    """When what runs from `since` falls due, for times that no clock has: every outage that reaches
    it moves it by the hours of play that it took (PR-MAIL-03). `known`: the outages, where they are
    read already.
    """
    for outage in outages(since) if known is None else known:
        if since < outage.end and outage.reaches(due, interval_time, hours):
            due = hours.add(due, hours.between(max(since, outage.begin), outage.end))
    return due


def move_portion(games: int = GAMES) -> bool:
    """Move the deadlines of some of the games that an outage concerns, game by game under its lock,
    where the last portion ended; whether there may be more. For the clock's queue: it is seconds of
    work, which hold up whoever noticed the outage.
    """
    span = Heartbeat.objects.filter(moved_to__isnull=False).order_by("pk").first()
    if span is None or span.before is None or span.moved_to is None:
        return False
    outage = Outage(span.pk, span.before, span.since)
    rows = Deadline.objects.filter(
        done_at=None, due__gte=outage.begin, due__lte=outage.end + NEAR, set_at__lt=outage.end
    )
    ids = rows.filter(game_id__gt=span.moved_to).values_list("game_id", flat=True)
    found = list(ids.order_by("game_id").distinct()[:games])
    for game_id in found:
        with transaction.atomic():
            game = Game.objects.select_for_update().filter(pk=game_id).first()
            if game is not None:
                clocks = Clocks(game, outage.end)
                move(clocks, [outage])
                clocks.save()
    reached = found[-1] if len(found) == games else None
    Heartbeat.objects.filter(pk=span.pk).update(moved_to=reached)
    return True


def move(clocks: Clocks, these: Iterable[Outage]) -> None:
    """Move a game's open deadlines by the outages that they have not moved for yet (PR-MAIL-03)."""
    for outage in these:
        for row in list(clocks.rows):
            if row.kind == DeadlineKind.REMINDER:
                continue  # goes with what it reminds of
            if row.kind == DeadlineKind.COURT:
                _move_for_the_court(clocks, row, outage)
                continue
            terms, hours = clocks.terms(row), clocks.hours_for(row)
            if outage.id in terms.outages or not _concerns(
                outage, terms, hours, clocks.settings.interval_time
            ):
                continue
            terms.outages.append(outage.id)
            terms.give_back(outage.begin, outage.end, hours)
            clocks.touch(row)


def _move_for_the_court(clocks: Clocks, row: Deadline, outage: Outage) -> None:
    """Move a time of a claim, which no clock has, and which runs at all hours."""
    terms, interval_time = clocks.terms(row), clocks.settings.interval_time
    if row.due is None or outage.id in terms.outages or terms.opened >= outage.end:
        return
    if not outage.reaches(row.due, interval_time, ALWAYS):
        return
    terms.outages.append(outage.id)
    row.due = moved(terms.opened, row.due, interval_time, known=[outage])
    clocks.touch(row)
    for told in hooks.COURT_MOVED:
        told(row)


def _concerns(
    outage: Outage, terms: DeadlineState, hours: HoursOf, interval_time: timedelta
) -> bool:
    """Whether the deadline ran when the server was down, and the outage reaches it."""
    due = terms.due(hours)
    return due is not None and any(
        own.since and own.since < outage.end and outage.reaches(due, interval_time, hours(seat))
        for seat, own in terms.clocks.items()
    )
