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
from typing import Any, Literal, NamedTuple

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from traders.engines.kernel.contract.contract import Choice, Interval, Pending, Turn
from traders.models import BY_HAND, Entry, Letter, Prepared

BACKED_UP = "PR-RECORD-02"
"""The rule by which an answer to something asked before a back-up is refused: undone moves stay
undone.
"""
LabelKind = Literal["", "turn", "interval", "choice"]
_LABEL = re.compile(r"([tic])(\d{1,18})(?:b(\d{1,6}))?")
_KINDS: dict[str, LabelKind] = {"t": "turn", "i": "interval", "c": "choice"}


class MomentLabel(NamedTuple):
    """The name of what play waits for: a turn by its number, an interval or choice by its key, and
    how often the game had been backed up when it was asked; without a kind nothing.
    """

    kind: LabelKind = ""
    key: int = 0
    back_ups: int = 0

    def __str__(self) -> str:
        return f"{self.moment}b{self.back_ups}" if self.back_ups else self.moment

    @property
    def moment(self) -> str:
        """It without back-ups, as rows carry it."""
        return f"{self.kind[0]}{self.key}" if self.kind else ""

    @classmethod
    def read(cls, text: str) -> MomentLabel:
        """The label that is written so; nothing where it is none."""
        match = _LABEL.fullmatch(text)
        return cls(_KINDS[match[1]], int(match[2]), int(match[3] or 0)) if match else cls()

    @classmethod
    def of(cls, pending: Pending | None) -> MomentLabel:
        """That of what play waits for, without back-ups."""
        match pending:
            case Turn(number=number):
                return cls("turn", number)
            case Interval(key=key):
                return cls("interval", key)
            case Choice(key=key):
                return cls("choice", key)
        return cls()


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
    return str(MomentLabel.read(moment)._replace(back_ups=count))


def moment_in(label: str) -> str:
    """The moment in a label; "" if it is no label."""
    return MomentLabel.read(label).moment


def undone_since(backed_up: Iterable[Entry], label: str, upto: int) -> Entry | None:
    """The latest of a game's back-ups, up to entry `upto`, since the label's moment was asked; None
    if there was none.

    A seat that takes back its own order in its turn (PR-BACKUP-03) does not count: nobody had acted
    on that order.
    """
    asked = MomentLabel.read(label)
    if not asked.kind:
        return None
    since = [entry for entry in backed_up if entry.number <= upto][asked.back_ups :]
    if asked.kind == "turn":
        since = [entry for entry in since if entry.source not in BY_HAND]
    return since[-1] if since else None
