"""Sweeping: what is due is carried out, by any number of sweepers at once, and never twice.

Ids of due rows are read without a lock, by due time; then each is carried out where nobody else
holds its game. What a sweep costs follows what is due.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.timeline import reminding
from traders.domain.timeline.deadline_reached import Due
from traders.domain.timeline.timeline import catch_up, reached
from traders.models import RUN_ON, Deadline, DeadlineKind
from traders.models.batch_selection import portion

log = logging.getLogger(__name__)

BATCH = 500


@dataclass(slots=True)
class Swept:
    """What a sweep did, for the log and the tests: rows by what became of them."""

    done: int = 0
    moved: int = 0
    left: int = 0
    failed: int = 0


def due_rows(limit: int = BATCH, now: datetime | None = None) -> list[Due]:
    """Rows that are due, the earliest first; of more than the limit also the latest. Read without a
    lock by the index over open rows.

    In a game whose clocks stand still only the court's go on (PR-CLAIM-03), and the end of a pause:
    what else is due there waits, and stands in nobody's way.
    """
    passed = (now or clock.now()) - clock.settling()
    runs = Q(game__frozen=False) | Q(kind__in=RUN_ON)
    rows = Deadline.objects.filter(runs, done_at=None, due__lte=passed).only(
        "game_id", "kind", "due"
    )
    return [
        Due(row.pk, row.game_id, row.kind, row.due)
        for row in portion(rows, "due", limit)
        if row.due is not None
    ]


def sweep(limit: int = BATCH, now: datetime | None = None) -> Swept:
    """Carry out what is due. Any number may run at once; running it again changes nothing more."""
    now = now or clock.now()
    if not clock.is_set():
        # before anything that fell due while the server was down is carried out
        heartbeat_and_outages.beat(now)
    swept = Swept()
    due = due_rows(limit, now)
    outages = heartbeat_and_outages.outages(now) if due else []
    # what was set before an outage may have moved with it
    rows = Deadline.objects.filter(pk__in=[row.pk for row in due])
    moved = set(
        rows.filter(set_at__lte=outages[-1].end).values_list("pk", flat=True) if outages else ()
    )
    together = [row for row in due if row.kind == DeadlineKind.REMINDER and row.pk not in moved]
    chosen = {row.pk for row in together}
    alone = [row for row in due if row.pk not in chosen]
    if together and not _together(together, now, swept):
        alone = due
    for row in alone:
        if len(due) == limit:
            # of its game earlier ones may be due that this portion left out
            catch_up(row.game_id, row.due, row.pk)
        became = reached(row, now, outages)
        setattr(swept, became, getattr(swept, became) + 1)
    return swept


def _together(due: list[Due], now: datetime, swept: Swept) -> bool:
    """Carry out reminders all at once; False where one of them cannot be, so that each is tried by
    itself.
    """
    try:
        done = reminding.remind_all([row.pk for row in due], {row.game_id for row in due}, now)
    except Exception:  # whichever it is, it is found when each is tried by itself
        log.warning(
            "reminders could not be carried out together; each is tried by itself", exc_info=True
        )
        return False
    swept.moved += done
    swept.left += len(due) - done
    return True
