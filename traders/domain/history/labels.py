"""The label of a moment in reply addresses and forms: `i45`, and `i45b2` if the game had been
backed up twice when it was asked.

A back-up restores the position with its counter of keys, so the same key may come again for
something else: the number of back-ups tells them apart. It is public, and a letter's label depends
on the entry after which it was written, so it reveals nothing.
"""

from __future__ import annotations

import re

from traders.models import Entry, Game, Kind, Letter, Source

BACKED_UP = "PR-RECORD-02"
"""The rule by which an answer to something asked before a back-up is refused: undone moves stay
undone.
"""
_LABEL = re.compile(r"([a-z]\d*)(?:b(\d{1,6}))?")


def label_of(letter: Letter) -> str:
    """The label that an answer to the letter carries."""
    return label(letter.game_id, letter.moment, letter.entry) if letter.game_id else letter.moment


def label(game_id: int, moment: str, number: int) -> str:
    """The label of a moment asked after entry `number`; "" for none."""
    back_ups = (
        Entry.objects.filter(game=game_id, kind=Kind.BACK_UP, number__lte=number).count()
        if moment
        else 0
    )
    return f"{moment}b{back_ups}" if back_ups else moment


def moment_in(label: str) -> str:
    """The moment in a label; "" if it is no label."""
    match = _LABEL.fullmatch(label)
    return match[1] if match else ""


def undone_since(game: Game, label: str, upto: int) -> Entry | None:
    """The latest back-up, up to entry `upto`, since the label's moment was asked; None if there was
    none.

    A seat that takes back its own order in its turn (PR-BACKUP-03) does not count: nobody had acted
    on that order.
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
