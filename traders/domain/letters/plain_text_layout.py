"""Plain text for letters: lines of at most 44 columns, times in the reader's zone. Pure.

Sentences that go to many readers name an hour as `07:53 UTC on 23 November`; where one reader's
letter is made, it becomes `Mon 07:53 (in 24 hours)` of that reader's zone; seconds that a sentence
names (`07:53:07 UTC on 23 November`) are kept, since they say who was in time. What somebody is
quoted with stays as it was written.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from traders.engines.kernel.words import count, harmless

WIDTH = 44
"""Columns of a letter's text: what a telephone shows without wrapping."""
WIDEST = 78
"""Columns of a board or a table that somebody asked for."""
_MARK = "\x02"
_SAME_WEEK = timedelta(days=6)
DANGLING = frozenset(
    ["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"]
)
"""Small words, with which no text that is cut ends."""
_PERCENT = re.compile(r"(\d) %")
"""A number that is not parted from its sign."""
_CITING = re.compile(r" \((?:throw \d+|[A-Z]{2}-[A-Z]+-\d+(?:, [A-Z]{2}-[A-Z]+-\d+)*)\)")
"""What running text does not tell a reader: rules, which have a line of their own, and throws."""
HOUR = r"\b(\d\d:\d\d)(?::(\d\d))? UTC on (\d{1,2} [A-Z][a-z]+)\b"
"""How sentences name an hour, with its seconds where they matter."""
_QUOTED = r"“.*”|\".*\""
"""Words in quotation marks, to the last: what is quoted may have some of its own."""
_NAMED = re.compile(rf"(?P<quoted>{_QUOTED})|(?P<at>\bat )?(?P<hour>{HOUR})", re.DOTALL)
_OF_YOU = {"has": "have", "is": "are", "was": "were"}
"""Verbs that change of whom they are told."""
_ES = re.compile(r"(ss|sh|ch|x|o)es$")
_SECONDS = re.compile(r"(?<=:\d\d):\d\d")


