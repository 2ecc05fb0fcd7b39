"""Answers to a window that has not opened yet: `next: pass`, `next if red rolls 5 or better: play
zap down`. Said below the answer to the window before it in the same deed, kept with that, and taken
when such a window opens (PR-STANDING-01). What the engine names as its followers
(`Interval.then`) can be answered so.
"""

from __future__ import annotations

import re

from traders.domain.table import plan_lines
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import Round, SealedNote
from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import SealedKind, SealedOutcome, Source

LINE = re.compile(r"next(?: if (?P<condition>[^:]++)|\s*+):\s*(?P<answer>.+)", re.DOTALL)
"""A line that answers the next window."""
SAID = (SealedKind.PASS, SealedKind.REACTION)
"""Answers below which it stands."""


def keep(table: Table, seat: Seat, folded: str) -> SealedNote:
    """Keep what a line says of the next window. `Refusal` where no window is open that the seat has
    answered, where none can follow that one, and for what cannot be read.
    """
    found, pending = LINE.fullmatch(folded), table.pending()
    assert found is not None
    if not isinstance(pending, Interval) or seat not in pending.seats or pending.question:
        words = "`next` stands below your answer in a reaction window, and none waits for you."
        raise Refusal(words, "PR-INTERVAL-03", kind="stale")
    if not pending.then:
        words = "No window of the same deed follows this one that could be answered ahead."
        raise Refusal(words, "PR-INTERVAL-01")
    if not any(next(table.open(kind, seat, pending.key), None) for kind in SAID):
        words = "`next` stands below your answer in this window: `pass`, or a card that you play."
        raise Refusal(words, "PR-INTERVAL-03", instead=("pass",))
    condition = table.condition(found["condition"].strip()) if found["condition"] else ""
    order = table.written_for_window(seat, found["answer"])
    data = {"then": list(pending.then)}
    return table.keep(
        seat, SealedKind.AHEAD, order, interval=pending.key, condition=condition, data=data
    )


def drop(table: Table, seat: Seat, key: int) -> list[SealedNote]:
    """The seat's answer in that window is another now: what stood below it is dropped with it."""
    below = list(table.open(SealedKind.AHEAD, seat, key))
    for said in below:
        table.use(said, SealedOutcome.REPLACED)
    return below


def take(table: Table, interval: Interval, rnd: Round) -> None:
    """A window opens: the first of a seat's answers to it that holds is the seat's own, and the
    seat is not asked. When it has passed nobody can tell: the server says so at an hour of the
    seat's, as for any who is not asked (PR-INTERVAL-05, PR-INTERVAL-10).
    """
    ahead = [
        said
        for said in table.open(SealedKind.AHEAD)
        if said.interval != interval.key and interval.name in said.data["then"]
    ]
    for seat in interval.seats if ahead else ():
        there = [said for said in ahead if said.seat == seat]
        meant = next((said for said in there if _holds(table, said)), None)
        for said in there:
            table.use(said, SealedOutcome.DONE if said is meant else SealedOutcome.OVER)
        if meant is None:
            continue
        rnd.ahead.append(seat)
        if meant.text != "pass":
            order = table.engine.read(table.state, seat, meant.text)
            table.keep(
                seat,
                SealedKind.REACTION,
                table.engine.write(order),
                interval=interval.key,
                source=Source.STANDING,
                condition=meant.condition,
            )
        if seat not in table.patience.people:
            table.keep(seat, SealedKind.PASS, interval=interval.key, source=Source.SERVER)


def lapse(table: Table) -> None:
    """The deed is over: answers to windows of it that did not open are void."""
    for said in list(table.open(SealedKind.AHEAD)):
        table.use(said, SealedOutcome.OVER)


def _holds(table: Table, said: SealedNote) -> bool:
    if said.condition and not table.engine.meets(table.state, said.seat, said.condition):
        return False
    return plan_lines.can_be_said(table, said.seat, said.text)
