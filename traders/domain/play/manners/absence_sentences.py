"""Days away as people announce them: `I'm on holiday from 5 March to 12 March` (PR-TURN-06)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from traders.domain.calendar import date_parsing
from traders.domain.play.manners import courtesy_and_doubt_detection

_BEING = (
    r"(?:(?:i|we) (?:regret|am (?:sorry|afraid))(?: to (?:say|tell you))?(?: that)? )?"
    r"(?:(?:i|we)\s+)?"
    r"(?:(?:am|are|will|shall|be|going|go|to|have|has|got|getting|heading|also|now)\s+)*"
)
_HERE = r"(?:here|around|available|(?:at )?home|online|reachable|in|playing|answering|back)"
_PLAY = r"(?:play|answer|reply|write|respond|move|be here|read (?:my )?(?:e-?)?mails?)"
_GONE = (
    r"(?:away|off|gone|abroad|offline|unavailable|travelling|traveling|on the road"
    r"|out(?: of (?:town|the office|office|the country|action|reach|touch))?"
    r"|(?:on|in) (?:(?:a|my|our|the) )?(?:\w+ )?"
    r"(?:holidays?|vacation|leave|trip|break|honeymoon|tour|cruise|business|retreat)"
    r"|(?:on|in) (?:hospital|bed|camp|retreat)|holidays?|vacation"
    rf"|not (?:be )?(?:{_HERE}|able to {_PLAY})|unable to {_PLAY}|can not {_PLAY}"
    r"|(?:no|without(?: any)?|not have(?: any)?) "
    r"(?:internet|e-?mail|mail|computer|connection|access|signal|wi-?fi|phone)(?: access| here)?"
    r"|taking (?:a |some )?(?:time off|break|holiday))"
)
_EVERYWHERE = re.compile(
    r",? ?\b(?:everywhere"
    r"|(?:in|from|for) (?:all|any)(?: of)?(?: (?:my|our|the))?(?: other)? games)\b"
)
_PLAYED_ON = re.compile(
    r",? ?\b(?:(?:please )?play on ?$|play (?:on )?without me\b|go on without me\b)"
)
_ABSENCE = re.compile(rf"{_BEING}(?:{_GONE} )?{_GONE}[\s,:.!-]++(?P<days>.+)")
_OPEN = re.compile(r"(?:as )?(?:from|of|starting|beginning)\b")
_BECAUSE = re.compile(
    r",? (?:and |so )?(?:please )?(?:stop|pause|freeze|hold) (?:my|the) clocks?$"
    r"|(?:,? (?:visiting|seeing|(?:due|owing) to|because of|(?:for|with|at) (?:my|our))"
    r"|, (?!\w*(?:start|begin|end|return|com|last|includ|depend|mov|answer|play)ing\b)\w+ing\b)"
    r"(?: (?!(?:to|till|until|back|home|or|if|but|and|for|from|on|term|time|while|rest)\b"
    r"|in (?:\d|an?\b|the\b|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"|\w*(?:day|week|month|year|night|hour|spring|summer|autumn|winter)s?\b)[a-z']++){0,4}$"
)
"""Why somebody is away, in words that name no time; that their clock is to stand still."""
_ENDS = re.compile(r"\b(?:to|until|till|through|thru|for|back|home|and|onwards?)\b|-|\bweek")
"""Who says from when alone has not said until when."""
_BACK = re.compile(rf"{_BEING}(?P<days>(?:back|home)(?: again)? (?:on|by|next|tomorrow|in)\b.+)")
_DATES = re.compile(
    r"\d\. ?\d{1,2}\.? ?(?:-|to|until|till) ?\d"
    r"|\d(?:st|nd|rd|th)? ?(?:-|to|until|till) ?\d+(?:st|nd|rd|th)?(?: of)? [a-z]{3}"
)
"""Two dates, without a word of being away."""
MOST_BEFORE = 8
"""Words before such dates."""
_ABOUT = re.compile(rf"\b{_GONE}\b[\s,:.-]+(?P<days>[^.!?;]+)")


@dataclass(frozen=True, slots=True)
class Absences:
    """Reads absences, seen from a day."""

    today: date

    def line(self, text: str) -> str:
        """The line by which the absence in a plain text is announced, "" where it is none; every
        word of it counts.
        """
        text, extras = _extras(text)
        for rest in dict.fromkeys(courtesy_and_doubt_detection.undressed(text)):
            found = _ABSENCE.fullmatch(rest) or _BACK.fullmatch(rest)
            for words in (found["days"], _BECAUSE.sub("", found["days"])) if found else ():
                if days := self._days(words):
                    return f"away {extras[0]}{days}{extras[1]}"
        return ""

    def meant(self, text: str) -> str:
        """The line by which an absence would be announced that stands among other words."""
        text, extras = _extras(text)
        text = re.sub(r"(?<=\d)/(?=\d)", ".", text)  # it shows which of both is the month
        found = _ABOUT.search(text)
        if not found and not _DATES.search(text):
            return ""
        words = re.split(r",", found["days"] if found else text)[0].split()
        for last in range(len(words), 0, -1):
            for first in range(min(3 if found else MOST_BEFORE, last)):
                if days := self._days(" ".join(words[first:last])):
                    return f"away {extras[0]}{days}{extras[1]}"
        return ""

    def _days(self, words: str) -> str:
        if _OPEN.match(words) and not _ENDS.search(words):
            return ""
        try:
            first, last = date_parsing.span_in_words(words, self.today)
        except ValueError:
            return ""
        return f"from {date_parsing.written(first)} to {date_parsing.written(last)}"


def _extras(text: str) -> tuple[str, tuple[str, str]]:
    """The text without `in all my games` and `play on`, and what stands in a line for them."""
    everywhere, on = _EVERYWHERE.search(text), _PLAYED_ON.search(text)
    text = _PLAYED_ON.sub("", _EVERYWHERE.sub("", text))
    return " ".join(text.split()), (
        "everywhere " if everywhere else "",
        " play on" if on else "",
    )
