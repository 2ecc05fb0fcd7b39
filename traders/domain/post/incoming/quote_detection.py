"""The quoted letter, known by its own words: what was sent to a seat is in the database, so its
lines in an answer are the quote.

Mail programs mark, wrap, indent and flatten what they quote, and write above it who wrote, in any
language. Here all that counts is which words follow one another; marks, blanks and line breaks do
not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, cached_property
from itertools import chain

from django.db.models import Q, QuerySet

from traders.domain.history.moment_labels import moment_in
from traders.domain.letters.letter_facts import decode
from traders.domain.post.incoming.mime_parsing import OpenedLetter, bodies
from traders.domain.post.incoming.order_recognition import ORDERS, Reading, Recognition
from traders.models import Letter, Prepared, Seat, at_once, together

EACH = 4
"""Letters of the seat's that are looked for in an answer: so many that it names, that speak of its
moment, and of the newest.
"""
MOST_NAMES = 12
ENOUGH = 6
"""Words in a row that follow one another in a letter of ours: nobody writes them by accident."""
MOST_LINES = 4
"""Lines, blank ones left out, over which they may be spread."""
MOST_HEAD = 12
"""Lines above the quote that may be the mail program's: who wrote when, to whom, about what."""
_WROTE = (
    r"(?:wrote|writes|schrieb|geschrieben|a\s+écrit|écrit|escribió|ha\s+scritto|scritto|schreef|"
    r"skrev|napisał\S*|escreveu|napsal\S*|kirjoitti|írta|yazdı|пише\S*|написал\S*|пишет|написав|"
    r"さんは書きました|写道|寫道|작성)"
)
ATTRIBUTION = re.compile(
    rf"(?:^|.*\s){_WROTE}\b.{{0,120}}[:：]\s*$|.*{_WROTE}\s*[:：]\s*$|"
    r".*(?:さんは書きました|写道|寫道)[:：]?\s*$",
    re.IGNORECASE,
)
"""How a line ends that says who wrote what is quoted below it."""
_COLON = re.compile("[:：]")
_WORD = re.compile(r"[^\W_]+")  # no rules: a program that shows styles draws them in a quote
_MESSAGE_ID = re.compile(r"<[^<>\s]{3,200}>")
_LABEL = re.compile(r"^\W{0,3}[^\W\d_][\w .()'/-]{0,24}\s?\*?[:：]\s?\*?(?:\s|\S|$)")
_SURE = re.compile(
    r"@|\d{1,4}[./年-]\s?\d{1,2}[./月-]|\d{1,2}[:.h]\d{2}|\b(?:19|20|25)\d\d\b|"
    r"^[\W_]{4,}$|^(?=.{7})\W{2,}+\w(?:.{0,58}\w)?\W{2,}$"
)
"""An address, a date, an hour, a rule: what stands above a quoted letter and in no order."""


def words_of(line: str) -> list[str]:
    """A line's words, without marks of quotes and without blanks."""
    return _WORD.findall(line.casefold())


