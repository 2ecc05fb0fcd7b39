"""The label of a moment, as reply addresses and forms carry it: `i45`, and `i45b2` where play had
backed up twice when it was asked.

A back-up restores the position and its counter of keys, so that a key may come again for something
else: the count of back-ups tells which of the two is answered. It is public, and a letter's label
rests on the entry after which it was written, so that it tells nothing.
"""

from __future__ import annotations

import re

from traders.models import Entry, Game, Kind, Letter, Source

BACKED_UP = "PR-RECORD-02"
"""The rule by which an answer to what was asked before play backed up is refused: the moves behind
a back-up stay backed out.
"""
_LABEL = re.compile(r"([a-z]\d*)(?:b(\d{1,6}))?")


def label_of(letter: Letter) -> str:
    """What an answer to the letter answers."""
    return label(letter.game_id, letter.moment, letter.entry) if letter.game_id else letter.moment


def label(game_id: int, moment: str, number: int) -> str:
    """The label of a moment as it was asked after entry `number`; "" for none."""
    back_ups = (
        Entry.objects.filter(game=game_id, kind=Kind.BACK_UP, number__lte=number).count()
        if moment
        else 0
    )
    return f"{moment}b{back_ups}" if back_ups else moment


def moment_in(label: str) -> str:
    """The moment that a label names; "" for what is no label."""
    match = _LABEL.fullmatch(label)
    return match[1] if match else ""


def undone_since(game: Game, label: str, upto: int) -> Entry | None:
    """The latest back-up, up to entry `upto`, since what the label names was asked; None while it
    is asked as it was.

    A turn is asked as it was where somebody took back an order of their own in it (PR-BACKUP-03):
    nobody had acted on that.
    """
    match = _LABEL.fullmatch(label)
    if match is None:
        return None
    back_ups = list(
        Entry.objects.filter(game=game, kind=Kind.BACK_UP, number__lte=upto).order_by("number")
    )[int(match[2] or 0) :]
    if label[0] == "t":
        back_ups = [entry for entry in back_ups if entry.source != Source.LETTER]
    return back_ups[-1] if back_ups else None
