"""The small words of orders, taken off or put as orders have them, and the words that tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache, partial

from traders.domain.play.manners.closed_word_classes import named

articles, nows, pointers, joints = (
    partial(named, one) for one in ("articles", "nows", "pointers", "joints")
)
"""Articles and the like; words that say no more than here and now; that point at something; that
join a verb and what it is about.
"""
AIM = re.compile(r" (on|at|to|for|against|upon|vs|versus) ")
ONE = re.compile(r"^(?:a|an|another|one)$")
_ALL_OF = re.compile(r"\ball (?=(?:\d+|two|three|four|five|six)\b)")
TURNED = frozenset(("no", "not", "nothing", "never", "without", "none"))
"""Words that turn what is told."""
_SAYING = frozenset(("you", "say", "says", "it", "is", "if", "unless", "possible", "turn", "round"))
"""Words of sentences about orders, that tell of none."""


def without(text: str, small: re.Pattern[str], *, first: int = 0) -> str:
    """The text without these small words, of which the first word of all is none where `first`."""
    head, _, rest = text.partition(" ") if first else ("", "", text)
    return " ".join(f"{head} {small.sub(' ', rest)}".split())


def without_joint(rest: str) -> str:
    """The text without the joint with which it begins."""
    found = joints().match(rest)
    return rest[found.end() :].strip() if found and rest[found.end() :].strip() else rest


def aimed(text: str) -> list[str]:
    """The text with another small word before what an order is aimed at: `on`, `at` or `to`."""
    found = AIM.search(text)
    if found is None:
        return []
    return [f"{text[: found.start(1)]}{word}{text[found.end(1) :]}" for word in ("on", "at", "to")]


def with_one(text: str) -> str:
    """`a`, `another` and `both` as the numbers that they are; `all three` is three."""
    text = _ALL_OF.sub("", text)
    numbers = ("2" if word == "both" else word for word in text.split())
    return " ".join("1" if ONE.match(word) else word for word in numbers)


def singular(word: str, known: frozenset[str]) -> str:
    """A word that nothing is called as the one that something is."""
    if word in known:
        return word
    bare = word.removesuffix("s")
    for other in (word.removesuffix("es"), bare, f"{word}s", f"{word.removesuffix('ies')}y"):
        if other in known and len(other) > 2:
            return other
    return word


def plain_verb(word: str, verbs: frozenset[str]) -> str:
    """The verb of which the word is the `-ing`; "" for another word."""
    stem = word.removesuffix("ing")
    if stem == word or len(stem) < 2:
        return ""
    halved = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
    return next((verb for verb in (stem, f"{stem}e", halved) if verb in verbs), "")


@lru_cache(maxsize=4096)
def nouns_of(text: str) -> tuple[str, ...]:
    """The words that tell something, without articles, joints and the like, in the singular."""
    bare = re.sub(r"[^\w\s]", " ", text.casefold().replace("'", ""))
    for small in (articles(), nows(), joints(), pointers()):
        bare = without(bare, small)
    return tuple(word.removesuffix("s") if len(word) > 3 else word for word in bare.split())


@lru_cache(maxsize=4096)
def first_clause(told: str) -> str:
    """The first clause of what is told."""
    return re.split(r"[,:;.]", told, maxsplit=1)[0]


@lru_cache(maxsize=512)
def telling(told: str) -> frozenset[str]:
    """The words of a text by which it tells something."""
    return frozenset(nouns_of(told)) - TURNED - _SAYING


def follows(wanted: Sequence[str], told: Sequence[str]) -> bool:
    """Whether the words stand among those that are told, in their order, and nothing that turns
    them is left out.
    """
    rest = iter(told)
    return all(any(word == other for other in rest) for word in wanted) and not (
        TURNED.intersection(told) - set(wanted)
    )


def holds_all(wanted: Sequence[str], own: Sequence[str]) -> bool:
    """Whether the words hold all of these, in their order."""
    rest = iter(wanted)
    return all(any(word == other for other in rest) for word in own)


@cache
def fixed(form: str) -> tuple[str, ...]:
    """The words of a form of which nothing must be filled in; empty for another."""
    bare = form
    while "[" in bare and (shorter := re.sub(r"\[[^\[\]]*\]", "", bare)) != bare:
        bare = shorter
    return () if "<" in bare or "|" in bare else nouns_of(bare)
