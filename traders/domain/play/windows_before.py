"""Windows as they were before a session, beside what they are after it: opened, opened once more,
and whom they ask.
"""

from __future__ import annotations

from collections.abc import Iterable

from traders.domain.table import asked_seats
from traders.domain.table.change_set import ChangeSet
from traders.domain.table.table import Table
from traders.engines.kernel.contract import Interval, Pending
from traders.engines.kernel.seats import Seat


class WindowsBefore:
    """What a session must know of the time before it, to say what is new to whom."""

    def __init__(self, table: Table, pending: Pending | None) -> None:
        self._opened = _times_opened(table)
        self._unasked = asked_seats.unasked(table, pending)
        self._key = pending.key if isinstance(pending, Interval) else None

    def compare(self, change_set: ChangeSet, table: Table, seats: Iterable[Seat]) -> None:
        """Note whether the open window was opened once more (PR-PRIORITY-04), and whom it asks
        (PR-INTERVAL-10): who has come by something to play is asked as if it had opened now; where
        the game could be won at once, who is not asked is told so at once.
        """
        pending = table.pending()
        if not isinstance(pending, Interval):
            return
        unasked = change_set.unasked = asked_seats.unasked(table, pending)
        before = self._opened.get(pending.key)
        change_set.reopened = before not in (None, _times_opened(table)[pending.key])
        if pending.key == self._key and not change_set.reopened:
            change_set.anew |= self._unasked - unasked
        elif pending.stakes and before is None:
            for seat in seats:
                if seat in unasked or seat not in pending.seats:
                    change_set.own_notices.setdefault(seat, []).append(pending.stakes)


def _times_opened(table: Table) -> dict[int, int]:
    """How often each interval was opened, anew after reactions too (PR-PRIORITY-04)."""
    return {key: one.number for key, one in table.progress.rounds.items()}
