"""Answers of few words as people write them, from who has no seat: with the manners off, a line is
one of the answers that may be given, or nobody can read it (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from traders.domain.play.commands import registry
from traders.domain.play.commands.seatless_answer_types import Answer
from traders.domain.play.manners import courtesy_and_doubt_detection
from traders.domain.play.manners.clause_splitting import LONGEST, asks, clauses, plain
from traders.domain.play.manners.yes_no import verdict
from traders.engines.kernel.words import fold, with_plain_head

_MUST = re.compile(r"^i (?:have to|must) ")


class Meaning(NamedTuple):
    """What a line may mean: an answer, the folded `rest` behind its first words, and the `line`
    without its manners.
    """

    answer: Answer
    rest: str
    line: str


def meanings(raw: str, rows: Sequence[Answer], offered: Collection[str]) -> Iterator[Meaning]:
    """What a line may mean, by the answers that may be given: that with the least left out of it
    first. Nothing behind an answer that takes no more is left to guess. `offered`: the lines that
    the letter itself asks for; to one that asks nothing an *ok* is no yes.
    """
    words = _Words(
        {prefix: row for row in rows for prefix in row.prefixes if row.prefix in row.forms},
        offered,
    )
    head, colon, words_behind = with_plain_head(raw).partition(":")
    whole = plain(head)
    deed = courtesy_and_doubt_detection.requested(whole.text)
    text = deed or whole.text
    if not deed and asks(text):
        return
    clear = not whole.turned and len(head) <= LONGEST
    if clear and not colon and (word := words.said(raw.casefold()) or words.alone(text)):
        yield word
    yield from _fitting(fold(raw).rstrip(" !,;"), with_plain_head(raw), rows)
    for rest in dict.fromkeys(courtesy_and_doubt_detection.undressed(text)) if clear else ():
        line = f"{rest}{colon}{words_behind}"
        yield from _fitting(fold(line), line, rows)


class _Words(NamedTuple):
    """Answers that take no more than a word or two, by these."""

    rows: Mapping[str, Answer]
    offered: Collection[str]

    def alone(self, text: str) -> Meaning | None:
        """The one answer of a line whose every other part is polite; None where there is another,
        or a part that nobody can read.
        """
        if found := self.said(text):
            return found
        said = dict[str, Meaning]()
        for part in clauses(text):
            if found := self.said(part.text):
                said[found.answer.prefix] = found
            elif not (
                courtesy_and_doubt_detection.is_polite(part.text)
                or courtesy_and_doubt_detection.is_chat(part.text)
            ):
                return None
        return next(iter(said.values())) if len(said) == 1 else None

    def said(self, text: str) -> Meaning | None:
        """The answer of a part that says nothing else."""
        for rest in dict.fromkeys(courtesy_and_doubt_detection.undressed(text)):
            rest = _MUST.sub("", rest)
            row = self.rows.get(rest.strip(" .!,;"))
            meant = verdict(rest, harmless=False)  # by a no a place is given up
            if row is None and (by_meaning := self.rows.get(meant)):
                row = by_meaning if by_meaning.prefix in self.offered else None
            if row is not None:
                return Meaning(row, "", row.prefix)
        return None


def _fitting(folded: str, line: str, rows: Sequence[Answer]) -> Iterator[Meaning]:
    for prefix, row in registry.fitting(folded, rows)[:1]:
        rest = folded.removeprefix(prefix.strip()).lstrip(": ")
        if not rest or set(row.forms) - set(row.prefixes):
            yield Meaning(row, rest, line)
