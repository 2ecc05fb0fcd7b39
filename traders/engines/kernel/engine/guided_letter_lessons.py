"""A guided first game: how it is made, and what its letters explain where it comes up first. Names
no game; the texts are data, `guide.toml` in a game's folder.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

import msgspec

from traders.engines.kernel.book.package_files import has, printed
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.telling.past_tense_telling import Happened

FILE = "guide.toml"
MOST_SENTENCES = 3
"""Sentences that one letter explains."""
_SENTENCE = re.compile(r"[.?!](?= |$)")


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is explained, in one to three sentences, in the first letter of a kind, that suggests an
    order with that first word, or that tells of an event of such a kind, `where` its data have one
    of these values.
    """

    says: str
    letter: str = ""
    order: str = ""
    kinds: tuple[str, ...] = ()
    where: dict[str, tuple[str, ...]] = {}

    @property
    def key(self) -> str:
        """By which it is known that it was told."""
        return f"{self.letter}/{self.order}/{'|'.join(self.kinds)}"

    def comes_up(self, kind: str, orders: Collection[str], events: Iterable[Happened]) -> bool:
        """Whether a letter of that kind, with these first words of orders and these events, shows
        what it is about.
        """
        return (
            self.letter in {"", kind}
            and (not self.order or self.order in orders)
            and (not self.kinds or any(self._tells(event) for event in events))
        )

    def _tells(self, event: Happened) -> bool:
        return event.kind in self.kinds and all(
            event.data[name] in values for name, values in self.where.items()
        )


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game's guided game: its options, how many sit down, and what is explained, what matters
    first above.
    """

    lessons: tuple[Lesson, ...] = ()
    seats: int = 2
    options: dict[str, Any] = {}

    @property
    def colours(self) -> tuple[str, ...]:
        """The seats of the guided game; the learner has the first."""
        return COLOURS[: self.seats]

    def whats_new(
        self,
        kind: str,
        orders: Collection[str],
        events: Collection[Happened],
        told: Collection[str],
    ) -> list[Lesson]:
        """What a letter explains: of what comes up in it and was not told, as much as fits."""
        found: list[Lesson] = []
        left = MOST_SENTENCES
        for lesson in self.lessons:
            long = len(_SENTENCE.findall(lesson.says))
            if long <= left and lesson.key not in told and lesson.comes_up(kind, orders, events):
                found.append(lesson)
                left -= long
        return found


@cache
def guide_of(package: str) -> Guide:
    """The guide of the engine in a package; for one that has none, a game of two that explains
    nothing. `msgspec.ValidationError` for a file that does not say what it must.
    """
    if not has(package, FILE):
        return Guide()
    return msgspec.convert(tomllib.loads(printed(package, FILE)), Guide)
