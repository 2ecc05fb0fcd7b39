"""The guided first game: each letter explains, in at most three sentences, what is new in it, and
nothing twice; with people at the table, or without hints, nothing is explained.
"""

from __future__ import annotations

import re

import pytest

from tests.domain.letters.real import made, say, table
from tests.domain.letters.table import NOON
from tests.domain.letters.test_reading import text_of
from tests.engines.optional_parts import systems_with
from traders.domain.letters.letter_facts import Facts, decode
from traders.domain.play import door
from traders.domain.post.guided_game_lessons import Guided, orders_shown
from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.kernel.engine.guided_letter_lessons import MOST_SENTENCES, guide_of
from traders.engines.kernel.telling.rows import book_of
from traders.engines.registry import ENGINES, engine
from traders.models import Game, Letter, Player, Seat

pytestmark = pytest.mark.django_db


def against_bots() -> Game:
    game = table()
    Seat.objects.exclude(colour="red").update(bot=True)
    return game


def lessons(letter: Letter) -> list[str]:
    return decode(letter.facts).extra.get("lessons", [])


def test_what_comes_up_first_is_explained_once() -> None:
    game = against_bots()
    door.begin(game.pk, at=NOON)
    [first] = made(game=game, seat="red")
    text = text_of(first)
    explained = text.partition("NEW TO YOU\n")[2].partition("\n\n")[0]
    assert explained
    assert text.index("NEW TO YOU") < text.index("A GOOD TURN")
    assert len(re.findall(r"[.?!](?=\s|$)", explained)) <= MOST_SENTENCES
    for minutes, order in enumerate(("build", "halt", "draw", "end"), 10):
        say(game, "red", order, "", minutes)
    told = [lesson for letter in made(game=game, seat="red") for lesson in lessons(letter)]
    assert len(told) == len(set(told)) > len(lessons(first))


def test_made_ready_at_once_or_one_by_one_letters_explain_the_same() -> None:
    """Two letters of one batch do not tell the same."""
    game = against_bots()
    door.begin(game.pk, at=NOON)
    say(game, "red", "build", "", 10)
    say(game, "red", "halt", "", 11)
    told = [lesson for letter in made(game=game, seat="red") for lesson in lessons(letter)]
    assert told
    assert len(told) == len(set(told))


@pytest.mark.parametrize("system", systems_with("guide.toml"))
def test_an_order_is_explained_where_it_is_advised(system: str) -> None:
    """What may be given beside what a letter advises is not: it would seem to be meant."""
    offers = tuple(Offer(row.prefix, "", "") for row in engine(system).orders())
    guide = guide_of(ENGINES[system])
    for lesson in guide.lessons:
        for orders in ((lesson.order,), (f"otherwise {lesson.order} 2",), ("pass",)):
            facts = Facts(NOON, 1, offers=offers, suggestion=Suggestion(orders))
            told = guide.whats_new("turn", orders_shown(facts), (), ())
            assert {one.order for one in told} <= {"", "" if orders == ("pass",) else lesson.order}
    assert len(orders_shown(Facts(NOON, 1, offers=offers))) > 5, "without advice all are"


@pytest.mark.parametrize("why", ["a person plays too", "no hints"])
def test_elsewhere_nothing_is_explained(why: str) -> None:
    game = against_bots()
    if why == "no hints":
        Player.objects.update(hints=False)
    else:
        Seat.objects.filter(colour="blue").update(bot=False)
    door.begin(game.pk, at=NOON)
    [letter] = made(game=game, seat="red")
    assert lessons(letter) == []
    assert "NEW TO YOU" not in text_of(letter)


@pytest.mark.parametrize("system", systems_with("guide.toml"))
def test_each_games_guide_can_be_made_and_speaks_of_its_own_orders(system: str) -> None:
    guide, rules = guide_of(ENGINES[system]), engine(system)
    assert rules.pending(rules.setup(guide.colours, guide.options)) is not None
    verbs = {row.prefix.split()[0] for row in rules.orders()}
    assert {lesson.order for lesson in guide.lessons if lesson.order} <= verbs
    assert len({lesson.key for lesson in guide.lessons}) == len(guide.lessons) >= 5
    for lesson in guide.lessons:
        assert lesson.letter or lesson.order or lesson.kinds
        assert set(lesson.kinds) <= book_of(ENGINES[system]).rows.keys()
        assert 1 <= len(re.findall(r"[.?!](?= |$)", lesson.says)) <= MOST_SENTENCES
        assert max(len(part.split()) for part in re.split(r"[.?!;:] ", lesson.says)) <= 25


def test_nothing_is_explained_when_the_game_is_over() -> None:
    game = against_bots()
    door.begin(game.pk, at=NOON)
    [letter] = Letter.objects.filter(game=game, seat="red")
    facts, letter.kind = decode(letter.facts), "over"
    Guided(Seat.objects.filter(game=game)).explain(letter, facts)
    assert "lessons" not in facts.extra
