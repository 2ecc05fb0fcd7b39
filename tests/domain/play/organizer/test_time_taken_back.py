"""The organizer takes back more time that was given by mistake (PR-SEAT-11)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.domain.deadlines.table import Table
from tests.domain.play.organizer.test_orders_of_the_organizer import DAY, WHY, told, whole
from traders.club.desk import organizer_lines
from traders.domain.calendar import durations
from traders.domain.deadlines.deadline_changes import EVERYBODY
from traders.domain.play import door
from traders.domain.play.organizer import ending_and_announcing, time_orders
from traders.engines.kernel.refusal import Refusal
from traders.models import Deadline, Player

pytestmark = pytest.mark.django_db


def refused(table: Table, otto: Player, why: str) -> None:
    """It is not taken back, and nothing changes."""
    before = (table.deadline, table.game.number)
    with pytest.raises(Refusal, match=why) as found:
        time_orders.undo_time(table.id, otto, WHY)
    assert found.value.rules == ("PR-SEAT-11",)
    assert (table.deadline, table.game.number) == before


def test_the_deadline_holds_again_and_all_seats_read_why(table, otto):
    table.at("10h")
    time_orders.more_time(table.id, otto, "red", timedelta(hours=36), WHY)
    table.at("12h")
    assert time_orders.undo_time(table.id, otto, WHY) == "Taken back: 1 day 12 hours from Red."
    assert table.deadline == "24h"
    assert "You have until" in told(table, "red")
    assert "You have until" not in told(table, "blue")
    refused(table, otto, "It is not")
    table.at("25h")
    assert table.waits == "blue"
    whole(table, "time", "time undone")


def test_by_letter_and_page_it_names_the_game_alone(table, otto):
    club, slug = table.game.club, table.game.slug
    time_orders.more_time(table.id, otto, "red", DAY, WHY)
    assert organizer_lines.speak(club, otto, f"undo time {slug} red: {WHY}").kind == "unreadable"
    assert organizer_lines.speak(club, otto, f"undo time {slug}: {WHY}").answer == "done"
    assert table.deadline == "24h"


def test_an_hour_is_left_at_least(table, otto):
    table.at("10h")
    time_orders.more_time(table.id, otto, "red", DAY, WHY)
    table.at("23h1m")
    refused(table, otto, "less than 1 hour")
    table.at("23h")
    time_orders.undo_time(table.id, otto, WHY)
    assert table.deadline == "24h"


def test_time_in_hand_is_taken_while_it_is_there(table, otto):
    time_orders.more_time(table.id, otto, "blue", DAY, WHY)
    time_orders.undo_time(table.id, otto, WHY)
    assert table.seat("blue").bank == 0
    time_orders.more_time(table.id, otto, "blue", DAY, WHY)
    table.says("red", "end")
    table.at("25h")  # Blue draws on it
    assert table.seat("blue").bank == 0
    refused(table, otto, "used already")


@pytest.mark.parametrize("whom", [EVERYBODY, "blue"])
def test_each_clock_has_what_it_had(table, otto, whom):
    """Those that were given none too."""
    table.says("red", "jump")

    def due() -> dict[int, object]:
        rows = Deadline.objects.filter(game=table.id, done_at=None)
        return {row.pk: (row.due, row.data.get("clocks")) for row in rows}

    before = due()
    time_orders.more_time(table.id, otto, whom, DAY, WHY)
    assert due() != before
    time_orders.undo_time(table.id, otto, WHY)
    assert due() == before


def test_what_is_over_keeps_its_time(table, otto):
    time_orders.more_time(table.id, otto, "red", DAY, WHY)
    table.says("red", "end")
    refused(table, otto, "over by now")


def test_moves_and_words_do_not_stand_in_its_way(table, otto):
    time_orders.more_time(table.id, otto, "red", DAY, WHY)
    table.says("red", "jump")
    ending_and_announcing.announce(table.id, otto, "It was the wrong seat.")
    table.at("30h")  # its windows have closed
    assert table.waits == "red"
    given = durations.read(table.deadline)
    time_orders.undo_time(table.id, otto, WHY)
    assert durations.read(table.deadline) == given - DAY


@pytest.mark.parametrize("since", ["pause", "settings", "back-up"])
def test_nothing_else_about_the_clocks_came_after_it(table, otto, since):
    time_orders.more_time(table.id, otto, "red", DAY, WHY)
    if since == "pause":
        time_orders.pause(table.id, otto, DAY, WHY)
    elif since == "settings":
        door.change_settings(table.id, {"turn_time": "48h"}, WHY)
    else:
        door.back_up(table.id, 1, WHY)
    refused(table, otto, "It is not")
