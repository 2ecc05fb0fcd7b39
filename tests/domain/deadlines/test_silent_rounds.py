"""Where all order a round at once, silence in the round is a turn that the clock ended (PR-SEAT-05,
IT-PBM-03): the seat is asked, then offered, and whoever reads of its player learns of it. Silence
in a reaction window stays a pass (PR-INTERVAL-03).
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.domain.deadlines.table import START, Table
from tests.domain.deadlines.test_silent_seats import club_game, peopled, told
from tests.seated import begin
from traders.club.desk import game_facts_query
from traders.club.desk.game_troubles import Trouble, troubles
from traders.domain.calendar import clock
from traders.domain.deadlines import (
    delivery_report_effects,
    player_reliability,
    vacant_seat_clocks,
)
from traders.domain.deadlines.absent_seats_and_vacation_days import is_absent
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.engines.registry import engine
from traders.models import Phase, Player, Sealed

SEATS = ("red", "blue", "green")
HOURS = {"turn_time": "24h", "interval_time": "12h", "grace": "0h", "bank_limit": "0h"}


class Rounds(Table):
    """A game of Imperial Trader in which all order at once, in its first round."""

    def __init__(self, **settings: Any) -> None:
        clock.set_to(START)
        game = door.create(
            "imperial-trader",
            SEATS,
            options={"rounds_at_once": True},
            settings=HOURS | settings,
        )
        self.id = game.pk
        begin(game.pk)

    @property
    def pending(self) -> Any:
        rules: Any = engine("imperial-trader")
        return rules.pending(rules.decode(bytes(self.game.position or b"")))

    def round(self, *answering: str) -> Rounds:
        """A round ends in which these seats order at once, and the others say nothing."""
        key = self.pending.key
        for seat in answering:
            assert self.line(seat, "round: end").answer != "refused"
        if self.pending.key == key:
            hours = int((clock.now() - START).total_seconds()) // 3_600
            self.at(f"{hours + 25}h")
        assert (self.pending.name, self.pending.key == key) == ("orders", False)
        return self


def rounds(organizer: Player, **settings: Any) -> Rounds:
    table = Rounds(**settings)
    peopled(table, organizer)
    table.at("13h")  # who says nothing where ships are placed has lost no turn
    assert [table.seat(seat).timeouts for seat in SEATS] == [0, 0, 0]
    return table


def found(table: Table, organizer: Player) -> dict[Trouble, str]:
    """What the desk says of the game."""
    club = table.game.club
    assert club is not None
    (game,) = game_facts_query.games_of(club, organizer, clock.now())
    return {one.trouble: one.words for one in troubles(game, clock.now())}


def test_who_is_gone_is_asked_then_offered_and_a_word_keeps_the_seat(organizer):
    """PR-SEAT-05, IT-PBM-03"""
    table = rounds(organizer).round("blue", "green")
    assert found(table, organizer) == {Trouble.MISSED: "The clock ended Red's last turn"}
    table.round("blue", "green")
    assert any("Still playing? Your last 2 turns" in letter for letter in told(table, "red"))
    assert any("does not count in votes" in letter for letter in told(table, "blue"))
    assert "Red may be gone" in told(table, organizer)[0]
    assert found(table, organizer) == {Trouble.SILENT: "Red has been silent for 2 turns"}
    table.round("blue", "green")
    assert leaving_and_taking_seats.is_free(table.seat("red"))
    assert "offered to a substitute" in told(table, organizer)[-1]
    assert table.line("red", "round: end").answer == "kept"
    assert not is_absent(table.seat("red"), table.game)
    assert not leaving_and_taking_seats.is_free(table.seat("red"))


def test_a_vote_does_not_wait_for_who_lets_rounds_pass(organizer):  # PR-SEAT-03
    table = rounds(organizer).round("blue", "green").round("blue", "green")
    table.says("blue", "propose draw\nyes")
    table.says("green", "vote yes")
    assert table.game.phase == Phase.OVER


def test_silent_rounds_are_counted_for_whom_they_were_silent_whatever_the_others_did(organizer):
    """PR-SEAT-05, IT-PBM-04"""
    table, lot = rounds(organizer, absent_limit=99), Random(5)
    row, missed = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0)
    played = 6
    for _ in range(played):
        answering = [seat for seat in SEATS if lot.random() < 0.5]
        table.round(*answering)
        for seat in SEATS:
            silent = seat not in answering
            row[seat] = row[seat] + 1 if silent else 0
            missed[seat] += silent
    assert {seat: table.seat(seat).timeouts for seat in SEATS} == row
    known = player_reliability.seated([table.seat(seat) for seat in SEATS])
    assert {seat: (one.answered, one.missed) for seat, one in known.items()} == {
        seat: (played - missed[seat], missed[seat]) for seat in SEATS
    }
    assert set(missed.values()) != {0}
    club = table.game.club
    assert club is not None
    assert game_facts_query.games_of(club, organizer, clock.now())[0].turns == played


def test_who_ordered_ahead_has_not_been_silent(organizer):  # IT-PBM-04, PR-STANDING-04
    table = rounds(organizer)
    table.says("red", "round: end\nplan\nround: end\nend plan")
    table.round("blue", "green").round("blue")
    assert [table.seat(seat).timeouts for seat in SEATS] == [0, 0, 1]


def test_who_lets_a_window_pass_has_lost_no_turn(organizer):  # PR-INTERVAL-03
    table = club_game(organizer, interval_time="1h")
    table.says("red", "jump")
    table.at("3h")
    assert table.waits == "red"
    assert [table.seat(seat).timeouts for seat in SEATS] == [0, 0, 0]


@pytest.mark.django_db
def test_what_another_chooses_in_its_own_part_of_a_round_stops_no_plan():  # PR-STANDING-04
    table = Rounds()
    for seat in SEATS:
        table.says(seat, "start at greenholt")
    table.says("blue", "plan\nround: end\nround: end\nend plan")
    table.says("green", "round: end")
    table.says("red", "round: deal; deal")
    assert table.pending.stage == "discard"
    table.says("red", table.pending.silence)
    kept = Sealed.objects.filter(game_id=table.id, seat="blue", kind="plan").order_by("pk")
    assert list(kept.values_list("outcome", flat=True)) == ["done", ""]


@pytest.mark.django_db
def test_a_plan_sent_after_an_answer_was_taken_back_is_the_answer():  # PR-STANDING-04, PR-BACKUP-03
    table = Rounds()
    for seat in SEATS:
        table.says(seat, "start at greenholt")
    table.says("blue", "round: end")
    assert table.line("blue", "undo").answer == "done"
    answers = Sealed.objects.filter(game_id=table.id, seat="blue", kind="answer", used=None)
    assert not answers.exists()
    table.says("blue", "plan\nround: deal; end\nround: end\nend plan")
    assert [said.text for said in answers.all()] == ["round: deal; end"]
    table.says("blue", "undo")
    assert not answers.exists()  # nor does the rest of the plan answer


@pytest.mark.django_db
def test_a_round_stands_still_as_a_turn_for_days_away_and_a_dead_mailbox():
    table = Rounds(grace="6h")  # PR-TURN-06, PR-MAIL-04
    for seat in SEATS:
        table.says(seat, "start at greenholt")
    table.says("blue", "away from 2026-03-03 to 2026-03-03")
    assert table.deadline == "48h"
    for seat in ("red", "blue", "blue"):
        delivery_report_effects.mailbox_dead(table.id, seat, clock.now())
    assert table.deadline == "54h"


@pytest.mark.django_db
def test_who_steps_in_gives_no_other_seats_dead_mailbox_its_time_again():  # PR-MAIL-04, PR-SEAT-01
    table = Rounds(grace="6h")
    for seat in SEATS:
        table.says(seat, "start at greenholt")
    for seat in ("red", "blue"):
        delivery_report_effects.mailbox_dead(table.id, seat, clock.now())
    vacant_seat_clocks.taken(table.game, "blue", clock.now())
    assert table.deadline == "30h"
    delivery_report_effects.mailbox_dead(table.id, "red", clock.now())
    assert table.deadline == "30h"
    delivery_report_effects.mailbox_dead(table.id, "blue", clock.now())
    assert table.deadline == "36h"
