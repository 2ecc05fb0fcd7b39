"""What seats said that is not public yet: between its rows beside the history and the table that
works on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from traders.domain.table.records import Progress, SealedNote
from traders.domain.table.table import Table
from traders.models import Game, Prepared, Sealed, SealedKind

OFFERS_REMEMBERED = 100
"""For so many entries it is known what became of an offer that is no longer open."""

COUNTING = Prepared(Sealed, lambda game: Sealed.objects.filter(used=None, game=game).order_by())
"""What was said in a game and still counts."""


def counting(game: Game, progress: Progress, rows: Sequence[Sealed]) -> list[SealedNote]:
    """What was said and still counts (`rows`), what was said in intervals that are open, the
    standing orders that answered in them, and what became of the latest offers.
    """
    found = {row.serial: row for row in rows}
    used = Sealed.objects.filter(game=game, used__isnull=False)
    if progress.rounds:
        found |= {row.serial: row for row in used.filter(interval__in=list(progress.rounds))}
    if progress.offers:
        lately = used.filter(kind=SealedKind.OFFER, used__gte=game.number - OFFERS_REMEMBERED)
        found |= {row.serial: row for row in lately}
    behind = {row.data["standing"] for row in found.values() if row.data.get("standing")} - set(
        found
    )
    if behind:
        found |= {row.serial: row for row in used.filter(serial__in=behind)}
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
