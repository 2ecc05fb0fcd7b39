"""What must not happen by one word in a wrong letter is said twice (PR-SEAT-06), and a vote of one
ends nothing (PR-SEAT-03).
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.domain.tollbooth import Booth
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.models import Deadline, Game, Letter, Phase, Proposal, Seat

pytestmark = pytest.mark.usefixtures("toll")
TWICE = ("resign", "propose draw", "propose end", "propose pause")


def others(booth: Booth) -> list[tuple[str, str]]:
    """All letters to the other seats."""
    return list(
        Letter.objects.filter(game=booth.id)
        .exclude(seat="red")
        .order_by("pk")
        .values_list("message_id", "facts")
    )


def row(booth: Booth) -> list[object]:
    """All of the game's row, its deadlines and its seats that anybody else can learn of."""
    game = Game.objects.filter(pk=booth.id).values(
        "number", "phase", "frozen", "stayed", "waiting_for", "moved", "position"
    )
    return [
        *game,
        *Deadline.objects.filter(game=booth.id).values(),
        *Seat.objects.filter(game=booth.id).values("left", "timeouts", "offered"),
    ]


@pytest.mark.parametrize("said", TWICE)
def test_it_is_asked_back_and_nobody_else_learns_of_it(said):  # PR-SEAT-06
    booth = Booth(seated=True)
    before = others(booth), row(booth)
    line = booth.line("red", said)
    assert (
        line.answer,
        said in line.words or "leave" in line.words or "carries it out" in line.words,
    ) == ("asked", True)
    assert (others(booth), row(booth)) == before
    assert not Proposal.objects.filter(game=booth.id).exists()
    booth.says("red", "no")
    assert (others(booth), row(booth)) == before
    assert booth.line("red", "yes").rules == ("PR-SEAT-06",)
    booth.says("blue", "propose 5h more for red")
    assert Proposal.objects.get(game=booth.id).number == 1  # no number was used up


@pytest.mark.parametrize("said", TWICE)
def test_it_counts_from_the_yes(said):  # PR-SEAT-06
    booth = Booth(seated=True)
    booth.says("red", said)
    booth.says("red", "status\nstop at shove")  # an order of its own in between takes nothing back
    line = booth.line("red", "yes")
    assert line.answer in ("done", "noted")
    assert (
        Seat.objects.get(game=booth.id, colour="red").left is not None
        or Proposal.objects.filter(game=booth.id).exists()
    )
    assert booth.line("red", "yes").rules == ("PR-SEAT-06",)  # and once


def test_after_the_confirming_time_it_was_never_said():  # PR-SEAT-06
    booth = Booth(seated=True, confirming_time="2h")
    now = clock.whole(clock.now())
    door.orders(booth.id, "red", "resign", at=now)
    late = door.orders(booth.id, "red", "yes", at=now + timedelta(hours=2, seconds=1)).lines[0]
    assert (late.answer, late.kind, late.rules) == ("refused", "late", ("PR-SEAT-06",))
    door.orders(booth.id, "red", "resign", at=now)
    assert (
        door.orders(booth.id, "red", "yes", at=now + timedelta(hours=2)).lines[0].answer == "done"
    )  # on the stroke counts


def test_a_later_question_takes_the_place_of_the_earlier():  # PR-SEAT-06
    booth = Booth(seated=True)
    booth.says("red", "resign\npropose draw")
    booth.says("red", "yes")
    assert Proposal.objects.get(game=booth.id).kind == "draw"
    assert booth.line("red", "yes").answer == "refused"
    assert Seat.objects.get(game=booth.id, colour="red").left is None


def test_what_cannot_be_proposed_is_refused_before_it_is_asked_back():
    booth = Booth(seated=True)
    booth.says("red", "resign\nyes")
    assert booth.line("red", "resign").rules == ("PR-SEAT-02",)


# --- a vote of one --------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["propose draw", "propose end", "propose concession to red"])
def test_where_one_could_vote_nothing_is_ended_by_its_vote(said):  # PR-SEAT-03, PR-SEAT-05
    booth = Booth(seated=True)
    Seat.objects.filter(game=booth.id, colour="blue").update(bot=True)
    booth.says("green", "resign\nyes")
    assert booth.line("red", said).rules == ("PR-SEAT-03",)
    assert booth.game.phase == Phase.PLAYING


def test_nor_by_a_vote_that_was_begun_when_more_could():  # PR-SEAT-03
    booth = Booth(seated=True)
    booth.says("red", "propose draw\nyes")
    for seat in ("blue", "green"):
        booth.says(seat, "resign\nyes")
    assert booth.line("red", "vote yes").rules == ("PR-SEAT-03",)
    assert booth.game.phase == Phase.PLAYING


def test_a_vote_passes_when_who_was_waited_for_leaves():  # PR-SEAT-05
    booth = Booth(seated=True)
    booth.says("red", "propose draw\nyes")
    booth.says("blue", "vote yes")
    assert booth.game.phase == Phase.PLAYING
    booth.says("green", "resign\nyes")
    assert (booth.game.phase, booth.game.ending) == (Phase.OVER, "draw")
