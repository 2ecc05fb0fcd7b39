"""What is asked without a seat: questions, clubs, ladders, seasons, the account and its token."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from traders_client.answers.games import Line


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
    reminder_hours: list[int]
    nudges: bool


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


class Token(TypedDict):
    """The token that asks."""

    name: str
    scopes: list[Literal["read", "play", "organize"]]
    made: str
    expires: str | None
