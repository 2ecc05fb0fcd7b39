"""Forms for every word of the registry: each has one on the page of a game, or a button, when its
seat may say it; and what the form sends is understood.
"""

from __future__ import annotations

import json
import re
from functools import partial
from html import unescape
from io import StringIO

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tests import seated
from tests.engines.form_lines import values_of
from tests.examples import drawn
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.domain.play.commands.command import Command, Group
from traders.engines.kernel.contract.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.kernel.grammar.order_forms import filled_in
from traders.engines.kernel.grammar.order_table import When
from traders.engines.registry import ENGINES, engine
from traders.models import Game, Player, Seat
from traders.web.command_forms import IN_ITS_PLACE, SaidRow, said_more

MOMENTS: dict[When, Pending] = {
    When.TURN: Turn(("red",), "road", "PR-TURN-01"),
    When.WINDOW: Interval(1, "zap", "It is so.", ("red",), "PR-INTERVAL-01"),
    When.ASKED: Choice(1, "red", "Which?", ("end",), "end", "PR-TURN-08"),
    When.ANY: Turn(("blue",), "road", "PR-TURN-01"),
    When.ALWAYS: Over((), "It is over.", "PR-SEAT-07", "end"),
}
render = partial(render_to_string, "web/more.html")
_BUTTON = re.compile(r'name="insert" value="(\d+)\|([^"]*)"')


def rows(system: str, pending: Pending) -> list[SaidRow]:
    groups = said_more(engine(system), pending, "red", [], ["blue"])
    return [row for group in groups for row in group.rows]


@pytest.mark.parametrize("system", list(ENGINES))
def test_every_word_has_a_form_when_its_seat_may_say_it(system: str) -> None:
    for when, pending in MOMENTS.items():
        shown = {row.row.prefix for row in rows(system, pending)}
        own = {row.prefix for row in engine(system).orders() if row.when == when}
        commands = {row.prefix for row in registry.known_in(engine(system)) if row.when == when}
        assert (own | commands) - IN_ITS_PLACE <= shown


def test_nothing_has_a_form_that_its_seat_may_not_say_now() -> None:
    assert {row.row.when for row in rows("star-traders", MOMENTS[When.ALWAYS])} == {When.ALWAYS}
    assert {row.row.when for row in rows("star-traders", MOMENTS[When.ANY])} == {
        When.ALWAYS,
        When.ANY,
    }
    shown = {row.row.prefix for row in rows("traders-luck", MOMENTS[When.TURN])}
    assert not shown & {row.prefix for row in registry.declared() if row.dealing}


@pytest.mark.parametrize("system", list(ENGINES))
def test_a_form_filled_in_is_the_example_that_it_tells(system: str) -> None:
    """And examples are read: `tests/engines/told_orders.py`, `test_examples.py`."""
    numbers = set()
    for when, pending in MOMENTS.items():
        said = rows(system, pending)
        for row in {row.row.prefix: row.row for row in said if row.row.when == when}.values():
            forms = [(one, values_of(one.order, row.example)) for one in said if one.row is row]
            fits = [(one, values) for one, values in forms if values is not None]
            assert fits, row.example
            one, values = fits[0]
            assert filled_in(one.order, values.__getitem__) == row.example.lower() or isinstance(
                row, Command
            )
            assert {blank.name for blank in one.blanks} == set(values)
            numbers.add(one.number)
    assert numbers


def test_every_row_has_a_number_of_its_own() -> None:
    said = rows("star-traders", MOMENTS[When.TURN])
    assert len({row.number for row in said}) == len(said)


@pytest.mark.sampled
@pytest.mark.parametrize("system", list(ENGINES))
def test_every_word_that_the_registry_tells_is_written_or_sent_by_a_button(
    red_client: Client, red: Player, system: str
) -> None:
    """Of the house, of arbitration and of the game, as `manage.py orders --json` tells them."""
    told = StringIO()
    call_command("orders", system, "--json", stdout=told)
    known = {row.prefix.strip() for row in registry.known_in(engine(system))}
    words = {
        row["prefix"]: row["when"]
        for row in json.loads(told.getvalue())
        if row["game"] == system or row["prefix"] in known
    }
    assert {*known, *(row.prefix for row in engine(system).orders())} == set(words)
    game = door.create(system, ["red", "blue"])
    Seat.objects.filter(game=game, colour="red").update(player=red)
    for when, pending in MOMENTS.items():
        more = said_more(engine(system), pending, "red", [], ["blue"])
        written = _BUTTON.findall(render({"game": game, "more": more}))
        forms = [unescape(order) for _, order in written]
        for word in [word for word, at in words.items() if at == when]:
            if word not in IN_ITS_PLACE:
                assert any(registry.begins(order, word) for order in forms), word
    Seat.objects.filter(game=game, colour="blue").update(bot=True)
    seated.begin(game.pk)
    html = page(red_client, game)
    assert 'name="orders" value="resign"' in html
    door.orders(game.pk, "red", "resign")
    html = page(red_client, game)
    sent = {word for word in IN_ITS_PLACE if f'name="orders" value="{word}"' in html}
    assert sent == IN_ITS_PLACE - {"resign"}


