"""The hours that the server drew for seats that were not asked, as a scenario tells them
(PR-INTERVAL-10).
"""

from __future__ import annotations

from arbitration.casebook.export.starting_entries import Beginning
from arbitration.models import Ruling
from traders.domain.deadlines.game_clocks import DeadlineState
from traders.models import Deadline, DeadlineKind

NEVER = "9999h"
"""Beyond every deadline: the seat passes there."""


def answers_after(ruling: Ruling, begin: Beginning) -> list[str]:
    """How long after its window opened the server was to pass for each seat, in the order in which
    that was drawn.
    """
    rows = Deadline.objects.filter(
        game=ruling.claim.game, kind=DeadlineKind.INTERVAL, set_at__gte=begin.clock
    )
    found: list[str] = []
    for row in rows.order_by("pk"):
        terms = DeadlineState.read(row.data)
        for seat in sorted(terms.unasked, key=begin.seats.index):
            at = terms.unasked[seat]
            if at != terms.opened:  # it had passed already, and nothing was drawn
                found.append(f"{int((at - terms.opened).total_seconds())}s" if at else NEVER)
    while found and found[-1] == NEVER:
        found.pop()
    return found
