"""Letters of play as specimens, made from a stored position, without a database; and the door to
all specimens.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tools.specimens import service_letters
from traders.domain.history.dice import ScriptedDice
from traders.domain.letters.letter_facts import Facts, Happening, SeatedPlayer, asked_of
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.plain_text_layout import zone_of
from traders.domain.letters.render import Rendered, render
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.advice import suggested
from traders.domain.table.change_set import Line
from traders.domain.table.table import Table
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.book.game_introduction import first_steps_of
from traders.engines.kernel.telling.teller import Teller
from traders.engines.kernel.words import named
from traders.engines.registry import ENGINES, engine
from traders.models import LetterKind

POSITIONS = Path(__file__).with_name("positions.toml")
AT = datetime(2026, 11, 22, 7, 53, tzinfo=UTC)
"""When every specimen is written: a Sunday."""
NAMES = {"red": "Ann", "blue": "Ash", "green": "Tom", "yellow": "Mia", "purple": "Kim"}
ENDINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "star-traders": ("mission-done", {"world": "Oz (62)"}),
    "traders-luck": ("won", {"credits": 28, "days": 10}),
    "imperial-trader": ("won-by-rounds", {"rounds": 40, "credits": 25}),
    "stratastar": ("wins-by-worlds", {"n": 12}),
}
"""How each game may end: a kind of event, with its data but for the seat; others are just won."""
IN_A_GAME = (
    LetterKind.WELCOME,
    LetterKind.TURN,
    LetterKind.HAPPENED,
    LetterKind.RECEIPT,
    LetterKind.REMINDER,
    LetterKind.OVER,
)
"""Kinds that every game with first steps has; others need a position of their own."""


class NoSpecimen(Exception):
    """There is no position for that kind of letter in that game."""


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, the orders that lead on from it, and whose letter it is."""

    reader: str
    seats: tuple[str, ...]
    start: dict[str, Any]
    options: dict[str, Any] = {}
    orders: tuple[tuple[str, str], ...] = ()
    chance: tuple[int | str, ...] = ()
    facts: dict[str, Any] = {}
    """What of the letter's facts is otherwise: `notices`, `extra`."""
    setup: bool = False
    """Whether the game is only being set up: `start` is what differs of the whole."""


@dataclass(slots=True)
class Played:
    """A table on which the orders were played, and what its reader was answered and told."""

    table: Table
    lines: list[Line] = field(default_factory=list)
    told: list[Happening] = field(default_factory=list)


def kinds(system: str) -> tuple[str, ...]:
    """The kinds of which there is a specimen in that game; what follows a hyphen says which of
    several it is: `receipt-refused`.
    """
    more = service_letters.kinds() if system == service_letters.SYSTEM else ()
    in_a_game = IN_A_GAME if first_steps_of(ENGINES[system]) else ()
    return (*in_a_game, *_stored().get(system, {}), *more)


def specimen(kind: str, system: str) -> Rendered:
    """The letter of that kind. `NoSpecimen` where there is no position for it."""
    if system not in ENGINES or kind not in kinds(system):
        raise NoSpecimen(f"There is no {kind} letter of {system}.")
    if kind in service_letters.kinds():
        return service_letters.written(kind)
    position = _stored().get(system, {}).get(kind) or _example(system, kind)
    played = _played(system, position)
    kind = kind.partition("-")[0]
    facts = _facts(kind, played, position)
    title = "First game"
    reader = Reader(
        NAMES[position.reader],
        zone_of(service_letters.ZONE),
        "every",
        position.reader,
        title,
        title.lower().replace(" ", "-"),
        system,
        "8fd6a6a7" * 8,
        "",
        "play@post.example.org",
    )
    return render(kind, facts, reader)


@cache
def _stored() -> dict[str, dict[str, Position]]:
    found = tomllib.loads(POSITIONS.read_text(encoding="utf-8"))
    return msgspec.convert(found, dict[str, dict[str, Position]])


def _example(system: str, kind: str) -> Position:
    """The example turn of the game's first screen: before it, or after its first orders."""
    steps = first_steps_of(ENGINES[system])
    if steps is None:
        raise NoSpecimen(f"{system} has no first screen.")
    example = steps.example
    most = len(example.steps)
    moves = {"receipt": 2, "happened": 1, "over": most}.get(kind, 0)
    reader = example.seat
    if kind == LetterKind.HAPPENED:  # the others are told what the example's seat did
        reader = next(seat for seat in example.seats if seat != example.seat)
    return Position(
        reader,
        tuple(example.seats),
        dict(example.start),
        dict(example.options),
        tuple((example.seat, step.order) for step in example.steps[:moves]),
        tuple(example.chance),
    )


def _played(system: str, position: Position) -> Played:
    rules = engine(system)
    state = (
        rules.setup(position.seats, position.options)
        if position.setup
        else rules.position(position.seats, position.options, position.start)
    )
    box = ScriptedDice(list(position.chance))
    played = Played(Table(rules, state, chance=box.throw, timing="table", number=1))
    game_progression.go_on(played.table)
    for seat, order in position.orders:
        moves = len(played.table.moves)
        lines = Speech(played.table, seat).speak(order)
        played.lines += lines if seat == position.reader else []
        played.told += [
            Happening.of(number, event)
            for number, move in enumerate(played.table.moves[moves:], moves + 2)
            for event in move.events
            if event.heard_by(position.reader)
        ]
    return played


def _ending(system: str, seat: str) -> Happening:
    """What ends the game for its winner."""
    if system not in ENDINGS:
        return Happening(87, f"{named(seat)} wins.")
    kind, data = ENDINGS[system]
    return Happening.of(87, Teller(ENGINES[system])(kind, seat=seat, **data))


def _facts(kind: str, played: Played, position: Position) -> Facts:
    table, seat = played.table, position.reader
    pending = table.pending()
    answered = table.done_with(pending)
    asked = asked_of(seat, pending, answered) if kind != LetterKind.OVER else None
    if asked and kind == LetterKind.RECEIPT:
        asked = msgspec.structs.replace(asked, first=False)
    over = kind == LetterKind.OVER
    view = table.engine.view(table.state, seat)
    offers = table.menu(seat) if asked else ()
    ending = _ending(table.engine.name, seat) if over else None
    facts = Facts(
        at=AT,
        number=87,
        moment="t12",
        ends=AT + timedelta(days=7) if asked and asked.kind == "turn" else None,
        due=None if over else AT + timedelta(hours=12 if kind == LetterKind.INTERVAL else 72),
        asked=asked,
        waits=waits_in_words(pending, brief=True),
        events=(ending,) if ending else tuple(played.told),
        lines=tuple(played.lines) if kind == LetterKind.RECEIPT else (),
        offers=offers,
        suggestion=suggested(table.engine, view, pending, offers) if asked else None,
        view=view,
        ended=ending.text if ending else "",
        winners=(seat,) if over else (),
        started=kind == LetterKind.WELCOME,
        table=tuple(SeatedPlayer(one["seat"], NAMES[one["seat"]]) for one in view["seats"]),
        extra={"timing": "stops", "stops": []} if kind == LetterKind.WELCOME else {},
    )
    return msgspec.structs.replace(facts, **msgspec.convert(position.facts, dict[str, Any]))
