"""The table of orders: what is told of each thing that a line can begin with, whether it is a
game's order or a command of every game.

A game's rows are made from its orders (`OrderHandler.row`), those of commands from the registry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar


class When(StrEnum):
    """When a line may be given."""

    TURN = "in your turn"
    WINDOW = "while a reaction window is open"
    ASKED = "when you are asked"
    ANY = "at any time until the game is over"
    ALWAYS = "at any time, also when the game is over"


WHO = {
    When.TURN: "the seat on turn",
    When.WINDOW: "a seat that may react",
    When.ASKED: "the seat that is asked",
    When.ANY: "any seat",
    When.ALWAYS: "any seat, also one that a ruling has ended",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRow:
    """One row. `prefix`: the words that a line begins with; `forms`: how it is written, its prefix
    where nothing is said; `help`: what it does, in one sentence; `example`: one line that can be
    read, its first form where nothing is said; `rule`: the id of the rule that knows it.
    """

    prefix: str
    forms: tuple[str, ...] = ()
    when: When
    help: str
    example: str = ""
    rule: str
    grave: bool = False
    """It cannot be taken back: whoever gives it is asked whether they mean it (PR-SEAT-06)."""
    aside: bool = False
    """Possible nearly always, seldom wanted, and no reaction: short menus leave it to the list of
    all orders, and it stops no plan.
    """
    notes: tuple[tuple[str, str], ...] = ()
    """What a word of it means, in a few words, for menus that name many such orders in a line; of
    its first word: what all of them do.
    """
    said: tuple[str, ...] = ()
    """Words, without articles, that people say in place of its prefix (PR-RECEIPT-09)."""
    implied: bool = False
    """Its prefix may be left out before what it names."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "forms", self.forms or (self.prefix,))
        object.__setattr__(self, "example", self.example or self.forms[0])

    @property
    def who(self) -> str:
        """Who may say it."""
        return WHO[self.when]


def grave_row(rows: Iterable[OrderRow], written: str) -> OrderRow | None:
    """The row of an order, as it is written back, of which its seat is asked whether it means it
    (PR-SEAT-06); None for an order that counts at once.
    """
    row = row_of(rows, written)
    return row if row is not None and row.grave else None


class _Offered(Protocol):
    """What has an order, as an offer has."""

    @property
    def order(self) -> str: ...


T = TypeVar("T", bound=_Offered)


def in_short(rows: Iterable[OrderRow], offers: Iterable[T]) -> tuple[T, ...]:
    """The offers of a short menu: without those that stand aside."""
    rows = tuple(rows)
    found = ((offer, row_of(rows, offer.order)) for offer in offers)
    return tuple(offer for offer, row in found if row is None or not row.aside)


def row_of(rows: Iterable[OrderRow], written: str) -> OrderRow | None:
    """The row of an order: of several that fit, the one with the longest prefix."""
    fits = [row for row in rows if begins(written, row.prefix)]
    return max(fits, key=lambda row: len(row.prefix), default=None)


def begins(line: str, prefix: str) -> bool:
    """Whether a line is these words, or begins with them and a blank."""
    return line == prefix or line.startswith(f"{prefix} ")
