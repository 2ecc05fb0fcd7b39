"""Sealed notes: loading what seats sent that is not public yet into the table, and storing its
changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from traders.domain.table.table import Table
from traders.domain.table.table_data_types import Progress, SealedNote
from traders.models import Game, Prepared, Sealed, SealedKind, SealedOutcome, Source

OFFERS_REMEMBERED = 100
"""Entries after which the outcome of a closed offer is forgotten."""

COUNTING = Prepared(Sealed, lambda game: Sealed.objects.filter(used=None, game=game).order_by())
"""What was said in a game and still counts."""


def counting(game: Game, progress: Progress, rows: Sequence[Sealed]) -> list[SealedNote]:
    """What was said and still counts (`rows`), what was said in intervals that are open, the
    standing orders that answered in them, and what became of the latest offers.
    """
    found = {row.serial: row for row in rows}
    if progress.rounds:
        found |= _used(game, interval__in=list(progress.rounds))
    if progress.offers:
        found |= _used(game, kind=SealedKind.OFFER, used__gte=game.number - OFFERS_REMEMBERED)
    behind = {row.data["standing"] for row in found.values() if row.data.get("standing")} - set(
        found
    )
    if behind:
        found |= _used(game, serial__in=behind)
    return [note_of(found[serial]) for serial in sorted(found)]


def _used(game: Game, **which: object) -> dict[int, Sealed]:
    """What came to something, by its serial."""
    rows = Sealed.objects.filter(game=game, used__isnull=False, **which)
    return {row.serial: row for row in rows}


def note_of(row: Sealed) -> SealedNote:
    """The sealed note of a row."""
    return SealedNote(
        row.serial,
        row.seat,
        SealedKind(row.kind),
        row.text,
        row.interval,
        row.condition,
        dict(row.data),
        row.made,
        row.used,
        SealedOutcome(row.outcome),
        Source(row.source),
        row,
    )


def save(game: Game, table: Table, now: datetime) -> None:
    """Store new notes, and changes of known ones."""
    new, changed = [], []
    for note in table.said:
        if note.row is None:
            note.row = Sealed(
                game=game,
                seat=note.seat,
                kind=note.kind,
                serial=note.serial,
                interval=note.interval,
                text=note.text,
                condition=note.condition,
                data=note.data,
                made=note.made,
                used=note.used,
                outcome=note.outcome,
                at=now,
                source=note.source,
            )
            new.append(note.row)
        elif (note.row.used, note.row.outcome, note.row.interval, note.row.data) != (
            note.used,
            note.outcome,
            note.interval,
            note.data,
        ):
            note.row.used, note.row.outcome, note.row.interval, note.row.data = (
                note.used,
                note.outcome,
                note.interval,
                note.data,
            )
            changed.append(note.row)
    Sealed.objects.bulk_create(new)
    Sealed.objects.write(changed, ["used", "outcome", "interval", "data"])
