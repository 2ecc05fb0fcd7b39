"""A newcomer learns what a game is before the first turn: its first screen, the cards on the front
page, the rules to begin with.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from traders.domain.read_models.rulebook_names import books
from traders.engines.kernel.book.game_introduction import FirstSteps, first_steps_of
from traders.engines.kernel.contract.agreed_options import suiting
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.engines.registry import ENGINES, engine
from traders.web.game_introduction import example_turn, to_begin_with

NAMES = [name for name, package in ENGINES.items() if first_steps_of(package) is not None]
each_game = pytest.mark.parametrize("name", NAMES)


def steps_of(name: str) -> FirstSteps:
    steps = first_steps_of(ENGINES[name])
    assert steps is not None
    return steps


@each_game
def test_the_example_turn_is_carried_out_as_it_is_told(name: str):
    example, played = steps_of(name).example, example_turn(name)
    assert [step.refused for step in played.steps] == [""] * len(example.steps)
    assert sum(bool(step.events) for step in played.steps) >= 2
    assert played.before != played.after
    assert all(step.why for step in played.steps)


@each_game
def test_dice_that_the_example_speaks_of_are_those_that_fell(name: str):
    for step in example_turn(name).steps:
        for face in re.findall(r"[Tt]he die shows (\d)", step.why):
            assert re.search(rf"(rolls|die shows) {face}\b", " ".join(step.events)), step


@each_game
def test_one_screen_and_no_more(name: str):
    steps = steps_of(name)
    assert (len(steps.turn), len(steps.words)) == (5, 10)
    assert 1 <= len(steps.want) <= 3
    assert len(steps.pitch.split(". ")) <= 3
    assert 1 <= steps.weight <= 4


@each_game
def test_a_number_in_the_pitch_is_that_of_every_new_game(name: str):
    """An invitation tells the pitch of a game whose settings may be others than the rulebook's."""
    rules, steps = engine(name), steps_of(name)
    for number in {max(2, steps.seats[0]), steps.seats[1]}:
        options = suiting({}, rules.options, number)
        view = rules.view(rules.position(COLOURS[:number], options, {}), COLOURS[0])
        assert set(re.findall(r"\d+", steps.pitch)) <= set(re.findall(r"\d+", rules.goal(view)))


@each_game
def test_the_seats_are_those_that_the_rules_allow(name: str):
    fewest, most = steps_of(name).seats
    for number in (fewest, most):
        engine(name).setup(COLOURS[:number], {})
    for number in {fewest - 1, most + 1} & set(range(1, len(COLOURS) + 1)):
        with pytest.raises(Refusal):
            engine(name).setup(COLOURS[:number], {})


@each_game
def test_every_order_that_is_shown_can_be_read(name: str):
    example, rules = steps_of(name).example, engine(name)
    prefixes = {row.prefix for row in rules.orders()}
    for line in steps_of(name).turn:
        for order in re.findall(r"`([^`…]+?)(?: …)?`", line):
            assert any(order == prefix or order.startswith(f"{prefix} ") for prefix in prefixes), (
                order
            )
    assert {step.order.split()[0] for step in example.steps} <= {
        prefix.split()[0] for prefix in prefixes
    }


@each_game
def test_some_sixty_rules_come_first(name: str):
    wanted, book = steps_of(name).begin_with, books()[name]
    assert {one for one in wanted if one not in book and one not in book.sections} == set()
    assert 40 <= len(to_begin_with(name, book)) <= 75


@each_game
@pytest.mark.django_db
def test_the_page_shows_it_all(name: str, client: Client):
    page = client.get(reverse("start", args=[name])).content.decode()
    for heading in ("What you want", "Your turn in five lines", "An example turn", "The ten words"):
        assert heading in page
    board = client.get(reverse("start-board", args=[name]))
    assert board["Content-Type"] == "image/svg+xml"
    assert b"<svg" in board.content
    book = client.get(reverse("rulebook", args=[name])).content.decode()
    assert book.index("To begin with") < book.index("The rest")
    assert len(re.findall(r'<article class="rule"', book)) == len(books()[name])


@pytest.mark.django_db
def test_who_comes_by_sees_what_the_games_are(client: Client):
    front, shelf = (client.get(address).content.decode() for address in ("/", "/rules/"))
    for name in NAMES:
        assert f'href="{reverse("start", args=[name])}"' in front
        assert f'href="{reverse("start", args=[name])}"' in shelf


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["postal", "no-such-game"])
def test_what_is_no_game_has_no_first_screen(name: str, client: Client):
    assert client.get(f"/rules/{name}/start").status_code == 404
    assert client.get(f"/rules/{name}/start.svg").status_code == 404


@each_game
def test_both_boards_of_the_example_are_parts_of_the_page(client: Client, db: None, name: str):
    """A picture by itself has not the page's letters, so its words need more room."""
    page = client.get(reverse("start", args=[name])).content.decode()
    called = re.findall(r'<svg [^>]*aria-labelledby="(\S+) (\S+)"', page)
    names = [one for two in called for one in two]
    assert len(set(names)) == 4
    assert all(page.count(f' id="{one}"') == 1 for one in names)
