"""Yes and no by meaning: an answer to "Are you sure?", read whole (PR-RECEIPT-09)."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from traders.domain.play.manners.closed_word_classes import any_of, words, written_out

Verdict = Literal["yes", "no", ""]
_SIGNS = re.compile(r"[^\w\s']+")
_DEGREE = re.compile(
    r"\b(?:(?:quite|very|really|absolutely|perfectly|entirely|completely|totally|pretty|dead) )+"
    r"(?=(?:sure|certain|positive|serious)\b)"
)
"""How sure somebody is, who is."""
_THUMBS = {"👍": " yes ", "👌": " yes ", "✅": " yes ", "👎": " no ", "❌": " no "}
_DRAWN_OUT = re.compile(r"([a-z])\1{2,}")
"""A letter that is written more than twice: `nooo`."""


def verdict(text: str, asked: str = "", *, harmless: bool = True) -> Verdict:
    """What the whole text answers: "" where a word of it is neither, or it is both. `asked`: the
    order of which it is asked whether it is meant, which the answer may repeat. `harmless`: whether
    nothing is done by a no, so that whatever else is said beside a flat one it is one.
    """
    for sign, word in _THUMBS.items():
        text = text.replace(sign, word)
    plain = _DRAWN_OUT.sub(r"\1", text.translate(str.maketrans("’‘", "''")).casefold())
    left = " ".join(_DEGREE.sub("", _SIGNS.sub(" ", written_out(plain))).split())
    if asked:
        left = _repeating(left, asked)
    if not harmless:
        left = left.replace("can not wait", "")  # who says so looks forward to it
    elif _no_and_more().match(left) and not _a_yes_in_passing().search(left):
        return "no"
    found = set[Verdict]()
    while left:
        for kind in ("no", "yes", "beside"):
            match = _classes()[kind].match(left)
            if match is not None:
                if kind != "beside":
                    found.add("no" if kind == "no" else "yes")
                left = left[match.end() :].strip()
                break
        else:
            return ""
    if harmless and found == {"no", "yes"} and _no_first(plain):
        return "no"
    told = found.pop() if len(found) == 1 else ""
    return "" if told == "yes" and "?" in text else told  # who asks has not said it


def _no_first(text: str) -> bool:
    """Whether it is a no that only sounds like a yes in passing: `no, I'm sure`."""
    first = re.match(any_of(words().flat_no), _SIGNS.sub(" ", text).lstrip())
    return bool(first) and not _a_yes().search(text)


@cache
def _a_yes() -> re.Pattern[str]:
    """A yes anywhere in the text."""
    return re.compile(rf"(?<![\w']){any_of(words().flat_yes)}")


@cache
def _a_yes_in_passing() -> re.Pattern[str]:
    """The same, or what may be said in passing."""
    return re.compile(rf"(?<![\w']){any_of((*words().flat_yes, *words().passing_yes))}(?! not\b)")


@cache
def _no_and_more() -> re.Pattern[str]:
    """A flat no with anything behind it but what makes it none: `no idea`."""
    return re.compile(
        rf"(?:{any_of(words().before_no)} )*{any_of(words().flat_no)}"
        rf"(?! (?:\w+ )?{any_of(words().no_of)})"
    )


def _repeating(text: str, asked: str) -> str:
    """The text without what it repeats of the question: `i want to resign`, `resign`."""
    own = re.escape(" ".join(asked.split()))
    wish = r"(?:i (?:really )?(?:want|wish|would like|do want|am going|have decided) to |to )?"
    without = r"i (?:do not|did not|would not|will not) (?:really )?(?:want to |wish to |mean to )?"
    no = r"(?:i would rather )?(?:do not|not|never) "
    turned = rf"\b(?:({without})|{no}){own}(?: (?:it|that|this))?\b"
    text = re.sub(turned, lambda said: " i do not " if said[1] else " no ", text)
    verb = asked.split(maxsplit=1)[0]
    for pointer in ("it", "that", "this"):
        text = f" {text} ".replace(f" {verb} {pointer} ", " do it ").strip()
    named = re.escape(asked.rsplit(maxsplit=1)[-1])  # `yes, a draw it is`
    return " ".join(re.sub(rf"\b(?:{wish}{own}|an? {named}(?: it is)?)\b", " ", text).split())


@cache
def _classes() -> dict[str, re.Pattern[str]]:
    """Each class as a pattern: its longest phrases first."""
    kinds = {"no": words().no, "yes": words().yes, "beside": words().beside_yes_no}
    return {name: re.compile(any_of(phrases)) for name, phrases in kinds.items()}
