"""Words that all games tell with: names of seats, lists and counts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from traders.engines.kernel.grammar.order_parts import LIST_MARK
from traders.engines.kernel.seats import Seat

UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters, marks and signs that nobody sees, whatever Unicode says they are."""
UNSEEN_NAME = "A name is one line without invisible characters."
CALLED = frozenset((
    *("you", "your", "yours", "yourself", "they", "them", "their", "theirs", "themselves"),
    *("nobody", "no one", "none", "nothing", "anybody", "anyone", "somebody", "someone", "who"),
    *("everybody", "everyone", "all", "each", "both", "either", "neither"),
    *("other", "others", "another", "the rest", "player", "players", "seat", "seats"),
    *("bank", "dealer", "table", "bot", "bots", "substitute", "opponent", "winner", "loser"),
))  # fmt: skip
"""Words by which texts speak of seats and people whom they do not name."""
_ODD = re.compile(r"[^\x20-\x7e\t\n\r]")
_COLON = re.compile("[:\uff1a]")
_ONE_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
"""Full-width forms of ASCII as telephones and keyboards of East Asia type them."""


def named(seat: Seat) -> str:
    """A seat in a text, wherever it stands: in orders alone its colour is written small."""
    return seat.capitalize()


def window(name: str) -> str:
    """A reaction window in a text: `Zap window`; orders write its name small."""
    return f"{name.capitalize()} window"


def listed(things: Sequence[str], none: str = "nothing", joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; `none` for none."""
    if not things:
        return none
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} {joint} {things[-1]}"


def seats_listed(seats: Iterable[Seat], none: str = "nobody") -> str:
    """`Red, Blue and Green`; `none` for none."""
    return listed([named(seat) for seat in seats], none)


def seats_to(reader: Seat | None, seats: Iterable[Seat], none: str = "nobody") -> str:
    """`you, Blue and Green`, as the reader is told of them; `none` for none."""
    return listed(["you" if seat == reader else named(seat) for seat in seats], none)


def count(n: int, thing: str, plural: str = "") -> str:
    """`1 day`, `2 days`."""
    return f"{n} {thing}" if n == 1 else f"{n} {plural or thing + 's'}"


def figure(n: int, name: str) -> str:
    """A count by its name for many: `1 day spent`, `2 days spent`."""
    head, blank, rest = name.partition(" ")
    return f"{n} {head.removesuffix('s') if n == 1 else head}{blank}{rest}"


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """The text with a full stop, where it does not end as a sentence does."""
    return text if text.rstrip("”\"’'").endswith((".", "?", "!")) else f"{text}."


def within_quotes(text: str) -> str:
    """A text as it stands between quotation marks of ours: none in it ends the quotation, so that
    what follows would seem to be said by another.
    """
    return text.translate(_DOUBLE_QUOTES)


def in_quotes(text: str) -> str:
    """What a person wrote, told to others among the server's own words."""
    return f"“{within_quotes(text)}”"


_DOUBLE_QUOTES = dict.fromkeys(map(ord, '"“”„‟«»″＂❝❞〝〞〟'), "'")


def harmless(text: str) -> str:
    """A text without control characters, halves of characters, and marks that nobody sees and that
    turn the direction of what stands behind them. What joins letters and signs (ZWJ, ZWNJ) stays;
    whatever else breaks a line is a plain break.
    """
    return _ODD.sub(lambda odd: _shown(odd[0]), text)


def _shown(c: str) -> str:
    if len(f"{c}.".splitlines()) > 1:
        return "\n"
    kind = unicodedata.category(c)
    hidden = kind == "Cf" and c not in "\u200c\u200d" and unicodedata.bidirectional(c) != "AN"
    return "" if hidden or kind in ("Cc", "Cs") or c in UNSEEN else c


def hides(name: str) -> bool:
    """Whether a name of one line holds what nobody sees or what breaks the line, or nothing that
    shows.
    """
    kinds = [unicodedata.category(c) for c in name]
    return (
        any(kind in ("Cc", "Cf", "Cs", "Zl", "Zp") for kind in kinds)
        or any(c in UNSEEN for c in name)
        or (bool(name.strip()) and not any(kind[0] in "LNPS" for kind in kinds))
    )


def is_number(text: str) -> bool:
    """Whether these are digits, of which a number of an order is made: 0 to 9 alone."""
    return text.isascii() and text.isdigit()


def whole_number(text: str, digits: int = 9) -> int:
    """A whole number of at most so many digits; 0 for anything else."""
    return int(text) if is_number(text) and len(text) <= digits else 0


def fold(line: str) -> str:
    """A line in one case and width, with single blanks, without a list's mark before it and a full
    stop at its end.
    """
    plain = LIST_MARK.sub("", line.translate(_ONE_WIDTH))
    return re.sub(r"\s+", " ", plain).strip().rstrip(".").strip().lower()


def with_plain_head(line: str) -> str:
    """A line whose first colon, and what stands before it, are of the common width; the words
    behind it are as typed.
    """
    colon = _COLON.search(line)
    at = colon.end() if colon else len(line)
    return line[:at].translate(_ONE_WIDTH) + line[at:]
