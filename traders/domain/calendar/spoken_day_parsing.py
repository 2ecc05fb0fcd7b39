"""Days and spans of days as people say them: `tomorrow`, `Friday`, `the 15th`, `this weekend`, `for
two weeks`, `back on Monday`. Each reading is of the whole text: a word too many, and it is none.

A weekday is the next such day, `next` one that of the week after this; weeks begin on Monday.
`until` a day includes it; who is back on a day is away to the day before.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAY = timedelta(days=1)
WEEK = 7
_COUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "a few": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_COUNT = r"(?P<count>\d{1,2}|" + "|".join(sorted(_COUNTS, key=len, reverse=True)) + ")"
_LENGTH = (
    rf"(?:the (?:next|coming) )?(?:{_COUNT} (?:whole )?(?P<unit>day|night|week)s?"
    r"|(?P<fortnight>a fortnight|fortnight))"
)
_SHORT = {
    **{name[:3]: number for number, name in enumerate(WEEKDAYS)},
    "tues": 1, "weds": 2, "thur": 3, "thurs": 3,
}  # fmt: skip

ReadDay = Callable[[str, date], date]
"""Reads a day of the calendar, from the earliest it may be; `ValueError` where it is none."""


def day(text: str, today: date) -> date:
    """The day that the words name, seen from today. Raises `ValueError` if they name none."""
    text = re.sub(r"^(?:on|by|from|the) ", "", " ".join(text.lower().split()))
    text = text.removesuffix(" (inclusive)").removesuffix(" inclusive").removesuffix(" included")
    if text in ("today", "now", "tonight", "this evening", "this morning", "this afternoon"):
        return today
    if re.fullmatch(r"tomorrow(?: (?:morning|evening|night|afternoon))?", text):
        return today + DAY
    if text == "day after tomorrow":
        return today + 2 * DAY
    if found := re.fullmatch(r"in (?:about )?" + _LENGTH + r"(?:'s? time)?", text):
        return today + _days(found) * DAY
    if found := re.fullmatch(r"(?:a|one) week (?:from |on )?(today|tomorrow|\w+)", text):
        return day(found[1], today) + WEEK * DAY
    if found := re.fullmatch(r"end of (?:the |this |next )?(week|weekend|month)", text):
        return _end_of(found[1], today, later="next " in text)
    if found := re.fullmatch(r"(?:the )?(\d{1,2})(?:st|nd|rd|th)", text):
        return _of_a_month(int(found[1]), today)
    return _weekday(text, today)


def span(text: str, today: date, read: ReadDay) -> tuple[date, date]:
    """The first and last day that the words name. `read` reads a day as calendars have it. Raises
    `ValueError` if they name none.
    """
    text = " ".join(re.sub(r"[,;]", " ", text.lower()).split()).rstrip(".! ")
    text = re.sub(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b", r"\3.\2.\1", text)
    text = re.sub(r" ?(?:until|till|til|through|thru|up to|-) ?(?:and including)? ?", " to ", text)
    text = " ".join(text.split()).removesuffix(" inclusive").removesuffix(" included")

    def one(words: str, earliest: date) -> date:
        words = re.sub(r"^(?:on|from|starting|beginning|as of|the) +", "", words.strip())
        try:
            return read(words, earliest)
        except ValueError:
            found = day(words, today)
            return found if found >= earliest else day(words, earliest)

    if weekend := _named_span(text, today):
        return weekend
    if found := re.fullmatch(
        r"(?:for )?" + _LENGTH + r"(?: (?:from|starting) (?P<first>.+))?", text
    ):
        first = one(found["first"], today) if found["first"] else today
        return first, first + (_days(found) - 1) * DAY
    if found := re.fullmatch(r"(?P<first>.+) for " + _LENGTH, text):
        first = one(found["first"], today)
        return first, first + (_days(found) - 1) * DAY
    if found := re.fullmatch(
        r"(?:(?P<first>.+?) )?(?:and )?(?:will be |be )?(?:back|home)(?: again)? (?P<back>.+)",
        text,
        re.DOTALL,
    ):
        first = one(found["first"], today) if found["first"] else today
        return first, one(found["back"], first) - DAY
    if found := re.fullmatch(
        r"(?:from )?(?P<first>.*?) ?\bto (?P<last>.+)|between (?P<a>.+) and (?P<b>.+)",
        text,
        re.DOTALL,
    ):
        return _from_to(found["first"] or found["a"] or "", found["last"] or found["b"], today, one)
    only = one(text, today)
    return only, only


def _from_to(first: str, last: str, today: date, one: ReadDay) -> tuple[date, date]:
    first = first.removeprefix("the ")
    if not first:
        return today, one(last, today)
    later = last.endswith(" next week")
    if later and not first.endswith(" week"):
        first = f"{first} next week"
    month = re.search(r"\d(?:st|nd|rd|th|\.)? (?:of )?([a-z]{3,9}(?: \d{4})?)$", last)
    if month and re.fullmatch(r"\d{1,2}(?:st|nd|rd|th|\.)?", first):
        first = f"{first} {month[1]}"
    begin = one(first, today - 31 * DAY)
    named = re.match(r"([a-z]{3,9}) \d", first)
    if named and re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?", last):
        last = f"{named[1]} {last}"
    return begin, one(last, begin)


def _named_span(text: str, today: date) -> tuple[date, date] | None:
    """A weekend, a week."""
    monday = today - today.weekday() * DAY
    text = re.sub(r"^(?:for|over|during|on|at) ", "", text)
    if re.fullmatch(r"(?:(?:this|the|the coming|this coming|all|the whole) )?weekend", text):
        return max(today, monday + 5 * DAY), monday + 6 * DAY
    if re.fullmatch(r"(?:the )?next weekend", text):
        return monday + 12 * DAY, monday + 13 * DAY
    if re.fullmatch(
        r"(?:(?:this|all|the whole|the rest of the|the rest of this) )week|all this week", text
    ):
        return today, monday + 6 * DAY
    if re.fullmatch(r"(?:all |the whole )?(?:of )?(?:the )?next week", text):
        return monday + 7 * DAY, monday + 13 * DAY
    return None


def _days(found: re.Match[str]) -> int:
    if found["fortnight"]:
        return 2 * WEEK
    count = _COUNTS.get(found["count"]) or int(found["count"])
    return count * (WEEK if found["unit"] == "week" else 1)


def _end_of(what: str, today: date, *, later: bool) -> date:
    if what == "month":
        month = (today.replace(day=1) + (63 if later else 32) * DAY).replace(day=1)
        return month - DAY
    return today - today.weekday() * DAY + (6 + (WEEK if later else 0)) * DAY


def _of_a_month(number: int, earliest: date) -> date:
    """The next such day of a month."""
    for ahead in range(62):
        if (earliest + ahead * DAY).day == number:
            return earliest + ahead * DAY
    raise ValueError(f"no such day: {number}")


def _weekday(text: str, today: date) -> date:
    found = re.fullmatch(
        r"(?:(?P<which>this|next|coming|this coming|the coming) )?(?P<name>[a-z]+)"
        r"(?P<week> week| next week| this week)?(?: (?:morning|evening|night|afternoon))?",
        text,
    )
    names = {**_SHORT, **{name: number for number, name in enumerate(WEEKDAYS)}}
    if found is None or found["name"] not in names:
        raise ValueError(f"no day: {text}")
    number, monday = names[found["name"]], today - today.weekday() * DAY
    if found["which"] == "next" or found["week"] == " next week":
        return monday + (WEEK + number) * DAY
    if found["week"] == " this week":
        return monday + number * DAY
    coming = today + ((number - today.weekday()) % WEEK or WEEK) * DAY
    return coming + (WEEK * DAY if found["week"] == " week" else 0 * DAY)
