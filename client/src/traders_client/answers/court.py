"""Claims, the casebook, systems and rulebooks."""

from __future__ import annotations

from typing import Any, TypedDict


class Finding(TypedDict):
    """What the machine found for the referee to look at."""

    remedy: str
    rules: list[str]


class Ruling(TypedDict):
    """A referee's ruling on a claim."""

    remedy: str
    beside: list[Any]
    on_appeal: bool
    reasons: str
    at: str


class Claim(TypedDict):
    """A claim with what became of it."""

    number: int
    kind: str
    about: str
    words: str
    made: str
    status: str
    answers_until: str
    ruling_due: str
    freezes: bool
    finding: Finding
    rulings: list[Ruling]


class ClaimMade(TypedDict):
    """The claim that was made, and the court's answer."""

    answer: str
    claim: Claim


class CasebookEntry(TypedDict):
    """A published ruling, names left out."""

    number: int
    title: str
    club: str
    game: str
    kind: str
    rules: list[str]
    remedy: str
    beside: list[Any]
    on_appeal: bool
    things: list[str]
    text: str
    published: str


class SystemLine(TypedDict):
    """A system that can be played."""

    name: str
    title: str
    revision: int


class Option(TypedDict):
    """An option of a system."""

    name: str
    default: Any
    words: str
    rule: str
    among: list[Any]
    low: int | None
    high: int | None


class Order(TypedDict):
    """What a line can begin with."""

    game: str
    prefix: str
    forms: list[str]
    who: str
    when: str
    help: str
    example: str
    rule: str
    grave: bool


class System(SystemLine):
    """A system with its options and orders."""

    options: list[Option]
    orders: list[Order]


class Rule(TypedDict):
    """A rule of a book."""

    id: str
    title: str
    text: str
    status: str
    note: str


class Book(TypedDict):
    """A rulebook."""

    name: str
    title: str
    rules: int
