"""What the API answers, as typed dictionaries. The house's document (/api/docs) says what each part
means.
"""

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


class Suggested(TypedDict):
    """An answer that a letter names."""

    order: str
    words: str


class Question(TypedDict):
    """A letter that can be answered by who has no seat."""

    name: str
    topic: str
    subject: str
    told: list[str]
    answers: list[Suggested]
    orders: list[str]
    waits: bool
    game: str
    page: str
    written: str
    due: str | None


class Answered(TypedDict):
    """Each line of an answer with what became of it."""

    lines: list[Line]


class Club(TypedDict):
    """A club of one's own."""

    slug: str
    name: str
    role: str
    stands_in: bool


class Account(TypedDict):
    """Which letters come, and how they tell times."""

    name: str
    zone: str
    cadence: Literal["waiting", "every", "daily"]
    hints: bool


class LadderLine(TypedDict):
    """A ladder in a list, by its system."""

    system: str
    title: str
    closed: bool
    people: int


class Rung(TypedDict):
    """A rung, 1 the highest."""

    rung: int
    player: str
    since: str


class Challenge(TypedDict):
    """A challenge and what became of it."""

    challenger: str
    challenged: str
    state: str
    made: str
    due: str
    game: str


class Step(TypedDict):
    """Why somebody moved on a ladder."""

    at: str
    kind: str
    player: str
    other: str
    costs: int


class Ladder(LadderLine):
    """A ladder now."""

    reach: int
    answer_days: int
    decline_costs: int
    idle_days: int
    rungs: list[Rung]
    rung: int
    within_reach: list[str]
    challenges: list[Challenge]
    steps: list[Step]
    orders: list[str]


class SeasonLine(TypedDict):
    """A season in a list."""

    slug: str
    name: str
    kind: str
    phase: str
    systems: list[str]


class Entrant(TypedDict):
    """Somebody who registered for a season."""

    player: str
    division: str
    confirmed: bool
    waiting: int


class Round(TypedDict):
    """A round that was drawn."""

    number: int
    title: str
    begins: str | None
    begun: str | None
    final: bool
    byes: list[str]
    draws: dict[str, dict[str, Any]]


class LeagueRow(TypedDict):
    """A line of a league table."""

    place: int
    player: str
    values: dict[str, str]
    decided: str
    moves: str


class League(TypedDict):
    """The table of a division."""

    division: str
    final: bool
    rows: list[LeagueRow]


class Place(TypedDict):
    """Somebody at a table of a season."""

    player: str
    place: int | None
    forfeit: bool
    why: str


class Table(TypedDict):
    """A table of a round."""

    round: int
    division: str
    table: int
    game: str
    final: bool
    places: list[Place]


class Season(SeasonLine):
    """A season with who takes part, its rounds, league tables and results."""

    closes: str | None
    begins: str | None
    days: int | None
    by_invitation: bool
    mine: Entrant | None
    entrants: list[Entrant]
    rounds: list[Round]
    leagues: list[League]
    tables: list[Table]
    orders: list[str]


class Made(TypedDict):
    """A game that was made, or sat down at."""

    slug: str
    phase: Phase