def plain(text: str, most: int = 1000) -> str:
    """Players' text made safe for one line of a letter: no control characters, line breaks or
    marks that nobody sees, but for those that join letters and signs; at most `most` characters.
    """
    text = " ".join(harmless(text).split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def without_rules(text: str, most: int = 1000) -> str:
    """The same without the rules that it cites."""
    return _CITING.sub("", plain(text, most))


def to_reader(text: str, who: str) -> str:
    """What is told of the reader, whose seat is named `who`, in the second person."""
    if not who or who not in text:
        return text

    text = _naming(who).sub(_of_you, text)
    return re.sub(r"(^|[.!?:] )you", lambda begins: f"{begins[1]}You", text)


@lru_cache(maxsize=64)
def _naming(who: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(who)}\b(?:'s\b| ([a-z]+)\b|(?! \(you\)))")


def _of_you(named: re.Match[str]) -> str:
    verb = named[1]
    if verb is None:
        return "your" if named[0].endswith("'s") else "you"
    bare = _ES.sub(r"\1", verb) if _ES.search(verb) else re.sub(r"(?<=[^s])s$", "", verb)
    return f"you {_OF_YOU.get(verb, bare)}"


def cut(text: str, most: int) -> str:
    """The text in at most so many characters, at the end of a word if one ends near that says
    something, with `…`.
    """
    if len(text) <= most:
        return text
    head = text[: most - 1]
    words = head.split(" ")[:-1]
    while words and words[-1] in DANGLING:
        words.pop()
    whole = " ".join(words)
    return (whole if len(whole) > most // 2 else head).rstrip(" ,;:") + "…"


def wrapped(text: str, first: str = "", rest: str | None = None) -> str:
    """A paragraph in lines that fit: the first begins with `first`, the others with `rest` (else
    as many blanks).
    """
    if len(first) + len(text) <= WIDTH:
        return (first + text).rstrip()
    rest = " " * len(first) if rest is None else rest
    return "\n".join(_lines(text, WIDTH, first, rest)) or first.rstrip()


def _lines(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    lines = textwrap.wrap(
        _PERCENT.sub("\\1\N{NO-BREAK SPACE}%", text),
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\N{NO-BREAK SPACE}%", " %") for line in lines]


def verbatim(text: str) -> str:
    """Text whose lines stay as they are where `tidy` wraps the others: a board, a table."""
    return "\n".join(_MARK + line for line in text.split("\n"))


def typed(order: str) -> str:
    """An order as it can be copied: a line that `tidy` does not wrap; a long one goes on behind a
    `;`, where it is read on.
    """
    lines = [""]
    for part in re.split(r"(?<=;) ", order):
        if lines[-1] and len(lines[-1]) + len(part) >= WIDEST - 2:
            lines.append("")
        lines[-1] = f"{lines[-1]} {part}".strip()
    return verbatim("\n".join(f"  {line}" for line in lines))


def tidy(text: str) -> str:
    """A template's output as a letter: long lines wrapped, no trailing blanks, single empty lines.

    A paragraph's lines end with a blank, so that mail programs join them again (RFC 3676); lines
    with an indent are wrapped at it, for good.
    """
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        width = WIDEST if line.startswith(_MARK) else WIDTH
        line = line.removeprefix(_MARK)
        line = line.rstrip() if line != "-- " else line
        bare = line.lstrip()
        indent = line[: len(line) - len(bare)]
        if len(line) <= width:
            lines += [line] if line or (lines and lines[-1]) else []
        elif indent:
            lines += _lines(bare, WIDTH, indent, indent)
        else:
            lines += soft(_lines(bare, WIDTH - 1))
    return "\n".join(lines).strip("\n") + "\n"


def soft(lines: Sequence[str]) -> list[str]:
    """The lines of one paragraph: all but the last end with a blank. None becomes the mark of a
    signature.
    """
    whole = [line if line == "--" else f"{line} " for line in lines[:-1]]
    return [*whole, *lines[-1:]]


def stuffed(text: str) -> str:
    """The text as `format=flowed`: one blank more before a line that mail programs would take for a
    quote, an indent of their own, or the head of a letter (RFC 3676, 4.4).
    """
    return "\n".join(
        f" {line}" if line.startswith((" ", ">", "From ")) else line for line in text.split("\n")
    )


def unstuffed(text: str) -> str:
    """What `stuffed` made, as it was."""
    return "\n".join(line.removeprefix(" ") for line in text.split("\n"))


def zone_of(name: str) -> ZoneInfo:
    """The zone of that name; UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def when(moment: datetime, at: datetime, zone: ZoneInfo) -> str:
    """A moment as people say it at the time `at`: `Wed 07:53 (in 3 days)`."""
    return f"{short_hour(moment, at, zone)} (in {distance(moment - at)})"


def short_hour(moment: datetime, at: datetime, zone: ZoneInfo, seconds: str = "") -> str:
    """A moment in the reader's zone, `Wed 07:53`; with its date only beyond six days: `Sun 29 Nov,
    07:53`.
    """
    there = moment.astimezone(zone)
    date = f" {there.day} {there:%b}," if abs(moment - at) > _SAME_WEEK else ""
    return f"{there:%a}{date} {_on_the_clock(there, seconds)}"


def _on_the_clock(there: datetime, seconds: str = "") -> str:
    """`07:53`; an hour that the clock shows twice, since it goes back, with which of the two it
    is: `02:30 CEST`.
    """
    twice = there.replace(fold=0).utcoffset() != there.replace(fold=1).utcoffset()
    return f"{there:%H:%M}{seconds}" + (f" {there:%Z}" if twice else "")


def distance(length: timedelta) -> str:
    """A length of time as people say it, in one unit; it is never said to be much longer."""
    minutes = max(1, int(length.total_seconds()) // 60)
    hours, days = (minutes + 10) // 60, (minutes + 6 * 60) // (24 * 60)
    if days >= 2:
        return count(days, "day")
    return count(hours, "hour") if hours >= 2 else count(minutes, "minute")


def told_in(text: str, at: datetime, zone: ZoneInfo) -> str:
    """The text with its hours in that zone. `at`: the letter's date, within half a year of all."""

    def said(moment: datetime, seconds: str) -> str:
        ahead = f" (in {distance(moment - at)})" if moment > at else ""
        return f"{short_hour(moment, at, zone, seconds)}{ahead}"

    return _each_hour(text, at, said)


def dated_in(text: str, near: datetime, zone: tzinfo) -> str:
    """The same for a page, which is read at any time: `Wed 30 Dec, 08:53`."""

    def said(moment: datetime, seconds: str) -> str:
        there = moment.astimezone(zone)
        return f"{there:%a %-d %b}, {_on_the_clock(there, seconds)}"

    return _each_hour(text, near, said)


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


def spoken(by: str, words: str) -> str:
    """Somebody's words. Where they run on they stand further in, so that none of their lines looks
    like what another says, or the server.
    """
    return f"{by} {words}" if len(by) + len(words) < WIDTH else f"{by}\n   {words}"