def page(client: Client, game: Game, name: str = "game") -> str:
    return client.get(reverse(name, args=[game.slug])).content.decode()


SAMPLES = {
    "seat": "blue", "n": "1", "window": "zap", "condition": "attacked", "order": "end",
    "things": "5 stellors", "date": "24 december", "date 2": "2 january", "words": "hello",
    "id or word": "turn", "move, window or order": "end", "order or words": "end",
    "seat 2": "red", "things 2": "nothing",
}  # fmt: skip
"""What is written into a field of that name; of a list its first thing."""
OTHERS_SAID = "offer red: 5 stellors for nothing\npropose pause\nyes"
SAID = "when attacked: end\nsay: first\noffer blue: 3 stellors for nothing"
"""What there is for numbers to speak of."""


@pytest.mark.examples("command-forms")
def test_what_each_form_of_a_command_sends_is_understood(red_client: Client, stars: Game) -> None:
    """By the page alone, without JavaScript: filled in, written into the box, sent."""
    url = reverse("order", args=[stars.slug])
    forms = [(n, unescape(order)) for n, order in _BUTTON.findall(page(red_client, stars, "more"))]
    more = [(n, order) for n, order in forms if registry.command_of(order.lower())]
    assert len(more) > 40
    door.orders(stars.pk, "blue", OTHERS_SAID)
    door.orders(stars.pk, "red", SAID)
    wrong = []
    for number, order in drawn("command-forms", more):
        fields = {}
        for field in re.findall(r"\{([^{}]*)\}", order):
            sample = (
                "2" if order.startswith("withdraw") else SAMPLES.get(field, field.split(" or ")[0])
            )
            fields[f"fill.{number}.{field}"] = sample
        red_client.post(url, {"orders": "", "insert": f"{number}|{order}", **fields})
        found = re.search(r"<textarea[^>]*>([^<]*)</textarea>", page(red_client, stars))
        typed = unescape(found[1] if found else "")
        assert registry.command_of(typed.lower()), order
        command = registry.command_of(typed.lower())
        assert command is not None, order
        within = command.group is Group.LINES and command.prefix not in ("test", "plan")
        text = f"plan\nhalt\n{typed}" if within else typed
        red_client.post(url, {"orders": text})
        receipt = red_client.session[f"answer.{stars.pk}"]["receipt"]
        wrong += [(typed, line["words"]) for line in receipt if line["kind"] == "unreadable"]
    assert wrong == []


def test_a_command_that_has_a_button_has_no_form_beside_it(red_client: Client, stars: Game) -> None:
    html = page(red_client, stars)
    assert 'value="resign"' in html
    forms = page(red_client, stars, "more")
    assert "|accept {n}" in forms
    assert "|resign" not in forms
    door.orders(stars.pk, "blue", "offer red: 5 stellors for nothing")
    html = page(red_client, stars)
    assert 'data-order="accept 1"' in html
    assert "|accept {n}" not in page(red_client, stars, "more")


def test_what_was_typed_is_kept_while_the_forms_are_looked_at(
    red_client: Client, stars: Game
) -> None:
    """Without JavaScript: to the forms and back, nothing that was typed is lost."""
    url = reverse("order", args=[stars.slug])
    there = red_client.post(url, {"orders": "halt", "more": "1"})
    assert there["Location"] == reverse("more", args=[stars.slug])
    assert 'name="orders" value="halt"' in page(red_client, stars, "more")
    red_client.post(url, {"orders": "halt", "insert": "7|say: {words}", "fill.7.words": "hello"})
    assert ">halt\nsay: hello</textarea>" in page(red_client, stars)


def test_who_has_no_seat_has_no_forms(client: Client, blue: Player, gathering: Game) -> None:
    more = reverse("more", args=[gathering.slug])
    assert client.get(more).status_code == 302
    client.force_login(blue)
    assert client.get(more).status_code == 403


def test_what_is_left_out_falls_away_with_its_words(red_client: Client, stars: Game) -> None:
    order = "claim {kind} [about {what}] [: {words}]"
    url = reverse("order", args=[stars.slug])
    for what, words, line in (
        ("", "", "claim late"),
        ("end", "", "claim late about end"),
        ("", "I [was] {in} time", "claim late: I [was] {in} time"),
    ):
        fields = {"fill.7.kind": "late", "fill.7.what": what, "fill.7.words": words}
        red_client.post(url, {"orders": "", "insert": f"7|{order}", **fields})
        assert f">{line}</textarea>" in page(red_client, stars)


def test_a_vote_is_a_button_beside_its_proposal(red_client: Client, stars: Game) -> None:
    door.orders(stars.pk, "blue", "propose pause\nyes")
    assert 'name="orders" value="vote yes 1"' in page(red_client, stars)
    red_client.post(reverse("order", args=[stars.slug]), {"orders": "vote no 1"})
    assert "is no" in page(red_client, stars)


def test_the_page_after_the_end_has_what_goes_on(red_client: Client, game: Game) -> None:
    door.orders(game.pk, "blue", "propose concession to red")
    door.orders(game.pk, "red", "vote yes")
    html = page(red_client, game, "more")
    assert "|say: {words}" in html
    assert "|propose draw" not in html
