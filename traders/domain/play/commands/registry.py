"""The table of words: what a line may begin with beyond moves and wishes. Layers above enter theirs at start.

A word is a function of the desk (the game's row locked, the course loaded), the seat, the folded rest of the line and the line as typed.
It answers a `Line`, or raises `Refusal`; it is never stale (DESIGN §3).
"""

from __future__ import annotations

from collections.abc import Callable

from traders.domain.people import seating
from traders.domain.play.session import Desk
from traders.domain.table.passage import Line
from traders.engines.kernel.contract import Over
from traders.engines.kernel.refusal import Refusal, Unknown
from traders.engines.kernel.seats import Seat

Word = Callable[["Desk", Seat, str, str], "Line | None"]

_WORDS: dict[str, Word] = {}
_ALWAYS: set[str] = set()


def enter(word: str, function: Word, *, always: bool = False) -> None:
    """Enter a word (its first letters, as `claim` or `to `): the longest that fits a line is asked; one that answers None passes it on.

    `always`: it changes nothing of play, and goes on after the end of the game (PR-SEAT-07) and for who was removed from the seat.
    """
    _WORDS[word] = function
    if always:
        _ALWAYS.add(word)


def entered() -> list[str]:
    """All words."""
    return sorted(_WORDS)


def after_the_end() -> list[str]:
    """Those that go on after the end of a game (PR-SEAT-07)."""
    return sorted(_ALWAYS)


def begins(folded: str, word: str) -> bool:
    """Whether a folded line is that word, or begins with it and a blank or colon."""
    return folded == word.strip() or folded.startswith(word if word[-1] in " :" else f"{word} ")


def tried(folded: str, raw: str) -> Line | None:
    """What a trial says of a word of the house: it is not carried out; one that changes something of play ends the trial (PR-RECEIPT-08)."""
    word = max((word for word in _WORDS if begins(folded, word)), key=len, default="")
    if not word:
        return None
    if word not in _ALWAYS:
        raise Unknown(f"“{word.strip()}”, which is not tried")
    return Line(raw, "tested", "Not tried: it is no move. In a letter that counts it is taken as always.")


def spoken(desk: Desk, seat: Seat) -> Callable[[str, str], Line | None]:
    """The table for one seat at one desk, as a speech asks it."""
    longest_first = sorted(_WORDS, key=len, reverse=True)

    def ask(folded: str, raw: str) -> Line | None:
        for word in longest_first:
            if begins(folded, word):
                if word not in _ALWAYS:
                    may_play(desk, seat)
                return _WORDS[word](desk, seat, folded.removeprefix(word.strip()).lstrip(": "), raw)
        return None

    return ask


def may_play(desk: Desk, seat: Seat) -> None:
    """Refuse what changes play once the game is over (PR-SEAT-07), and from who was removed from the seat (PR-REMEDY-07)."""
    if isinstance(desk.course.pending(), Over):
        raise Refusal("The game is over.", "PR-SEAT-07", kind="stale")
    if seating.removed(desk.place(seat)):
        raise Refusal("A ruling has removed you from this seat.", "PR-REMEDY-07")
