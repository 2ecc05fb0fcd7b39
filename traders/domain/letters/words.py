"""Plain text for letters: lines of at most 78 columns, times in the reader's zone. Pure."""

from __future__ import annotations

import re
import textwrap
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

WIDTH = 78
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+")


def plain(text: str, most: int = 1000) -> str:
    """Players' text made safe for one line of a letter: no control characters, line breaks or
    bidirectional marks, at most `most` characters.
    """
    text = " ".join(_CONTROL.sub(" ", text).split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def wrapped(text: str, first: str = "", rest: str | None = None) -> str:
    """A paragraph in lines of at most 78 columns: the first begins with `first`, the others with
    `rest` (else as many blanks).
    """
    if len(first) + len(text) <= WIDTH:
        return (first + text).rstrip()
    rest = " " * len(first) if rest is None else rest
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines) or first.rstrip()


def tidy(text: str) -> str:
    """A template's output as a letter: long lines wrapped at their own indent, no trailing blanks,
    single empty lines.
    """
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        line = line.rstrip() if line != "-- " else line
        if len(line) > WIDTH and " " in line.strip():
            indent = line[: len(line) - len(line.lstrip())]
            lines += wrapped(line.strip(), indent, indent).split("\n")
        elif line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"


def zone_of(name: str) -> ZoneInfo:
    """The zone of that name; UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def hour(moment: datetime, zone: ZoneInfo) -> str:
    """A moment in a zone, for reading: `Tuesday 3 March 2026, 13:00 CET`."""
    there = moment.astimezone(zone)
    seconds = ":%S" if there.second else ""
    return there.strftime(f"%A {there.day} %B %Y, %H:%M{seconds} %Z")


def short_hour(moment: datetime, zone: ZoneInfo) -> str:
    """The same for a subject: `Tue 3 Mar 13:00`."""
    there = moment.astimezone(zone)
    return there.strftime(f"%a {there.day} %b %H:%M")
