"""Two games that differ only in what a seat cannot see give it the same pages, to the byte."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from hypothesis import Phase, given
from hypothesis import strategies as st

from tests import seated
from tests.api.program import program_of
from tests.examples import drawn, property_of
from traders.domain.calendar import clock
from traders.domain.history import seed_encryption
from traders.domain.play import door
from traders.models import Game, Player, Seat

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
Start = dict[str, Any]
READERS = ("red", "")
"""The seat that must not be able to tell the two games apart, and the gallery."""


def twin(start: Start, words: list[str], readers: tuple[str, ...]) -> dict[str, list[str]]:
    """What the readers see of a game in which blue alone has secrets: its hand, its money, what it
    said that is not public.

    The game is undone afterwards, as no entry could be: its twin is to have the same names.
    """
    with transaction.atomic():
        game = begun(start, words)
        told = {reader: seen(game, reader) for reader in readers}
        transaction.set_rollback(True)
    return told


def begun(start: Start, words: list[str]) -> Game:
    """The game after blue's words and red's jump, with the same dice as its twin."""
    with clock.at(T0), patch.object(seed_encryption, "new_secret", lambda: b"\7" * 32):
        game = door.create("star-traders", ["red", "blue"], title="Twin", start=start)
        for player in Player.objects.all():
            Seat.objects.filter(game=game, colour=player.email.partition("@")[0]).update(
                player=player
            )
        seated.begin(game.pk)
        for line in words:
            door.orders(game.pk, "blue", line)
        door.orders(game.pk, "blue", "draw\nend")
        door.orders(game.pk, "red", "jump verne")
    game.refresh_from_db()
    return game


def seen(game: Game, reader: str) -> list[str]:
    """Every page of the game that the reader can open, without what no two answers share."""
    client = Client()
    if reader:
        client.force_login(Player.objects.get(email=f"{reader}@example.org"))
    paths = [
        f"/games/{game.slug}/",
        f"/games/{game.slug}/history",
        f"/games/{game.slug}/history?only=step&at={game.number - 1}",
        f"/games/{game.slug}/live?after=0",
        f"/games/{game.slug}/what-if?lot=7&at={game.number}&line=halt&line=end",
        "/games/",
        "/",
    ]
    paths += [
        f"/games/{game.slug}/?at={number}" for number in (1, game.number // 2, game.number - 1)
    ]
    with clock.at(T0), time_machine.travel(T0, tick=False):
        pages = [client.get(path).content.decode() for path in paths]
        history = json.loads(client.get(f"/games/{game.slug}/history.json").content)
        program = program_of(reader).client if reader else Client()
        parts = ("", "/history", "/press", *(("/offers", "/claims") if reader else ()))
        api = [program.get(f"/api/games/{game.slug}{part}") for part in parts]
    for entry in history["entries"]:  # promises and seals are made to differ, and to tell nothing
        entry["digest"], entry["sealed"] = "", bool(entry["sealed"])
    assert {answer.status_code for answer in api} == {200}
    return (
        [re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page) for page in pages]
        + [json.dumps(history)]
        + [f"{dict(answer.headers)}{answer.getvalue().decode()}" for answer in api]
    )


CARDS = ["Zap", "Gotcha", "Lose a Cargo", "Lose a Station", "Piracy", "Superjump"]
DECK = ["Takeover", "Quarantine", "Stressed Engines"]
SAID = [
    "stop at calamity when attacked",
    "when red jumps to kluge: play zap",
    "pass until my turn",
    "stop at lost when red jumps to kluge",
]


@pytest.mark.django_db
@property_of("web-secrecy", phases=[Phase.explicit, Phase.generate])
@given(
    hands=st.tuples(*[st.lists(st.sampled_from(CARDS), min_size=1, max_size=1)] * 2),
    decks=st.tuples(*[st.permutations(DECK)] * 2),
    money=st.tuples(st.integers(0, 90), st.integers(0, 90)),
    said=st.tuples(*[st.lists(st.sampled_from(SAID), max_size=2, unique=True)] * 2),
)
def test_the_pages_of_two_games_that_differ_in_blues_secrets_are_the_same(
    red: Player,
    blue: Player,
    hands: tuple[list[str], list[str]],
    decks: tuple[list[str], list[str]],
    money: tuple[int, int],
    said: tuple[list[str], list[str]],
) -> None:
    told: list[dict[str, list[str]]] = []
    for hand, deck, stellors, words in zip(hands, decks, money, said, strict=True):
        start = {
            "red": {"at": "Kluge", "hand": []},
            "blue": {"at": "Mink", "hand": hand, "stellors": stellors},
            # what the reader cannot see is the same in all, as in a game that was dealt
            "luck_deck": [*deck, *(card for card in CARDS if card not in hand)],
            "turn": "blue",
        }
        told.append(twin(start, words, READERS))
    for reader in READERS:
        for one, other in zip(told[0][reader], told[1][reader], strict=True):
            assert one == other


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {}


def leak(function: Callable[[pytest.MonkeyPatch], None]) -> Callable[[pytest.MonkeyPatch], None]:
    LEAKS[function.__name__] = function
    return function


@leak
def the_view_of_another_seat(monkey: pytest.MonkeyPatch) -> None:
    monkey.setattr("traders.web.game_page_context.GamePage.seat", property(lambda table: "blue"))


@leak
def sealed_rows_of_all(monkey: pytest.MonkeyPatch) -> None:
    from traders.models import Sealed
    from traders.web.game_page_context import GamePage

    monkey.setattr(
        GamePage, "sealed", property(lambda table: list(Sealed.objects.filter(game=table.game)))
    )


@leak
def a_programs_seat(monkey: pytest.MonkeyPatch) -> None:
    monkey.setattr(
        "traders.domain.read_models.game_for_reader.GameSeen.seat", property(lambda table: "blue")
    )


@leak
def entries_of_another_by_program(monkey: pytest.MonkeyPatch) -> None:
    from traders.api import games
    from traders.domain.history import entries_in_words

    monkey.setattr(
        games,
        "told_in_order",
        lambda game, seat, *of: entries_in_words.told_in_order(game, "blue", *of),
    )


@leak
def what_was_told_to_another(monkey: pytest.MonkeyPatch) -> None:
    from traders.domain.history import entries_in_words
    from traders.web import game_page_context

    monkey.setattr(
        game_page_context, "tell", lambda entries, seat: entries_in_words.tell(entries, "blue")
    )


@leak
def the_secret_part_in_the_json(monkey: pytest.MonkeyPatch) -> None:
    from traders.web import game_history_page

    plain = game_history_page._entry
    monkey.setattr(
        game_history_page,
        "_entry",
        lambda entry, over: plain(entry, over) | {"secret": entry.secret},
    )


@pytest.mark.examples("page-leaks")
@pytest.mark.django_db
@pytest.mark.parametrize("name", drawn("page-leaks", sorted(LEAKS)))
def test_a_planted_leak_is_found(
    red: Player, blue: Player, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    LEAKS[name](monkeypatch)
    told = []
    for hand, deck, words in (
        (["Zap"], DECK, []),
        (["Piracy"], DECK[::-1], ["stop at lost when red jumps to kluge"]),
    ):
        told.append(
            twin(
                {
                    "red": {"at": "Kluge"},
                    "blue": {"at": "Mink", "hand": hand},
                    "luck_deck": deck,
                    "turn": "blue",
                },
                words,
                ("red",),
            )
        )
    assert told[0] != told[1]
