"""Lengths of time as people write them: `72h`, `90m`, `+1d2h3m4s`."""

from __future__ import annotations

import re
from datetime import timedelta

_WRITTEN = re.compile(r"\+?(?=\d)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?", re.IGNORECASE)
_MOST = timedelta(days=366)


def read(text: str) -> timedelta:
    """The length of time that a text like `1d2h3m4s` names, parts left out being 0; `ValueError`, in words, for anything else."""
    found = _WRITTEN.fullmatch(text.strip())
    if not found or not any(found.groups()):
        raise ValueError(f"“{text.strip()}” is no length of time; write one like 72h, 90m or 1d12h")
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    try:
        length = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    except OverflowError:
        length = timedelta.max
    if length > _MOST:
        raise ValueError(f"“{text.strip()}” is longer than a year")
    return length


def write(length: timedelta) -> str:
    """The shortest way of writing it that `read` reads: `3d`, `12h`, `1h30m`, `0h`."""
    days, rest = divmod(int(length.total_seconds()), 86_400)
    hours, rest = divmod(rest, 3_600)
    minutes, seconds = divmod(rest, 60)
    parts = ((days, "d"), (hours, "h"), (minutes, "m"), (seconds, "s"))
    return "".join(f"{number}{unit}" for number, unit in parts if number) or "0h"


def words(length: timedelta) -> str:
    """It in words for players: `3 days`, `1 hour 30 minutes`, `no time`."""
    days, rest = divmod(int(length.total_seconds()), 86_400)
    hours, rest = divmod(rest, 3_600)
    minutes, seconds = divmod(rest, 60)
    parts = ((days, "day"), (hours, "hour"), (minutes, "minute"), (seconds, "second"))
    return " ".join(f"{number} {unit}{'' if number == 1 else 's'}" for number, unit in parts if number) or "no time"
