"""The feed of a player's games that changed: all that they may see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests.api.program import Program
from traders.api import changes
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.timeline import game_making_and_seat_taking
from traders.models import Game, Look, Phase, Player, ProgramLook, Seat

LINES = ("roll", "end", "pass", "shove", "to red: a word", "to blue: a word", "say: hello",
         "propose pause 24h", "yes", "no", "when my turn: roll", "undo", "status",
         "mute blue")  # fmt: skip
PATHS = ("orders", "orders", "test")
FIRST = ([False, False], [True, True], [True, True])
"""Whom the first three lines are a change for: none is one that was only tried."""


class Feed:
    """One player's feed, read from the cursor that was answered last."""

    def __init__(self, program: Program) -> None:
        self.program, self.cursor = program, ""
        self.new()

    def new(self, most: int = 25) -> list[str]:
        """The games that it tells now."""
        answer = self.program.get(f"changes?after={self.cursor}&most={most}")
        assert answer.status_code == 200, answer.content
        told = answer.json()
        self.cursor, self.more = told["next"], told["more"]
        return [one["slug"] for one in told["games"]]

    def readable(self, game: Game) -> list[bytes]:
        """All that the API answers about the game."""
        answers = [self.program.get(f"games/{game.slug}{part}") for part in ("", "/press")]
        offers = self.program.get(f"games/{game.slug}/offers").json()
        return [*(one.content for one in answers), repr(offers["offers"]).encode()]


@pytest.mark.examples("changes-told")
def test_a_game_is_told_exactly_when_what_its_seat_may_read_is_another(
    reds: Program, blues: Program, game: Game, lots: Any, examples: int
) -> None:
    """Whatever the others do: what is sealed, said to somebody else, or tried is no change."""
    feeds = [Feed(reds), Feed(blues)]
    before = [feed.readable(game) for feed in feeds]
    lines = [("test", reds, "roll"), ("orders", reds, "roll"), ("orders", reds, "to blue: a word")]
    for number in range(examples):
        path, who, line = (
            lines[number]
            if number < len(lines)
            else (lots.choice(PATHS), lots.choice((reds, blues)), lots.choice(LINES))
        )
        who.post(f"games/{game.slug}/{path}", {"orders": [line]})
        after = [feed.readable(game) for feed in feeds]
        told = [bool(feed.new()) for feed in feeds]
        assert told == [was != now for was, now in zip(before, after, strict=True)], line
        assert number >= len(lines) or told == FIRST[number]
        before = after
    assert [feed.new() for feed in feeds] == [[], []]


def test_what_others_seal_or_say_to_one_another_is_no_change(red: Player, blue: Player) -> None:
    game = door.create("toll", ["red", "blue", "green"])
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    for colour, who in (("red", red), ("blue", blue), ("green", kim)):
        game_making_and_seat_taking.sit_down(game, colour, who)
    reds, blues, greens = (Feed(Program(who)) for who in (red, blue, kim))
    for line, told in (
        ("to green: let us trade", [False, True, True]),
        ("when the die shows 6: shove down", [False, True, False]),
        ("say: hello, all", [True, True, True]),
    ):
        sent = blues.program.post(f"games/{game.slug}/orders", {"orders": [line]})
        assert sent.status_code == 200, sent.content
        assert [bool(feed.new()) for feed in (reds, blues, greens)] == told, line


def test_time_alone_is_no_change(reds: Program, game: Game) -> None:
    feed = Feed(reds)
    with clock.at(clock.now() + timedelta(minutes=90)):
        assert feed.new() == []


def test_a_first_question_tells_all_that_is_not_over_and_pages_miss_nothing(
    reds: Program, red: Player, game: Game
) -> None:
    for number in range(5):
        made = door.create("toll", ["red", "blue"], title=f"Game {number}")
        Seat.objects.filter(game=made, colour="red").update(player=red)
    over = Game.objects.filter(title="Game 0")
    over.update(phase=Phase.OVER, ended=clock.now() - timedelta(hours=1))
    feed = Feed.__new__(Feed)
    feed.program, feed.cursor, feed.more = reds, "", True
    told: list[str] = []
    while feed.more:
        page = feed.new(most=2)
        assert len(page) <= 2
        told += page
    mine = Game.objects.filter(seats__player=red).exclude(phase=Phase.OVER)
    assert told == list(mine.order_by("-created", "-pk").values_list("slug", flat=True))
    assert feed.new() == []
    # a change between two pages is told too
    Game.objects.filter(seats__player=red).update(title="Another name")
    first = feed.new(most=4)
    Game.objects.filter(slug=first[0]).update(title="A third name")
    assert first[0] in (rest := feed.new(most=4)) and len({*first, *rest}) == 6


def test_an_end_is_told_once_and_a_game_that_is_new_too(
    reds: Program, red: Player, game: Game
) -> None:
    feed = Feed(reds)
    Game.objects.update(phase=Phase.OVER, ended=clock.now())
    assert feed.new() == [game.slug]
    made = door.create("toll", ["red", "blue"])
    Seat.objects.filter(game=made, colour="red").update(player=red)
    assert feed.new() == [made.slug]
    with clock.at(clock.now() + timedelta(days=8)):
        assert game.slug not in feed.new()


def test_a_feed_has_no_game_of_anybody_elses_nor_one_that_was_left(
    reds: Program, game: Game, red: Player
) -> None:
    door.create("toll", ["red", "blue"], title="Nobody's")
    stranger = Program(Player.objects.create_user("kim@example.org"))
    assert stranger.get("changes").json()["games"] == []
    feed = Feed(reds)
    Seat.objects.filter(game=game, colour="red").update(player=stranger.player)
    assert feed.new() == []
    assert [one["slug"] for one in stranger.get("changes").json()["games"]] == [game.slug]


@pytest.mark.parametrize(
    "spoil", [lambda cursor: cursor[:-1], lambda cursor: f"A{cursor}", lambda _: "no-cursor"]
)
def test_a_cursor_that_was_changed_is_refused_and_the_refusal_tells_what_to_do(
    reds: Program, game: Game, spoil: Callable[[str], str]
) -> None:
    answer = reds.get(f"changes?after={spoil(Feed(reds).cursor)}")
    assert answer.status_code == 422
    assert "without `after`" in answer.json()["detail"]


def test_a_cursor_is_its_players_own_and_tells_no_number_of_a_row(
    reds: Program, blues: Program, game: Game
) -> None:
    cursors = [Feed(one).cursor for one in (reds, blues)]
    assert reds.get(f"changes?after={cursors[1]}").status_code == 422
    assert cursors[0][:10] != cursors[1][:10]  # not even which game it is about


def test_the_feed_is_no_reading_and_needs_the_scope_to_read(reds: Program, game: Game) -> None:
    Feed(reds)
    assert not ProgramLook.objects.exists() and not Look.objects.exists()
    assert Program(reds.player, ["play"]).get("changes").status_code == 403
    assert Client().get("/api/changes").status_code == 401


def test_a_cursor_of_as_many_games_as_there_may_be_fits_in_an_address() -> None:
    digests = {number.to_bytes(4, "big"): b"seen" for number in range(changes.MOST)}
    player = Player(pk=2**31)
    cursor = changes._written(digests, player)
    assert len(cursor) < 3500 < 4094 - 200
    assert changes._read(cursor, player) == digests
