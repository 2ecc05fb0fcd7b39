"""Letters that look alike: Unicode's confusables (UTS 39), as far as Latin, Cyrillic, Greek and
digits go.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_PASSING_FOR = {
    "a": "аɑαАΑ",
    "b": "ƄьВΒ",
    "c": "сϲСϹ",
    "d": "ԁ",
    "e": "еҽЕΕ",
    "h": "һհНΗ",
    "i": "іɩιӏІΙӀ",
    "j": "јϳЈͿ",
    "k": "κкКΚ",
    "l": "|1I",
    "m": "мМΜ",
    "n": "ոηΝ",
    "o": "оοօσ0ОΟ",
    "p": "рρРΡ",
    "q": "ԛԚ",
    "r": "г",
    "s": "ѕЅ",
    "t": "тτТΤ",
    "u": "սυՍ",
    "v": "νѵ",
    "w": "ԝωѡԜ",
    "x": "хχХΧ",
    "y": "уүγУΥҮ",
    "z": "Ζ",
}
"""Signs, small and capital, by the letter that they pass for."""
_PLAIN = {ord(one): letter for letter, alike in _PASSING_FOR.items() for one in alike}
_LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:[A-Z-]+ ){0,4}?([A-Z])(?: WITH .{1,80})?")
"""Names of letters that are another, and look it: small capitals, those with a hook or a stroke."""
_PAIRS = (("rn", "m"), ("vv", "w"))


def looks(text: str) -> frozenset[str]:
    """Two skeletons of a text (UTS 39), of it as written and in small letters, without accents,
    blanks and signs. Texts that share one look alike.
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if c.isalnum())
    return frozenset(
        _joined("".join(map(_alike, "".join(map(_alike, one)).casefold())))
        for one in (bare, bare.casefold())
    )


@cache
def _alike(c: str) -> str:
    """The plain small letter that a letter passes for; any other as it is."""
    named = None if c.isascii() else _LATIN.fullmatch(unicodedata.name(c, ""))
    return _PLAIN.get(ord(c), named[1].lower() if named else c)


def _joined(text: str) -> str:
    """The text with pairs of letters that look like one replaced by it."""
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    return text


SCRIPTS_TOGETHER = frozenset({
    "LATIN", "CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL",
    "BOPOMOFO",
})  # fmt: skip
"""Scripts that are written together, none of whose letters pass for another's."""


def scripts(text: str) -> frozenset[str]:
    """The scripts of a text's letters, by the first word of their Unicode names."""
    return frozenset(unicodedata.name(c, "UNKNOWN").partition(" ")[0] for c in text if c.isalpha())


def heaped(text: str) -> bool:
    """Whether a combining mark stands on no letter, or more than two on one."""
    return re.search("^M|MMM", "".join(unicodedata.category(c)[0] for c in text)) is not None
