"""Taking the manners off: what stands before and behind an order, and sentences that are nothing
but polite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from traders.domain.play.manners import vocabulary
from traders.domain.play.manners.clauses import plain
from traders.domain.play.manners.small_words import pointers

MOST_PHRASES = 8
"""Phrases that are taken off at either end."""
MOST_CHAT = 14
"""Words of a sentence that is nothing but polite."""
MOST_BESIDE = 20
"""Words of a line that may turn the order right beside it; what has more is a notice."""
_GREETS = re.compile(
    r"(?:dear|hi|hello|hey|hiya|howdy|greetings|(?:good )?(?:morning|afternoon|evening|day))\b"
)
_GOES_ON = re.compile(
    r"\b(?:is|was|were|be|wrote|writes|said|says|that|told \w+|suggests|suggested)$"
)
_WORD = re.compile(r"\w")
_REQUEST = re.compile(
    r"(?![^?]*, ?[^\s,?]+ ?\?)"
    r"(?:(?:would|could|will|can) you (?:please |kindly |just )*"
    r"(?:be (?:so|very) (?:kind|good) (?:as to|and) |(?<=please )|(?<=kindly ))"
    r"(?!(?:tell|say|show|explain|let|help|remind|end your)\b)[^?]+\?[ ?!]*"
    r"|(?:could|can|may) i please (?!(?:have|see|ask|get|know)\b)[^?]+\??)"
)
"""One sentence that asks for a deed, and for no answer: not somebody whose name ends it."""


def undressed(text: str) -> Iterator[str]:
    """What is left of a clause when ever more manners have been taken off, the most of it first."""
    for start in _behind(text):
        yield from _before(start)


def requested(text: str) -> str:
    """A sentence that asks for a deed, without its question mark; "" for any other."""
    return text.rstrip("? ") if _REQUEST.fullmatch(text) else ""


def is_polite(text: str) -> bool:
    """Whether nothing is left of the clause without its manners."""
    return (
        any(not _WORD.search(start) for start in _behind(text))
        or any(not _WORD.search(rest) for rest in _before(text))
        or any(not _WORD.search(rest) for rest in undressed(text))
    )


def is_chat(sentence: str) -> bool:
    """Whether a whole sentence begins politely, and holds no word by which it could turn what
    stands beside it.
    """
    begins = vocabulary.chat().match(sentence)
    return bool(
        begins
        and len(sentence.split()) <= MOST_CHAT
        and not vocabulary.turning().search(sentence[begins.end() :])
    )


def is_aside(sentence: str) -> bool:
    """Whether a sentence tells of the writer's own affairs, in few words of which none turns what
    stands beside it or gives it as somebody else's.
    """
    return (
        len(sentence.split()) <= MOST_CHAT
        and not vocabulary.turning().search(sentence)
        and not vocabulary.elsewhere().search(sentence)
    )


def doubts(question: str) -> bool:
    """Whether a question may be about what stands beside it."""
    rest = question.removeprefix("when ")
    return bool(vocabulary.turning().search(rest) or pointers().search(rest))


def greets(sentence: str) -> bool:
    """Whether a sentence speaks to those whom it names: `dear Blue`."""
    return bool(_GREETS.match(sentence))


def heads(line: str, seat: str = "") -> bool:
    """Whether a line with a colon at its end says of those below what they are, and is not merely
    polite: `Blue's plan:`. `seat`: whose `Red's orders for turn 5:` are one's own.
    """
    if not line.endswith(":"):
        return False
    text = re.sub(r" ?\d+", "", plain(line).text)
    own = ["my" if word in (seat, f"{seat}'s") else word for word in text.split()]
    return not is_polite(" ".join(own))


def turns(text: str) -> bool:
    """Whether a sentence may take back or put off what stands beside it."""
    return bool(vocabulary.retraction().match(text.lstrip(" -,.")))


def hangs_on(line: str) -> bool:
    """Whether an unread line right beside an order may turn it: a few words, one of which turns."""
    text = plain(line).text
    few = len(text.split()) <= MOST_BESIDE
    return few and bool(vocabulary.turning().search(text) or _GOES_ON.search(text))


def _behind(text: str) -> Iterator[str]:
    yield text
    for _ in range(MOST_PHRASES):
        found = vocabulary.lead().match(text)
        if found is None or not found.end():
            return
        text = text[found.end() :]
        yield text


def _before(text: str) -> Iterator[str]:
    text = text.rstrip(" .!,;:-")
    yield text
    for _ in range(MOST_PHRASES):
        found = vocabulary.tail().search(text)
        if found is None:
            return
        text = text[: found.start()].rstrip(" .!,;:-")
        yield text
