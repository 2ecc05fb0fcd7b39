"""A game's first screen: what you want, your turn in five lines, an example turn on the board, the
words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page

from traders.domain.history.dice import ScriptedDice
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.kernel.book.game_introduction import ExampleTurn, FirstSteps, first_steps_of
from traders.engines.kernel.book.rulebook import Rule, Rulebook
from traders.engines.registry import ENGINES, engine
from traders.web.inline_board import inline_board

KEPT_FOR = 3600
"""Seconds for which a browser keeps the board: a new release may draw it anew."""


@dataclass(frozen=True)
class PlayedStep:
    """One line of the example, as the engine carried it out: `events` as its seat is told them, and
    the board after it.
    """

    order: str
    why: str
    refused: str
    events: tuple[str, ...]
    board: str


@dataclass(frozen=True)
class PlayedTurn:
    """The example, played out: the board before it and behind it, as SVG and in words."""

    before: str
    after: str
    in_words: str
    steps: tuple[PlayedStep, ...]


def start_page(request: HttpRequest, name: str) -> HttpResponse:
    """The first screen; 404 for a game that has none."""
    steps = _steps(name)
    played = example_turn(name)
    return render(
        request,
        "web/first_steps.html",
        {
            "name": name,
            "title": engine(name).title,
            "steps": steps,
            "played": played,
            "before": inline_board(played.before, "before"),
            "board": inline_board(played.after),
            "embedded": settings.EMBEDDED,
        },
    )


@gzip_page
def start_board(request: HttpRequest, name: str) -> HttpResponse:
    """The board before the example turn."""
    _steps(name)
    headers = {"Cache-Control": f"public, max-age={KEPT_FOR}"}
    return HttpResponse(example_turn(name).before, content_type="image/svg+xml", headers=headers)


def to_begin_with(name: str, book: Rulebook) -> list[Rule]:
    """The rules of a book to read first, in the book's order."""
    steps = first_steps_of(ENGINES[name]) if name in ENGINES else None
    wanted = set(steps.begin_with) if steps is not None else set()
    return [rule for rule in book if rule.id in wanted or book.place(rule) in wanted]


@cache
def example_turn(name: str) -> PlayedTurn:
    """The example of a game that has first steps, played out by its engine, once a process."""
    example, rules = _steps(name).example, engine(name)
    box = ScriptedDice(list(example.chance))
    position = rules.position(example.seats, example.options, example.start)
    table = Table(rules, position, chance=box.throw)
    game_progression.go_on(table)
    before = rules.board_svg(rules.view(table.state, example.seat))
    steps = tuple(_played(table, example))
    view = rules.view(table.state, example.seat)
    return PlayedTurn(before, rules.board_svg(view), rules.board_text(view), steps)


def _played(table: Table, example: ExampleTurn) -> Iterator[PlayedStep]:
    for step in example.steps:
        moves = len(table.moves)
        (line,) = Speech(table, example.seat).speak(step.order)
        events: list[Any] = [event for move in table.moves[moves:] for event in move.events]
        yield PlayedStep(
            step.order,
            step.why,
            "" if line.answer == "done" else line.words,
            tuple(event.text for event in events if event.heard_by(example.seat)),
            table.engine.board_svg(table.engine.view(table.state, example.seat)),
        )


def _steps(name: str) -> FirstSteps:
    steps = first_steps_of(ENGINES[name]) if name in ENGINES else None
    if steps is None:
        raise Http404("There is no such game.")
    return steps
