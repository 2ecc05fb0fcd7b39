"""The closed classes of words that stand around orders (`words.toml`), compiled once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import msgspec

_SHORT = {
    "i'll": "i will", "ill": "i will", "i'd": "i would", "id": "i would", "i'm": "i am",
    "im": "i am", "i've": "i have", "ive": "i have", "we'll": "we will", "we're": "we are",
    "let's": "let us", "lets": "let us", "that's": "that is", "thats": "that is",
    "that'll": "that will", "here's": "here is", "heres": "here is", "there's": "there is",
    "it's": "it is", "its": "it is", "don't": "do not", "dont": "do not", "doesn't": "does not",
    "didn't": "did not", "won't": "will not", "wont": "will not", "can't": "can not",
    "cant": "can not", "cannot": "can not", "isn't": "is not", "aren't": "are not",
    "wouldn't": "would not", "shouldn't": "should not", "couldn't": "could not",
    "haven't": "have not", "wanna": "want to", "gonna": "going to", "what's": "what is",
    "whats": "what is", "who's": "who is", "whos": "who is", "where's": "where is",
    "wheres": "where is", "when's": "when is", "how's": "how is", "gimme": "give me",
    "lemme": "let me", "o'clock": "oclock", "you're": "you are", "they're": "they are",
    "he's": "he is", "she's": "she is", "you've": "you have", "we've": "we have",
    "hasn't": "has not", "wasn't": "was not", "weren't": "were not", "we'd": "we would",
    "he'd": "he would", "she'd": "she would", "they'd": "they would", "it'd": "it would",
    "you'll": "you will", "they'll": "they will",
    "everyone's": "everyone is", "everybody's": "everybody is",
    "right-o": "right", "righty-ho": "right", "okey-dokey": "okay",
}  # fmt: skip
"""Contractions, and what is written out in their place."""
_BEFORE_ILL = (
    "was",
    "were",
    "is",
    "are",
    "am",
    "be",
    "been",
    "so",
    "fell",
    "feel",
    "'s",
    "'m",
    "'re",
)
"""Words before `ill` where it is a state, and no `I'll`."""
_CONTRACTION = re.compile(
    r"(?<![\w'])(?:(?!ill\b)|"
    + "".join(rf"(?<!{word} )" for word in _BEFORE_ILL)
    + ")(?:"
    + "|".join(sorted(map(re.escape, _SHORT), key=len, reverse=True))
    + r")(?![\w'])"
)


class _Words(msgspec.Struct, forbid_unknown_fields=True):
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
    corrections: list[str]
    retractions: list[str]
    sighs: list[str]
    slips: list[str]
    noes: list[str]
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
    return _CONTRACTION.sub(lambda found: _SHORT[found[0]], text)


@cache
def words() -> _Words:
    """All classes, as they stand in the file."""
    text = (files(__package__) / "words.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=_Words)


_GAP = "(?: ?, ?| )"


def pattern(phrase: str) -> str:
    """A phrase of the file as a regular expression: `a|b` is one of these, `*` any word, `?` behind
    a word lets it be left out.
    """
    found, begun = "", False
    for token in written_out(phrase).split():
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
def turning() -> re.Pattern[str]:
    """A word by which a sentence turns what stands beside it."""
    return words_of(words().turning)


@cache
def elsewhere() -> re.Pattern[str]:
    """A word by which a sentence gives what stands beside it as another's, or as one of several."""
    return words_of(words().elsewhere)


@cache
def chat() -> re.Pattern[str]:
    """The beginning of a sentence that is nothing but polite."""
    return re.compile(any_of(words().chats))


@cache
def correction() -> re.Pattern[str]:
    """Nothing but a correction: it takes back what stands above it."""
    return re.compile(rf"(?:{any_of(words().corrections)}[\s,.:;!–—-]*)+")


@cache
def slip() -> re.Pattern[str]:
    """What one says who has slipped in the order above."""
    return re.compile(rf"(?:{any_of(words().slips)}[\s,.:;!–—-]*)+")


@cache
def noes() -> re.Pattern[str]:
    """A no to the order above, with the signs behind it."""
    return re.compile(rf"(?:{any_of(words().noes)}[\s,.:;!–—-]*)+")


@cache
def retraction() -> re.Pattern[str]:
    """The beginning of a sentence by which an order beside it may be taken back."""
    before = any_of((*words().slips, *words().noes, *words().sighs))
    return re.compile(rf"(?:{before}[\s,.:;!–—-]*)*{any_of(words().retractions)}")


@cache
def label() -> re.Pattern[str]:
    """The name of one of several things between which somebody chooses."""
    return words_of(words().hedges["labels"])


@cache
def topic(name: str) -> re.Pattern[str]:
    """The words by which a question asks for that: a topic, or what a command does."""
    phrases = words().topics.get(name) or words().asked[name]
    return words_of(phrases)
