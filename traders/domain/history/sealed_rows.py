"""What seats said that is not public yet: between its rows beside the history and the table that
works on it.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from traders.domain.table.records import Progress, SealedNote
from traders.domain.table.table import Table
from traders.models import Game, Prepared, Sealed, SealedKind

OFFERS_REMEMBERED = 100
"""For so many entries it is known what became of an offer that is no longer open."""

_COUNTING = Prepared(Sealed, lambda game: Sealed.objects.filter(used=None, game=game).order_by())


def counting(game: Game, progress: Progress) -> list[SealedNote]:
    """What was said and still counts, what was said in intervals that are open, the standing orders
    that answered in them, and what became of the latest offers.
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
    return [said_of(found[serial]) for serial in sorted(found)]


def said_of(row: Sealed) -> SealedNote:
    """What a sealed row says, as the table holds it."""
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
    """Store what was said and what became of it."""
    new, changed = [], []
    for said in table.said:
        if said.row is None:
            said.row = Sealed(
                game=game,
                seat=said.seat,
                kind=said.kind,
                serial=said.serial,
                interval=said.interval,
                text=said.text,
                condition=said.condition,
                data=said.data,
                made=said.made,
                used=said.used,
                outcome=said.outcome,
                at=now,
                source=said.source,
            )
            new.append(said.row)
        elif (said.row.used, said.row.outcome, said.row.interval, said.row.data) != (
            said.used,
            said.outcome,
            said.interval,
            said.data,
        ):
            said.row.used, said.row.outcome, said.row.interval, said.row.data = (
                said.used,
                said.outcome,
                said.interval,
                said.data,
            )
            changed.append(said.row)
    Sealed.objects.bulk_create(new)
    Sealed.objects.write(changed, ["used", "outcome", "interval", "data"])
