"""Where a turn's or round's own time is over, who is waited for is told until when saved and extra
time run (PR-TURN-04, PR-TURN-05).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.domain.deadlines.table import START, Table
from tests.domain.deadlines.test_saved_time_in_rounds import orders, rounds
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.render import render
from traders.domain.play.organizer import time_orders
from traders.domain.read_models.game_for_reader import GameSeen, game_of
from traders.models import Letter, Player

pytestmark = pytest.mark.django_db


def after(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def newest(table: Table, seat: str) -> str:
    """The text of the seat's newest letter, on one line."""
    letter = Letter.objects.filter(game=table.id, seat=seat).order_by("pk").last()
    assert letter is not None
    reader = Reader("Ann", ZoneInfo("UTC"), "every", seat, "Lanes", "lanes")
    return " ".join(render(letter.kind, decode(letter.facts), reader).text.split())


def told_end(table: Table, seat: str) -> bool:
    """Whether the seat is told when the clock goes on without it: at 42 hours."""
    player = table.game.seats.get(colour=seat).player
    game = game_of(table.game.slug, player)
    assert game is not None
    ends = GameSeen(game, player).ends
    assert ends is None or timedelta() <= ends - after(42) < timedelta(minutes=1)
    return ends is not None


def test_who_is_late_in_a_round_reads_until_when_it_is_waited_for() -> None:
    found = rounds(bank_limit="0h")
    orders(found, "blue", "green")
    found.at("38h")
    assert found.line("blue", "say: hurry").answer == "noted"
    over = "The time for it is over; extra time runs"
    assert f"{over} until {after(42):%a %H:%M} (in 4 hours)." in newest(found, "red")
    assert "If you do nothing, you pass then at the earliest." in newest(found, "red")
    assert found.line("blue", "round: end").answer == "kept"
    assert f"{over}." in newest(found, "blue")  # whose own time does not run
    assert "in 1 minute" not in newest(found, "red")
    # Red alone is told so
    assert [told_end(found, seat) for seat in ("red", "blue")] == [True, False]


def test_more_time_is_told_with_the_hour_and_can_be_taken_back() -> None:
    found = rounds(bank_limit="0h")
    orders(found, "blue", "green")
    found.at("38h")
    otto = Player.objects.get(email="otto@example.org")
    time_orders.more_time(found.id, otto, "red", timedelta(hours=24), "the ferry is late")
    assert f"extra time runs until {after(66):%a %H:%M} (in 28 hours)." in newest(found, "red")
    found.at("38h10m")
    time_orders.undo_time(found.id, otto, "the wrong seat")
    found.at("43h")
    assert found.seat("red").timeouts == 1
