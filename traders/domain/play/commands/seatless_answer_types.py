"""An answer's words: what somebody without a seat may answer to a letter that asks them something.
The module that carries one out declares it, as data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from traders.domain.table.change_set import Line
from traders.engines.kernel.grammar.order_table import OrderRow, When
from traders.models import Game, Player, Scope


@dataclass(frozen=True, slots=True)
class Reply:
    """What somebody without a seat says, as it is carried out: the `game` that they were asked
    about, if any, what else that was `about`, and who answers. It counts from `clock.taken()`.

    The game's row is locked, and all that came before is done.
    """

    game: Game | None
    about: dict[str, Any]
    player: Player


AnswerDeed = Callable[[Reply, str, str], Line]
"""Given the folded rest of the line, and the line as typed. It may raise `Refusal`."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What letters of one kind ask of people without a seat.

    `waits`: whether what such a letter asked of its reader is still to be answered; `scope`: what a
    program must be allowed that answers. `kind`: what the letters are of, and `found`: where a
    player has such, in a sentence, for who writes an answer in a game's letter; None where its
    words are none of a player's.
    """

    name: str
    waits: Callable[[Reply], bool]
    scope: Scope = Scope.PLAY
    kind: str = ""
    found: Callable[[Player], str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(OrderRow):
    """One thing that may be answered to letters of a topic."""

    when: When = When.ASKED
    topic: str
    said_by: str
    """Who may say it: a substitute, an organizer."""
    also: tuple[str, ...] = ()
    """Other words that it may begin with."""
    deed: AnswerDeed

    @property
    def who(self) -> str:
        """Who may say it."""
        return self.said_by

    @property
    def prefixes(self) -> tuple[str, ...]:
        """All that it may begin with."""
        return (self.prefix, *self.also)
