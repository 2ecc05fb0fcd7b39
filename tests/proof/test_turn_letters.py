"""Letters of turns and rounds in whole games of bots are short, those that explain what is new too:
what matters little is left to the game's page.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests.engines.optional_parts import systems_with
from tools.specimens.play_letters import AT
from traders.bots.registry import bots
from traders.domain.history.dice import SeededDice
from traders.domain.letters.letter_facts import Facts, Happening, asked_of
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.letter_sections import news_within
from traders.domain.letters.plain_text_layout import zone_of
from traders.domain.letters.render import MOST_WORDS, SIGNED, render
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.advice import suggested
from traders.domain.table.table import Table
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Interval, Over, Turn
from traders.engines.kernel.engine.guided_letter_lessons import guide_of
from traders.engines.registry import ENGINES, engine

SEATS = ("red", "blue", "green")
TURNS = 24
LONGEST = 195
"""Words of a letter whose suggestion alone is long; of all, one in two keeps to `MOST_WORDS`."""
LONGEST_ROUND = 200
"""Words of a letter in whose round an order is a line for both actions."""
LONGEST_GUIDED = 200
"""Words of a letter that explains what is new."""


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


def turns(
    system: str, seats: tuple[str, ...], options: dict[str, Any]
) -> Iterator[tuple[str, Facts]]:
    """A game of bots: each turn's seat, and the facts of its letter."""
    rules, asked, since = engine(system), set[tuple[str, int]](), dict.fromkeys(seats, 0)
    table = Table(rules, rules.setup(seats, options), chance=SeededDice(b"1").throw, timing="stops")
    game_progression.go_on(table)
    while len(asked) < TURNS and not isinstance(pending := table.pending(), Over):
        seat = table.waiting()[0]
        number = pending.key if isinstance(pending, Interval) and pending.in_turn else 0
        number = pending.number if isinstance(pending, Turn) else number
        if number and (seat, number) not in asked:
            told = tuple(
                Happening.of(number, event)
                for number, move in enumerate(table.moves[since[seat] :], since[seat] + 2)
                for event in move.events
                if event.heard_by(seat)
            )
            asked.add((seat, number))
            yield seat, facts_of(table, seat, told)
        order = bots(rules.name).bot(
            rules.view(table.state, seat), pending, table.menu(seat), len(asked), Level.PLAYER
        )
        closing = "" if isinstance(pending, Turn) else "\npass"
        Speech(table, seat).speak(f"{order}{closing}")
        if number:
            since[seat] = len(table.moves)


def texts_of(
    system: str, seats: tuple[str, ...], options: dict[str, Any], learner: str = ""
) -> Iterator[str]:
    """The letters of a game's turns, as far as their footers."""
    lessons = set[str]()
    for seat, facts in turns(system, seats, options):
        assert facts.asked
        if seat == learner:
            orders = {offer.order.partition(" ")[0] for offer in facts.offers}
            events = [event.happened for event in facts.events]
            new = guide_of(ENGINES[system]).whats_new("turn", orders, events, lessons)
            lessons |= {lesson.key for lesson in new}
            facts.extra = {"explained": [lesson.says for lesson in new]} if new else {}
        reader = Reader("Ann", zone_of("UTC"), "every", seat, "First game", "first-game", system)
        letter = render(facts.asked.kind, facts, reader)
        yield letter.text.partition(SIGNED)[0]


@pytest.mark.parametrize("system", ENGINES)
def test_a_turns_letter_is_short(system: str) -> None:
    lengths = [len(text.split()) for text in texts_of(system, SEATS, {})]
    assert lengths
    assert max(lengths) <= LONGEST
    assert sorted(lengths)[len(lengths) // 2] <= MOST_WORDS


@pytest.mark.parametrize("system", systems_with("guide.toml"))
def test_what_a_guided_game_explains_fits_into_its_letters(system: str) -> None:
    guide = guide_of(ENGINES[system])
    texts = list(texts_of(system, guide.colours, guide.options, guide.colours[0]))
    lengths = [len(text.split()) for text in texts]
    assert sum("NEW TO YOU" in text for text in texts) >= 2
    assert max(lengths) <= LONGEST_GUIDED
    assert sorted(lengths)[len(lengths) // 2] <= MOST_WORDS


def test_no_lesson_says_what_is_usual() -> None:
    """The good answer of a window says that, and may be to fight."""
    told = [lesson.says for system in ENGINES for lesson in guide_of(ENGINES[system]).lessons]
    assert told and not any("usual" in one for one in told)


def test_a_rounds_letter_advises_as_a_turns_does() -> None:
    texts = list(texts_of("imperial-trader", SEATS, {"rounds_at_once": True}))
    assert len(texts) == TURNS
    rounds = [text for text in texts if "one buy order too many" not in text]
    assert len(rounds) > TURNS / 2
    assert all("A GOOD TURN\n  round: " in text for text in rounds)
    assert max(len(text.split()) for text in texts) <= LONGEST_ROUND


def test_what_names_the_reader_is_never_left_out() -> None:
    others = tuple(Happening(n, f"Blue rolls {n}, and nothing comes of it.") for n in range(2, 60))
    own = Happening(60, "Red loses 2 Prestige and has 3.")
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First game", "first-game", "stratastar")
    told, rest = news_within(Facts(at=AT, number=60, events=(*others, own)), reader, 40)
    assert (rest, own.text in told) == (True, True)
    assert len(" ".join(told).split()) <= 40