class OwnLetters:
    """The words of letters of ours, one after another, each letter once as text and once as its
    HTML reads.
    """

    def __init__(
        self,
        texts: Callable[[], Sequence[str]],
        echoes: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """`echoes`: lines of the player's own that the letters repeat."""
        self._found, self._repeated = texts, echoes

    @cached_property
    def _texts(self) -> list[str]:
        return _in_words(self._found())

    @cached_property
    def _echoes(self) -> list[str]:
        return _in_words(self._repeated())

    def has(self, words: Sequence[str]) -> bool:
        """Whether these words follow one another in one of the letters."""
        return bool(words) and any(f" {' '.join(words)} " in text for text in self._texts)

    def begins(self, lines: Sequence[str], reads: Recognition) -> int | None:
        """The first line of the quote, the mail program's lines above it with it; None where
        nothing of ours is quoted.
        """
        said = [words_of(line) for line in lines]
        if sum(map(len, said)) < ENOUGH or not self._texts:
            return None  # a quote is longer
        for n, words in enumerate(said):
            known = self._goes_on(said, n) if self.has(words) else self._holds_much(words)
            if len(words) < 2 or not known or self._is_sent_again(lines[n], said, n):
                continue
            if reads(lines[n].lstrip(">|*•-· \t")) not in ORDERS:
                return self._top(lines, said, n, reads)
        return None

    def _goes_on(self, said: Sequence[Sequence[str]], n: int) -> bool:
        """Whether enough words follow one another from line n on."""
        row: list[str] = []
        for words in [words for words in said[n : n + 3 * MOST_LINES] if words][:MOST_LINES]:
            row += words
            if len(row) >= ENOUGH:
                return self.has(row[: max(ENOUGH, len(said[n]))])
        return len(row) >= ENOUGH and self.has(row)

    def _is_sent_again(self, line: str, said: Sequence[Sequence[str]], n: int) -> bool:
        """Whether a line is one that the player has sent before, which a letter of ours repeated:
        in a quote our own words would follow.
        """
        row = f" {' '.join(said[n])} "
        if is_marked(line) or not any(
            row in one or (one in row and len(one) > len(row) / 2) for one in self._echoes
        ):
            return False
        below = next((words for words in said[n + 1 :] if words), [])
        return not below or not self.has([*said[n], *below[:ENOUGH]])

    def _holds_much(self, words: Sequence[str]) -> bool:
        """Whether a line into which a mail program put the whole letter, and who wrote it, holds a
        stretch of one of ours.
        """
        return len(words) >= 2 * ENOUGH and any(
            self.has(words[at : at + 2 * ENOUGH])
            for at in range(min(len(words) - 2 * ENOUGH + 1, 60))
        )

    def _top(
        self, lines: Sequence[str], said: Sequence[Sequence[str]], n: int, reads: Recognition
    ) -> int:
        """The quote's first line, upwards from one that is surely of it: lines that stand above it
        in the letter, then the program's.
        """
        row = list(said[n])
        while n and (not said[n - 1] or self.has([*said[n - 1], *row[:ENOUGH]])):
            n -= 1
            row = [*said[n], *row]
        return head_above(lines, n, reads)

    def ours(self, lines: Sequence[str]) -> list[bool]:
        """Which lines below the beginning of a quote are of it: each goes on where the last one
        ended, or is long enough to be known.

        In a quote with marks a line without one is not of it. An attribution that was broken before
        its `>` is no mark.
        """
        said = [words_of(line) for line in lines]
        if not any(said):
            return [False] * len(lines)
        marked = any(
            len(words) > 1 and is_marked(line) and self.has(words)
            for line, words in zip(lines, said, strict=True)
        )
        found = [self._aligned(lines, text, marked) for text in self._texts]
        return max(found, key=sum, default=[False] * len(lines))

    @staticmethod
    def _aligned(lines: Sequence[str], text: str, marked: bool) -> list[bool]:
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


def _in_words(texts: Sequence[str]) -> list[str]:
    """Texts as words, with a blank around each, so that whole ones are found."""
    return [f" {' '.join(words_of(text))} " for text in texts]


NOTHING = OwnLetters(list)


def is_marked(line: str) -> bool:
    """Whether a mail program marked the line as quoted."""
    return line[:1] in (">", "|")


def speaks_of_a_letter(line: str) -> bool:
    """Whether a line names an address, a date or an hour, or is a rule: prose that may be somebody
    else's.
    """
    return bool(_SURE.search(line))


def _letters_alone(line: str) -> str:
    """The line without signs that stand above or below letters, as Thai and Hindi write vowels."""
    return "".join(sign for sign in line if not unicodedata.category(sign).startswith("M"))


def says_who_wrote(line: str) -> bool:
    """Whether a line says no more than who wrote, and when; `say blue: she wrote:` is a player's
    own.
    """
    end = line[-400:]
    bare = not _COLON.search(end.rstrip(" *:："))
    return bool(ATTRIBUTION.match(end)) and (bare or speaks_of_a_letter(line))


def head_above(lines: Sequence[str], n: int, reads: Recognition) -> int:
    """The first of the lines that a mail program wrote right above line n: who wrote when, or a
    head; n where there are none.
    """
    top, sure, blanks = n, n, 0
    while top and n - top < MOST_HEAD:
        line = lines[top - 1]
        if not line.strip():
            blanks += 1
            if blanks > 2:
                break
        else:
            certain = bool(_SURE.search(line)) or says_who_wrote(line)
            reading = reads(line)
            likely = (
                certain
                or bool(_LABEL.match(_letters_alone(line)))
                or line.rstrip("*").endswith((":", "：", ">"))
            )
            if reading in ORDERS or not likely or (reading is Reading.NEARLY and not certain):
                break
            if certain or sure < n:
                sure = top - 1
        top -= 1
    return sure


_SENT = Letter.objects.filter(raw__isnull=False).only("raw", "facts").order_by("-pk")


def _of_seat(game: int, seat: str, player: int) -> QuerySet[Letter]:
    return _SENT.filter(Q(game=game, seat=seat) | Q(game=None, player=player))


_NAMED = Prepared(
    Letter,
    lambda game, seat=str, player=int, name=str: _of_seat(game, seat, player).filter(
        message_id=name
    )[:EACH],
)
_ABOUT = Prepared(
    Letter,
    lambda game, seat=str, player=int, moment=str: _of_seat(game, seat, player).filter(
        moment=moment
    )[:EACH],
)
_NEWEST = Prepared(Letter, lambda game, seat=str, player=int: _of_seat(game, seat, player)[:EACH])


def own_letters(place: Seat, letter: OpenedLetter, moment: str) -> OwnLetters:
    """The letters that were sent to the seat: those that the answer names, those about its moment,
    the newest.
    """
    seat = (place.game_id, place.colour, place.player_id)

    def found(names: Collection[str]) -> Iterable[Letter]:
        about = [(_ABOUT, *seat, moment_in(moment))] if moment else []
        named = [(_NAMED, *seat, name) for name in names]
        rows = together(*named, *about, (_NEWEST, *seat))
        by_name = sorted(chain(*rows[: len(named)]), key=lambda one: -one.pk)
        return chain(by_name[:EACH], *rows[len(named) :])

    return _known(letter, found)


def letters_asking(asked: Letter, letter: OpenedLetter) -> OwnLetters:
    """The letters that were sent to who was asked without a seat: those that the answer names, the
    one to whose address it came, the newest.
    """
    sent = _SENT.filter(player=asked.player_id, seat="")

    def found(names: Collection[str]) -> Iterable[Letter]:
        each = (sent.filter(message_id__in=names), sent.filter(pk=asked.pk), sent)
        return chain(*at_once(*(some[:EACH] for some in each)))

    return _known(letter, found)


def _known(
    letter: OpenedLetter, found: Callable[[Collection[str]], Iterable[Letter]]
) -> OwnLetters:
    """Of the letters that were sent those that are `found` by the names that the answer gives."""
    headers = letter.headers
    names = _MESSAGE_ID.findall(
        " ".join(headers.get("in-reply-to", ())[:2] + headers.get("references", ())[:2])
    )[-MOST_NAMES:]

    @cache
    def chosen() -> list[Letter]:
        return list({one.pk: one for one in found(dict.fromkeys(names))}.values())

    def texts() -> list[str]:
        return [text for one in chosen() for text in bodies(bytes(one.raw or b""))]

    def echoes() -> list[str]:
        return [line.text for one in chosen() for line in decode(one.facts).lines]

    return OwnLetters(texts, echoes)
