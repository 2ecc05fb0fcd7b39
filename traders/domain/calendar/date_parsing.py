"""Parsing days as people write them: `24 december`, `Dec 24th`, `24.12.`, `2026-12-24`; without a
year, the next such day. Days as they are said (`tomorrow`) are read by `spoken_day_parsing`.
"""

from __future__ import annotations

import re
from datetime import date

from traders.domain.calendar import spoken_day_parsing

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_YEAR = r"(?:\s*,?\s*(?P<year>\d{4}))?"
_FORMS = (
    r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
    r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.?" + _YEAR,
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:of\s+)?(?P<name>[a-z]{3,9})\.?" + _YEAR,
    r"(?P<name>[a-z]{3,9})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?" + _YEAR,
)


def span(first: str, last: str, today: date) -> tuple[date, date]:
    """A first and a last day. A first day without a month takes the last one's (`24 to 27
    december`). Raises `ValueError` if either is no day.
    """
    return spoken_day_parsing.span(f"from {first} to {last}", today, day)


def span_in_words(text: str, today: date) -> tuple[date, date]:
    """The first and last day that words name: `until 9 march`, `this weekend`, `for two weeks`.
    Raises `ValueError` if they name none.
    """
    return spoken_day_parsing.span(text, today, day)


def day(text: str, earliest: date) -> date:
    """The day that a text names: without a year, the first such day from `earliest` on. Raises
    `ValueError` if it names none.
    """
    for form in _FORMS:
        found = re.fullmatch(form + r"\.?", text)
        if found:
            named = found.groupdict()
            month = int(named["month"]) if named.get("month") else _month(named["name"])
            if named["year"]:
                return date(int(named["year"]), month, int(named["day"]))
            return _next(month, int(named["day"]), earliest)
    raise ValueError(f"no day: {text}")


def _month(name: str) -> int:
    """The number of a month, by its name or the beginning of it."""
    if name == "sept":
        return 9
    found = [number for number, month in enumerate(MONTHS, 1) if month.startswith(name)]
    if len(found) != 1:
        raise ValueError(f"no month: {name}")
    return found[0]


def _next(month: int, number: int, earliest: date) -> date:
    # 29 February comes within eight years
    """The first such day of the year from `earliest` on."""
    for year in range(earliest.year, earliest.year + 9):
        try:
            found = date(year, month, number)
        except ValueError:
            continue
        if found >= earliest:
            return found
    raise ValueError("no such day in any year")


def written(one: date) -> str:
    """A day in words: `24 december 2026`."""
    return f"{one.day} {MONTHS[one.month - 1]} {one.year:04}"
