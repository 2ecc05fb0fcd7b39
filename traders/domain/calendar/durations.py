"""Durations as people write them: `72h`, `90m`, `3 days`, `+1d2h3m4s`."""

from __future__ import annotations

import re
from datetime import timedelta

from traders.engines.kernel.words import count

_WRITTEN = re.compile(
    r"\+?(?=\d)"
    r"(?:(\d{1,12}) ?d(?:ays?)? ?)?"
    r"(?:(\d{1,12}) ?h(?:ours?)? ?)?"
    r"(?:(\d{1,12}) ?m(?:in(?:ute)?s?)? ?)?"
    r"(?:(\d{1,12}) ?s(?:ec(?:ond)?s?)?)?",
    re.IGNORECASE | re.ASCII,
)
_MOST = timedelta(days=366)
TWO_YEARS = timedelta(days=731)
"""How far from today a day may lie that people name for a game or a season."""


def read(text: str) -> timedelta:
    """Parse a duration like `1d2h3m4s`; parts left out are 0. Raises `ValueError`, worded for
    players, for anything else.
    """
    found = _WRITTEN.fullmatch(text.strip())
    if not found or not any(found.groups()):
        raise ValueError(
            f"“{text.strip()}” is no length of time; write one like 72h, 3 days or 1d12h"
        )
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    try:
        length = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    except OverflowError:
        length = timedelta.max
    if length > _MOST:
        raise ValueError(f"“{text.strip()}” is longer than a year")
    return length


def words(length: timedelta) -> str:
    """The duration in words for players: `3 days`, `1 hour 30 minutes`, `none`."""
    return " ".join(count(number, unit) for number, unit in _parts(length)) or "none"


def to_the_minute(length: timedelta) -> str:
    """The duration in words without seconds: `2 days 23 hours`."""
    return words(length - length % timedelta(minutes=1))


def shortly(length: timedelta) -> str:
    """Its two largest units: `1 day and 4 hours`, `45 minutes`; `none` if it is over."""
    return (
        " and ".join(count(number, unit) for number, unit in _parts(max(length, timedelta(0)))[:2])
        or "none"
    )


def _parts(length: timedelta) -> list[tuple[int, str]]:
    """Its days, hours, minutes and seconds, without zeros."""
    found, rest = [], int(length.total_seconds())
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        number, rest = divmod(rest, size)
        found.append((number, unit))
    return [(number, unit) for number, unit in found if number]
