"""Hours that a sentence names in UTC, told as its reader says them. Pure.

Sentences that go to many readers name an hour as `07:53 UTC on 23 November`; where one reader's
letter is made, it becomes `Mon 07:53 (in 24 hours)` of that reader's zone; seconds that a sentence
names (`07:53:07 UTC on 23 November`) are kept, since they say who was in time. What somebody is
quoted with stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from traders.domain.letters.words import distance, short_hour

HOUR = r"\b(\d\d:\d\d)(?::(\d\d))? UTC on (\d{1,2} [A-Z][a-z]+)\b"
"""How sentences name an hour, with its seconds where they matter."""
_QUOTED = r"“.*”|\".*\""
"""Words in quotation marks, to the last: what is quoted may have some of its own."""
_NAMED = re.compile(rf"(?P<quoted>{_QUOTED})|(?P<at>\bat )?(?P<hour>{HOUR})", re.DOTALL)
_SECONDS = re.compile(r"(?<=:\d\d):\d\d")


def told_in(text: str, at: datetime, zone: ZoneInfo) -> str:
    """The text with its hours in that zone. `at`: the letter's date, within half a year of all."""

    def said(moment: datetime, seconds: str) -> str:
        ahead = f" (in {distance(moment - at)})" if moment > at else ""
        return f"{short_hour(moment, at, zone)}{seconds}{ahead}"

    return _each_hour(text, at, said)


def dated_in(text: str, near: datetime, zone: tzinfo) -> str:
    """The same for a page, which is read at any time: `Wed 30 Dec, 08:53`."""
    return _each_hour(
        text,
        near,
        lambda moment, seconds: f"{moment.astimezone(zone):%a %-d %b, %H:%M}{seconds}",
    )


def _each_hour(text: str, near: datetime, said: Callable[[datetime, str], str]) -> str:
    def by_the_reader(match: re.Match[str]) -> str:
        moment = moment_of(match["hour"] or "", near)
        if moment is None:
            return match[0]
        seconds = _SECONDS.search(match["hour"])
        return f"{'on ' if match['at'] else ''}{said(moment, seconds[0] if seconds else '')}"

    return _NAMED.sub(by_the_reader, text)


def moment_of(hour: str, near: datetime) -> datetime | None:
    """The moment that an hour in a sentence names: the one nearest to `near`; None for an hour that
    no day has.
    """
    found = re.fullmatch(HOUR, hour)
    if found is None:
        return None
    moments = []
    for year in (near.year - 1, near.year, near.year + 1):
        words = f"{year} {found[3]} {found[1]}:{found[2] or '00'}"
        try:
            moments.append(datetime.strptime(words, "%Y %d %B %H:%M:%S").replace(tzinfo=UTC))
        except ValueError:  # 29 February of another year, or a word of a player's
            continue
    return min(moments, key=lambda moment: abs(moment - near), default=None)
