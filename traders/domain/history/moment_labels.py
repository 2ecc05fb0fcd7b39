"""The label of a moment in reply addresses and forms: `i45`, and `i45b2` if the game had been
backed up twice when it was asked.

A back-up restores the position with its counter of keys, so the same key may come again for
something else: the number of back-ups tells them apart. It is public, and a letter's label depends
on the entry after which it was written, so it reveals nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from traders.models import BY_HAND, Entry, Letter, Prepared

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
    return labels_among(letters, back_ups(games) if games else ())


def labels_among(letters: Iterable[Letter], backed_up: Iterable[Entry]) -> dict[int, str]:
    """The same, where the back-ups of the letters' games are read already."""
    of_games = defaultdict(list)
    for entry in backed_up:
        of_games[entry.game_id].append(entry)
    return {
        letter.pk: label(of_games.get(letter.game_id or 0, ()), letter.moment, letter.entry)
        for letter in letters
    }


def back_ups(games: Iterable[int] | QuerySet[Any]) -> QuerySet[Entry]:
    """The back-ups of these games."""
    # a parameter would keep SQLite from the index
    found = Entry.objects.filter(game__in=games, kind=RawSQL("'back-up'", []))
    return found.only("game_id", "number", "source", "at").order_by()


IN_ORDER = Prepared(Entry, lambda game: back_ups([game]).order_by("number"))
"""A game's back-ups."""


def label(backed_up: Iterable[Entry], moment: str, number: int) -> str:
    """The label of a game's moment as it was asked after entry `number`; "" for none."""
    count = sum(entry.number <= number for entry in backed_up) if moment else 0
    return f"{moment}b{count}" if count else moment


def moment_in(label: str) -> str:
    """The moment in a label; "" if it is no label."""
    match = _LABEL.fullmatch(label)
    return match[1] if match else ""


def undone_since(backed_up: Iterable[Entry], label: str, upto: int) -> Entry | None:
    """The latest of a game's back-ups, up to entry `upto`, since the label's moment was asked; None
    if there was none.

    A seat that takes back its own order in its turn (PR-BACKUP-03) does not count: nobody had acted
    on that order.
    """
    match = _LABEL.fullmatch(label)
    if match is None:
        return None
    since = [entry for entry in backed_up if entry.number <= upto][int(match[2] or 0) :]
    if label[0] == "t":
        since = [entry for entry in since if entry.source not in BY_HAND]
    return since[-1] if since else None
