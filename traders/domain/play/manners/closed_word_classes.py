"""The closed classes of words that stand around orders (`words.toml`), compiled once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import msgspec

_WORD = re.compile(r"[\w']+(?:-(?:o|ho|dokey)(?![\w']))?")


class _Words(msgspec.Struct, forbid_unknown_fields=True):
    before_ill: list[str]
    short: dict[str, str]
    labels: list[str]
    greets: list[str]
    says_on: list[str]
    goes_on: list[str]
    disregards: list[str]
    around: list[str]
    leads: list[str]
    tails: list[str]
    articles: list[str]
    pointers: list[str]
    joints: list[str]
    nows: list[str]
    turning: list[str]
    elsewhere: list[str]
    chats: list[str]
    understood: list[str]
    corrections: list[str]
    retractions: list[str]
    sighs: list[str]
    slips: list[str]
    noes: list[str]
    telling: list[str]
    everyone: list[str]
    ahead: list[str]
    yes: list[str]
    no: list[str]
    beside_yes_no: list[str]
    flat_yes: list[str]
    passing_yes: list[str]
    flat_no: list[str]
    before_no: list[str]
    no_of: list[str]
    common: list[str]
    said: dict[str, list[str]]
    consents: dict[str, list[str]]
    hedges: dict[str, list[str]]
    topics: dict[str, list[str]]
    asked: dict[str, list[str]]


def written_out(text: str) -> str:
    """A text in small letters with its contractions written out."""
    return _WORD.sub(_in_full, text)


def _in_full(found: re.Match[str]) -> str:
    if found[0] == "ill":
        feels = tuple(f"{one} " for one in words().before_ill)
        if found.string.endswith(feels, 0, found.start()):
            return "ill"  # and no `I'll`
    return words().short.get(found[0], found[0])


@cache
def words() -> _Words:
    """All classes, as they stand in the file."""
    text = (files(__package__) / "words.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=_Words)


_SIGNS = {"^": "^", "$": "$", "…": "(?: .*)?"}
_GAP = "(?: ?, ?| )"


def pattern(phrase: str) -> str:
    """A phrase of the file as a regular expression: `a|b` is one of these, `*` any word, `?` behind
    a word lets it be left out; `^` is the beginning, `$` the end, `…` whatever stands between.
    """
    found, begun = "", False
    for token in written_out(phrase).split():
        if token in _SIGNS:
            found += _SIGNS[token]
            continue
        bare = token.removesuffix("?")
        either = r"\w+" if bare == "*" else "|".join(map(re.escape, bare.split("|")))
        piece = rf"{_GAP}(?:{either})" if begun else rf"(?:{either})"
        if token != bare:
            piece = rf"(?:{piece})?" if begun else rf"(?:{piece}{_GAP})?"
        begun = begun or token == bare
        found += piece
    return found


def any_of(phrases: Iterable[str]) -> str:
    """One of these phrases, as a regular expression: first those that need the most words."""
    found = sorted({*phrases}, key=_by_length)
    return "(?:" + "|".join(map(pattern, found)) + r")(?![\w'])"


def words_of(phrases: Iterable[str], before: str = "", behind: str = "") -> re.Pattern[str]:
    """Any of these phrases, as words, with what stands `before` and `behind` as patterns."""
    return re.compile(rf"{before}(?<![\w']){any_of(phrases)}{behind}")


def _by_length(phrase: str) -> tuple[int, int, str]:
    tokens = written_out(phrase).split()
    return -sum(not token.endswith("?") for token in tokens), -len(tokens), phrase


@cache
def named(name: str) -> re.Pattern[str]:
    """Any phrase of the class of that name, as words."""
    return words_of(getattr(words(), name))


@cache
def lead() -> re.Pattern[str]:
    """One phrase that may stand before an order, with the signs behind it."""
    return re.compile(rf"{any_of((*words().leads, *words().around))}[\s,.:;!–—-]*")


@cache
def tail() -> re.Pattern[str]:
    """One phrase that may stand behind an order, at the end, with the signs before it."""
    return re.compile(
        rf"(?:^|(?<=[\s,.:;!–—-])){any_of((*words().tails, *words().around))}[\s,.!:;]*$"
    )


@cache
def repeated(name: str) -> re.Pattern[str]:
    """Phrases of the class of that name, one or several, with the signs behind them: corrections,
    what one says who has slipped in the order above, a no to that.
    """
    return words_of(getattr(words(), name), "(?:", r"[\s,.:;!–—-]*)+")


@cache
def retraction() -> re.Pattern[str]:
    """The beginning of a sentence by which an order beside it may be taken back."""
    before = any_of((*words().slips, *words().noes, *words().sighs))
    return re.compile(rf"(?:{before}[\s,.:;!–—-]*)*{any_of(words().retractions)}")


@cache
def topic(name: str) -> re.Pattern[str]:
    """The words by which a question asks for that: a topic, or what a command does."""
    phrases = words().topics.get(name) or words().asked[name]
    return words_of(phrases)
