"""Games, offers, orders, what was said and done."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Phase = Literal["gathering", "playing", "over"]


class Seat(TypedDict):
    """A seat, by its colour."""

    colour: str
    name: str
    bot: bool
    free: bool


class GameLine(TypedDict):
    """A game in a list."""

    slug: str
    title: str
    system: str
    club: str
    phase: Phase
    seats: list[Seat]
    waits: str
    asks_me: bool
    due: str | None


class Pending(TypedDict):
    """What play waits for."""

    kind: Literal["turn", "window", "question", "choice", "over", "nothing"]
    seats: list[str]
    name: str
    things: list[str]


class Result(TypedDict):
    """How a game ended."""

    winners: list[str]
    ending: str
    words: str


class Game(TypedDict):
    """A game as the token's seat sees it."""

    slug: str
    title: str
    system: str
    club: str
    phase: Phase
    options: dict[str, Any]
    seats: list[Seat]
    seat: str | None
    number: int
    moment: str
    pending: Pending
    waits: str
    asks_me: bool
    due: str | None
    ends: str | None
    held_until: str | None
    sealed: list[str]
    proposals: list[str]
    take_backs: bool
    result: Result | None
    view: dict[str, Any]
    board: str


class Blank(TypedDict):
    """A free part of an offered order."""

    name: str
    low: int | None
    high: int | None
    things: list[str]


class Offer(TypedDict):
    """One thing that the seat may do now, as an order."""

    order: str
    words: str
    rule: str
    reaction: bool
    blanks: list[Blank]


class Suggestion(TypedDict):
    """A good turn."""

    orders: list[str]
    words: str


class Offers(TypedDict):
    """All that the seat may do now."""

    moment: str
    asks_me: bool
    offers: list[Offer]
    suggestion: Suggestion | None


class Line(TypedDict):
    """What became of one line."""

    text: str
    answer: str
    words: str
    kind: str
    rules: list[str]
    instead: list[str]


class Receipt(TypedDict):
    """What became of each line, and what came of them all."""

    lines: list[Line]
    came: list[str]
    number: int


class Said(TypedDict):
    """Words that were said at the table."""

    seat: str
    mask: int
    to: str
    to_mask: int
    words: str
    at: str


class Entry(TypedDict):
    """One entry of the history."""

    number: int
    kind: str
    seat: str
    order: str
    source: str
    at: str
    told: list[str]
    rules: list[str]
    undone: bool


class Made(TypedDict):
    """A game that was made, or sat down at."""

    slug: str
    phase: Phase


class Changes(TypedDict):
    """Games that changed since a cursor. `next`: the cursor after them; `more`: ask at once."""

    games: list[GameLine]
    next: str
    more: bool
