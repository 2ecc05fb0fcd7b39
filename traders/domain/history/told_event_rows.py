"""What an entry told, as it is kept with it: a row for each event, with its sentence, its rule, the
seats that are told it alone or are not, and where it has them its kind and data.
"""

from __future__ import annotations

from typing import NamedTuple

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.seats import Seat
from traders.models import Entry


class Told(NamedTuple):
    """One event as it is kept. Entries of release 0.1 have the sentence without kind and data."""

    text: str
    rule: str
    seats: list[Seat]
    kind: str = ""
    data: dict[str, object] = {}


def as_row(event: Event) -> list[object]:
    """An event as an entry keeps it: in its public part or, where seats are told it alone, in its
    secret one.
    """
    seats = list(event.but if event.to is None else event.to)
    told = Told(event.text, event.rule, seats, event.kind, event.data)
    return list(told if event.kind else told[:3])


def heard(entry: Entry, seat: Seat | None) -> list[Told]:
    """What an entry told `seat` (None: the gallery): what all were told, then what it was alone."""
    public, secret = entry.parts
    to_all = (Told(*one) for one in public.get("told", ()))
    alone = (Told(*one) for one in secret.get("told", ()))
    return [
        *(one for one in to_all if seat not in one.seats),
        *(one for one in alone if seat in one.seats),
    ]
