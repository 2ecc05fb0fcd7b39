"""Parsers for the values of settings: from what people write to what the code computes with. Each
raises `ValueError`, worded for the organizer.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from datetime import date, time, timedelta
from zoneinfo import ZoneInfo

from traders.domain.calendar import durations
from traders.domain.calendar.holidays import countries
from traders.domain.calendar.zones import known_zones
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import harmless


def length(least: timedelta = timedelta(0)) -> Callable[[object], timedelta]:
    """A parser for durations of at least `least`."""

    def read(value: object) -> timedelta:
        if not isinstance(value, str):
            raise ValueError("write a length of time like “72h”")
        length = durations.read(value)
        if length < least:
            raise ValueError(f"it must be at least {durations.words(least)}")
        return length

    return read


def among(*names: str) -> Callable[[object], str]:
    """A parser for one of these forms."""

    def read(value: object) -> str:
        if value not in names:
            raise ValueError(f"it is one of {', '.join(names)}")
        return str(value)

    return read


YEAR = 366
"""Days of a year: the greatest number of most settings."""


def count(least: int = 0, most: int = YEAR) -> Callable[[object], int]:
    """A parser for numbers from `least` to `most`."""

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"it is a number from {least} to {most}")
        return value

    return read


def prose(most: int) -> Callable[[object], str]:
    """A parser for text of at most so many characters."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise ValueError("it is text")
        if len(value) > most:
            raise ValueError(f"it holds at most {most:,} characters; this has {len(value):,}")
        return "\n".join(harmless(value).strip().splitlines())

    return read


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError("it is true or false")
    return value


def holidays(value: object) -> tuple[frozenset[date], str]:
    """Dates, a country by its two letters, or both in a list."""
    if not isinstance(value, str | list | tuple):
        raise ValueError("write a list of dates like [“2026-12-25”], or a country's two letters")
    days: set[date] = set()
    country = ""
    for item in [value] if isinstance(value, str) else value:
        if isinstance(item, str) and item.upper() in countries():
            country = item.upper()
            continue
        try:
            days.add(item if isinstance(item, date) else date.fromisoformat(str(item)))
        except ValueError:
            raise ValueError(
                f"“{item}” is neither a date like 2026-12-25 nor a country's two letters"
            ) from None
    return frozenset(days), country


def night(value: object) -> tuple[time, time] | None:
    """The begin and end of the night; None if there is none. It leaves at least four hours of the
    day.
    """
    if value in (None, [], ()):
        return None
    try:
        begin, end = (time.fromisoformat(str(hour)) for hour in value)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise ValueError("write from when to when, like 22:00 to 08:00") from None
    if begin.tzinfo or end.tzinfo:
        raise ValueError("its hours are by each player's own clock: leave the zone out")
    away = timedelta(hours=end.hour - begin.hour, minutes=end.minute - begin.minute) % timedelta(
        days=1
    )
    if not away or away > timedelta(hours=20):
        raise ValueError("it must leave at least four hours of the day")
    return begin, end


def zones(value: object) -> Mapping[str, str]:
    """Zones by seat."""
    if not isinstance(value, Mapping):
        raise ValueError("write a zone for each seat, like { blue = “Europe/Berlin” }")
    for seat, zone in value.items():
        if seat not in COLOURS:
            raise ValueError(
                f"“{seat}” is no seat; write a zone for each seat, like blue = Europe/Berlin"
            )
        check_zone(str(zone), f"{seat}'s zone")
    return {str(seat): str(zone) for seat, zone in value.items()}


def check_zone(zone: str, whose: str = "the zone") -> None:
    """Raise `ValueError` with the nearest names if there is no such zone."""
    if zone not in known_zones():
        near = difflib.get_close_matches(zone, sorted(known_zones()), 3)
        raise ValueError(
            f"{whose} “{zone}” is not known"
            + (f"; did you mean {' or '.join(near)}?" if near else "")
        )
    ZoneInfo(zone)
