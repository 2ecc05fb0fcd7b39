"""Turn letters of whole games of bots are short: what matters little is left to the game's page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from traders.domain.history.dice import SeededDice
from traders.domain.letters.facts import Facts, Happening
from traders.domain.letters.parts import REST, news_within
from traders.domain.letters.reader import Reader
from traders.domain.letters.render import MOST_WORDS, SIGNED, render
from traders.domain.letters.sections import asked_of
from traders.domain.letters.words import zone_of
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import advance
from traders.domain.table.advice import suggested
from traders.domain.table.table import Table
from traders.engines.kernel.contract import Over, Turn
from traders.engines.kernel.level import Level
from traders.engines.registry import ENGINES, engine
from traders.proof.specimens.positions import AT

SEATS = ("red", "blue", "green")
TURNS = 24
LONGEST = 195
"""Words of a letter whose suggestion alone is long; of all, one in two keeps to `MOST_WORDS`."""


def facts_of(table: Table, seat: str, told: tuple[Happening, ...]) -> Facts:
    """What the letter of the seat's turn is made from."""
    rules, pending = table.engine, table.pending()
    view, offers = rules.view(table.state, seat), table.menu(seat)
    return Facts(
        at=AT,
        number=87,
        moment="t12",
        ends=AT + timedelta(days=7),
        due=AT + timedelta(days=3),
        asked=asked_of(seat, pending),
        events=told,
        offers=offers,
        suggestion=suggested(rules, view, pending, offers),
        view=view,
    )


def turns(system: str) -> Iterator[tuple[str, Facts]]:
    """A game of bots: each turn's seat, and the facts of its letter."""
    rules, asked, since = engine(system), set[tuple[str, int]](), dict.fromkeys(SEATS, 0)
    table = Table(rules, rules.setup(SEATS, {}), chance=SeededDice(b"1").throw, timing="stops")
    advance.go_on(table)
    while len(asked) < TURNS and not isinstance(pending := table.pending(), Over):
        seat = table.waiting()[0]
        if isinstance(pending, Turn) and (seat, pending.number) not in asked:
            told = tuple(
                Happening(number, event.text, event.rule)
                for number, move in enumerate(table.moves[since[seat] :], since[seat] + 2)
                for event in move.events
                if event.heard_by(seat)
            )
            asked.add((seat, pending.number))
            yield seat, facts_of(table, seat, told)
        order = rules.bot(
            rules.view(table.state, seat), pending, table.menu(seat), len(asked), Level.PLAYER
        )
        closing = "" if isinstance(pending, Turn) else "\npass"
        Speech(table, seat).speak(f"{order}{closing}")
        if isinstance(pending, Turn):
            since[seat] = len(table.moves)


@pytest.mark.parametrize("system", ENGINES)
def test_a_turns_letter_is_short(system: str) -> None:
    lengths = []
    for seat, facts in turns(system):
        reader = Reader("Ann", zone_of("UTC"), "every", seat, "First game", "first-game", system)
        letter = render("turn", facts, reader)
        body = letter.text.partition(SIGNED)[0]
        lengths.append(len(body.split()))
    assert len(lengths) == TURNS
    assert max(lengths) <= LONGEST
    assert sorted(lengths)[TURNS // 2] <= MOST_WORDS


def test_what_names_the_reader_is_never_left_out() -> None:
    others = tuple(Happening(n, f"Blue rolls {n}, and nothing comes of it.") for n in range(2, 60))
    own = Happening(60, "Red loses 2 Prestige and has 3.")
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First game", "first-game", "stratastar")
    told = news_within(Facts(at=AT, number=60, events=(*others, own)), reader, 40)
    assert (told[-1], own.text in told) == (REST, True)
    assert len(" ".join(told).split()) <= 40
