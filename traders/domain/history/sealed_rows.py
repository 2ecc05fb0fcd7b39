"""Sealed notes: loading what seats sent that is not public yet into the table, and storing its
changes.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from traders.domain.table.records import Progress, SealedNote
from traders.domain.table.table import Table
from traders.models import Game, Prepared, Sealed, SealedKind

OFFERS_REMEMBERED = 100
"""Entries after which the outcome of a closed offer is forgotten."""

_COUNTING = Prepared(Sealed, lambda game: Sealed.objects.filter(used=None, game=game).order_by())


def counting(game: Game, progress: Progress) -> list[SealedNote]:
    """The notes that a table needs: those still in force, those sent in open intervals, the
    standing orders that answered in them, and the latest offers.
    """
    rows = Sealed.objects.filter(game=game)
    first = (
        rows.filter(Q(used=None) | Q(interval__in=list(progress.rounds)))
        if progress.rounds
        else _COUNTING.rows(game.pk)
    )
    found = {row.serial: row for row in first}
    if progress.offers:
        lately = rows.filter(kind=SealedKind.OFFER, used__gte=game.number - OFFERS_REMEMBERED)
        found |= {row.serial: row for row in lately}
    behind = {row.data["standing"] for row in found.values() if row.data.get("standing")} - set(
        found
    )
    if behind:
        found |= {row.serial: row for row in rows.filter(serial__in=behind)}
    return [note_of(found[serial]) for serial in sorted(found)]


def note_of(row: Sealed) -> SealedNote:
    """The sealed note of a row."""
    return SealedNote(
        row.serial,
        row.seat,
        row.kind,
        row.text,
        row.interval,
        row.condition,
        dict(row.data),
        row.made,
        row.used,
        row.outcome,
        row.source,
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
    if new:
        Sealed.objects.bulk_create(new)
    for row in changed:
        row.save(update_fields=["used", "outcome", "interval", "data"])
