"""The one clock: the database's time, or a simulator's or a scenario's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection

from traders.models import Game

_set: ContextVar[datetime | None] = ContextVar("set", default=None)


def now() -> datetime:
    """The time to the second, in UTC."""
    moment = _set.get()
    if moment is not None:
        return moment
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            moment = cursor.fetchone()[0]
    else:
        moment = datetime.now(UTC)
    return moment.astimezone(UTC).replace(microsecond=0)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Within it, it is `moment`."""
    token = _set.set(moment)
    try:
        yield
    finally:
        _set.reset(token)


@dataclass(frozen=True, slots=True)
class _Settings:
    timing: str = "stops"
    gather: str = "interval"


def settings_of(game: Game) -> Any:
    """The settings of the postal rules under which a game is played."""
    club = game.club.settings if game.club else {}
    told = {**club, **game.settings}
    return _Settings(timing=told.get("timing", "stops"), gather=told.get("gather", "interval"))
