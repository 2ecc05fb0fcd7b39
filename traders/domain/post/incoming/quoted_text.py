"""Finding the quoted letter in an answer by comparing it with the letters that the seat was sent.

Mail programs mark, wrap, indent and flatten quotes, and put an attribution above them in any
language. Here only the sequence of words counts; marks, blanks and line breaks do not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.db.models import Q

from traders.domain.history.labels import moment_in
from traders.domain.post.incoming.mime import OpenedLetter, bodies
from traders.domain.post.incoming.recognition import ORDERS, Reading, Recognition
from traders.models import Letter, Seat

EACH = 4
"""Letters compared of each kind: those that the answer names, those about its moment, the newest.
"""
MOST_NAMES = 12
"""Message-IDs of the answer that are looked up."""
ENOUGH = 6
"""Consecutive words that a line must share with a letter of ours: nobody writes them by accident.
"""
MOST_LINES = 4
"""Non-blank lines over which those words may be spread."""
MOST_HEAD = 12
"""Lines above the quote that may be the mail program's: date, sender, recipient, subject."""
_WORD = re.compile(r"\w+")
_MESSAGE_ID = re.compile(r"<[^<>\s]{3,200}>")
_LABEL = re.compile(r"^\W{0,3}[^\W\d_][\w .()'/-]{0,24}\s?\*?[:：]\s?\*?(?:\s|\S|$)")
_SURE = re.compile(
    r"@|\d{1,4}[./年-]\s?\d{1,2}[./月-]|\d{1,2}[:.h]\d{2}|\b(?:19|20|25)\d\d\b|"
    r"^[\W_]{4,}$|^\W{2,}.{3,60}\W{2,}$"
)
"""An address, a date, an hour, a rule: it stands above quoted letters and in no order."""


def words_of(line: str) -> list[str]:
    """A line's words, without quote marks and blanks."""
    return _WORD.findall(line.casefold())


class OwnLetters:
    """The words of letters that the server sent, each letter once as text and once as its HTML
    reads.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = [f" {' '.join(words_of(text))} " for text in texts]

    def has(self, words: Sequence[str]) -> bool:
        """Whether these words stand in one of the letters, in this order and with nothing
        between.
        """
        return bool(words) and any(f" {' '.join(words)} " in text for text in self._texts)

    def begins(self, lines: Sequence[str], reads: Recognition) -> int | None:
        """The first line of the quote, with the mail program's lines above it; None if none of our
        letters is quoted.
        """
        if not self._texts:
            return None
        line_words = [words_of(line) for line in lines]
        for n, words in enumerate(line_words):
            known = self._goes_on(line_words, n) if self.has(words) else self._holds_much(words)
            if len(words) > 1 and known and reads(_unmarked(lines[n])) not in ORDERS:
                return self._top(lines, line_words, n, reads)
        return None

    def _goes_on(self, line_words: Sequence[Sequence[str]], n: int) -> bool:
        """Whether enough consecutive words from line n on are a letter's."""
        row: list[str] = []
        for words in [words for words in line_words[n : n + 3 * MOST_LINES] if words][:MOST_LINES]:
            row += words
            if len(row) >= ENOUGH:
                return self.has(row[: max(ENOUGH, len(line_words[n]))])
        return len(row) >= ENOUGH and self.has(row)

    def _holds_much(self, words: Sequence[str]) -> bool:
        """Whether a line contains a long stretch of a letter: some mail programs put the whole
        quote and its attribution into one line.
        """
        return len(words) >= 2 * ENOUGH and any(
            self.has(words[at : at + 2 * ENOUGH])
            for at in range(min(len(words) - 2 * ENOUGH + 1, 60))
        )

    def _top(
        self,
        lines: Sequence[str],
        line_words: Sequence[Sequence[str]],
        n: int,
        reads: Recognition,
    ) -> int:
        """The quote's first line, found upwards from a line that is surely quoted: first the
        letter's own lines, then the mail program's.
        """
        row = list(line_words[n])
        while n and (not line_words[n - 1] or self.has([*line_words[n - 1], *row[:ENOUGH]])):
            n -= 1
            row = [*line_words[n], *row]
        return head_above(lines, n, reads)

    def ours(self, lines: Sequence[str]) -> list[bool]:
        """For each line from the beginning of a quote on, whether it is quoted: it continues where
        the last one ended, or is long enough to be recognized.

        In a quote with marks, a line without one is not quoted.
        """
        marked = any(is_marked(line) for line in lines)
        found = [self._aligned(lines, text, marked) for text in self._texts]
        return max(found, key=sum, default=[False] * len(lines))

    @staticmethod
    def _aligned(lines: Sequence[str], text: str, marked: bool) -> list[bool]:
        """Which lines are quoted from one letter."""
        at, found = 0, []
        for line in lines:
            words = words_of(line)
            row = f" {' '.join(words)} "
            if not words or (marked and not is_marked(line)):
                found.append(False)
                continue
            where = text.find(row, at, at + len(row) + 200)
            if where < 0 and len(words) >= ENOUGH:
                where = text.find(row)
            found.append(where >= 0)
            at = where + len(row) - 1 if where >= 0 else at
        return found


NOTHING = OwnLetters([])


def is_marked(line: str) -> bool:
    """Whether a mail program marked the line as quoted."""
    return line[:1] in (">", "|")


def speaks_of_a_letter(line: str) -> bool:
    """Whether a line contains an address, a date or an hour, or is a rule: prose that may be
    somebody else's.
    """
    return bool(_SURE.search(line))


def _unmarked(line: str) -> str:
    """The line without marks of quotes and lists."""
    return line.lstrip(">|*•-· \t")


def head_above(lines: Sequence[str], n: int, reads: Recognition) -> int:
    """The first of the mail program's lines right above line n (an attribution, or a letter's
    head); n if there are none.
    """
    top, sure, blanks = n, n, 0
    while top and n - top < MOST_HEAD:
        line = lines[top - 1]
        if not line.strip():
            blanks += 1
            if blanks > 2:
                break
        else:
            certain, reading = bool(_SURE.search(line)), reads(line)
            likely = (
                certain or bool(_LABEL.match(line)) or line.rstrip("*").endswith((":", "：", ">"))
            )
            if reading in ORDERS or not likely or (reading is Reading.NEARLY and not certain):
                break
            if certain or sure < n:
                sure = top - 1
        top -= 1
    return sure


def own_letters(seat: Seat, letter: OpenedLetter, moment: str) -> OwnLetters:
    """The letters that the seat was sent: those that the answer names, those about its moment, the
    newest.
    """
    names = _MESSAGE_ID.findall(
        " ".join(letter.values("in-reply-to")[:2] + letter.values("references")[:2])
    )[-MOST_NAMES:]
    sent = Letter.objects.filter(
        Q(game=seat.game_id, seat=seat.colour) | Q(game=None, player=seat.player),
        raw__isnull=False,
    )
    sent = sent.order_by("-pk")
    about = sent.filter(moment=moment_in(moment)) if moment else sent.none()
    chosen = [
        pk
        for some in (sent.filter(message_id__in=names), about, sent)
        for pk in some.values_list("pk", flat=True)[:EACH]
    ]
    raws = Letter.objects.filter(pk__in=dict.fromkeys(chosen)).values_list("raw", flat=True)
    return OwnLetters([text for raw in raws for text in bodies(bytes(raw or b""))])
