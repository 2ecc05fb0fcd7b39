"""The label of a moment in reply addresses and forms: `i45`, and `i45b2` if the game had been
backed up twice when it was asked.

A back-up restores the position with its counter of keys, so the same key may come again for
something else: the number of back-ups tells them apart. It is public, and a letter's label depends
on the entry after which it was written, so it reveals nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from traders.models import Entry, Game, Letter, Prepared, Source

BACKED_UP = "PR-RECORD-02"
"""The rule by which an answer to something asked before a back-up is refused: undone moves stay
undone.
"""
_LABEL = re.compile(r"([a-z]\d*)(?:b(\d{1,6}))?")


def label_of(letter: Letter) -> str:
    """What an answer to the letter answers."""
    return labels_of([letter])[letter.pk]


def labels_of(letters: Iterable[Letter]) -> dict[int, str]:
    """What answers to the letters answer, by their ids: each label as it was asked after the
    letter's entry.
    """
    letters = list(letters)
    games = {letter.game_id for letter in letters if letter.game_id and letter.moment}
    back_ups = list(_back_ups(games).values_list("game_id", "number")) if games else []
    found = {}
    for letter in letters:
        count = sum(game == letter.game_id and n <= letter.entry for game, n in back_ups)
        found[letter.pk] = f"{letter.moment}b{count}" if count and letter.moment else letter.moment
    return found


def _back_ups(games: Iterable[int]) -> QuerySet[Entry]:
    # a parameter would keep SQLite from the index
    return Entry.objects.filter(game__in=games, kind=RawSQL("'back-up'", []))


_IN_ORDER = Prepared(Entry, lambda game: _back_ups([game]).order_by("number"))


def label(game_id: int, moment: str, number: int) -> str:
    """The label of a moment as it was asked after entry `number`; "" for none."""
    back_ups = _back_ups([game_id]).filter(number__lte=number).count() if moment else 0
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
    back_ups = [entry for entry in _IN_ORDER.rows(game.pk) if entry.number <= upto]
    back_ups = back_ups[int(match[2] or 0) :]
    if label[0] == "t":
        back_ups = [entry for entry in back_ups if entry.source != Source.LETTER]
    return back_ups[-1] if back_ups else None
