"""An entry of a player's calendar, and who knows of any."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from traders.models import Player

SHOWN = timedelta(days=7)
"""How long an entry stays in the calendar after it is over or gone."""


@dataclass(frozen=True, kw_only=True)
class CalendarEntry:
    """One thing in a player's calendar: a moment, or with `until` whole days, that one left out."""

    key: str
    """Names it for good among all entries of all players; nobody reads it."""
    title: str
    words: str
    page: str
    """The path of the page where it is seen."""
    begins: datetime | date
    until: date | None = None
    changes: int = 0
    """How often it moved, went or came back: never falls, and counts only what its reader saw."""
    changed: datetime
    """When that was last."""
    gone: bool = False


Provider = Callable[[Player, datetime], Iterable[CalendarEntry]]

PROVIDERS: list[Provider] = []
"""Who knows of entries: functions from a player and now. Upper packages add theirs when their app
is ready.
"""


def entries_of(player: Player, now: datetime) -> list[CalendarEntry]:
    """Everything in the player's calendar, by time."""
    found = [entry for provider in PROVIDERS for entry in provider(player, now)]
    return sorted(found, key=lambda entry: (entry.begins.isoformat(), entry.key))
