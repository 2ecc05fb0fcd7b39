"""Letters that look alike: Unicode's confusables (UTS 39), as far as Latin, Cyrillic, Greek and
digits go.
"""

from __future__ import annotations

import re
import unicodedata

_SMALL = {
    "a": "аɑα",
    "b": "Ƅь",
    "c": "сϲ",
    "d": "ԁđ",
    "e": "еҽ",
    "g": "ɡ",
    "h": "һհħ",
    "i": "іıɩιӏ",
    "j": "јϳ",
    "k": "κк",
    "l": "ł|1",
    "m": "м",
    "n": "ոη",
    "o": "оοօσ0ø",
    "p": "рρ",
    "q": "ԛ",
    "r": "г",
    "s": "ѕ",
    "t": "тτ",
    "u": "սυ",
    "v": "νѵ",
    "w": "ԝωѡ",
    "x": "хχ",
    "y": "уүγ",
    "z": "ᴢ",
}
_LARGE = {
    "a": "АΑ",
    "b": "ВΒ",
    "c": "СϹ",
    "e": "ЕΕ",
    "h": "НΗ",
    "i": "ІΙӀ",
    "j": "ЈͿ",
    "k": "КΚ",
    "l": "I",
    "m": "МΜ",
    "n": "Ν",
    "o": "ОΟ",
    "p": "РΡ",
    "q": "Ԛ",
    "s": "Ѕ",
    "t": "ТΤ",
    "u": "Ս",
    "w": "Ԝ",
    "x": "ХΧ",
    "y": "УΥҮ",
    "z": "Ζ",
}
_PLAIN = {
    ord(one): letter
    for table in (_SMALL, _LARGE)
    for letter, alike in table.items()
    for one in alike
}
_PAIRS = (("rn", "m"), ("vv", "w"))


def looks(text: str) -> frozenset[str]:
    """Two skeletons of a text (UTS 39), of it as written and in small letters, without accents,
    blanks and signs. Texts that share one look alike.
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if c.isalnum())
    return frozenset(
        _joined(one.translate(_PLAIN).casefold().translate(_PLAIN))
        for one in (bare, bare.casefold())
    )


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
