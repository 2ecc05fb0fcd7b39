"""What the table may agree on (PR-SEAT-03, PR-BACKUP-05)."""

from __future__ import annotations

import pytest

from tests.domain.tollbooth import SEATS, Booth
from traders.domain.calendar import clock
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.models import Ballot, Deadline, Game, Letter, LetterKind, Phase, Proposal, Sealed

pytestmark = pytest.mark.usefixtures("toll")


def agreed(booth: Booth, proposal: str) -> Booth:
    """Red proposes it and all vote yes."""
    assert booth.says("red", f"propose {proposal}").lines[0].answer in ("asked", "noted")
    if Sealed.objects.filter(game=booth.id, kind="unconfirmed", used=None).exists():
        booth.says("red", "yes")
    for seat in ("blue", "green"):
        booth.says(seat, "vote yes")
    return booth


@pytest.mark.parametrize(
    ("proposal", "winners"),
    [("a draw", sorted(SEATS)), ("concession to blue", ["blue"]), ("end", [])],
    ids=["draw", "concession", "end"],
)
def test_the_table_ends_the_game_as_it_agrees(proposal, winners):  # PR-SEAT-03
    game = agreed(Booth(), proposal).game
    assert (game.phase, game.winners) == (Phase.OVER, winners)


def test_what_the_table_ended_is_over_for_every_clock_and_letter():  # PR-SEAT-03, PR-CHANCE-01
    booth = agreed(Booth(seated=True), "concession to blue")
    assert not Deadline.objects.filter(game=booth.id, done_at=None).exists()
    last = Letter.objects.filter(game=booth.id, seat="green").latest("pk")
    assert (last.kind, last.asks) == (LetterKind.OVER, False)
    assert decode(last.facts).ended == "The table has conceded the game to Blue."
    entries = booth.entries()
    assert door.fall_due(booth.id, "turn", 1, ("red",)) is None
    assert booth.entries() == entries


def test_no_order_below_the_last_vote_is_made():  # PR-SEAT-03
    booth = Booth()
    booth.says("blue", "propose draw\nyes")
    booth.says("green", "vote yes")
    vote, end = booth.says("red", "vote yes\nend").lines
    assert (vote.answer, end.answer, end.words) == ("noted", "refused", "The game is over.")
    assert booth.entries()[-1] == ("end", "")


def test_it_stays_over_when_it_is_looked_at_again():  # PR-SEAT-03
    booth = Booth()
    agreed(booth, "draw")
    door.look_again(booth.id)
    assert booth.entries()[-1] == ("end", "")
    assert booth.says("red", "status").after.ending == "draw"


def test_it_needs_every_seat():  # PR-SEAT-03
    booth = Booth()
    booth.says("red", "propose draw\nyes")
    booth.says("blue", "vote yes")
    booth.says("green", "vote no")
    assert booth.game.phase == Phase.PLAYING
    booth.says("green", "vote yes")  # it may be changed
    assert booth.game.phase == Phase.OVER


def test_a_seat_that_dropped_out_is_not_asked():  # PR-SEAT-02, PR-SEAT-03
    booth = Booth()
    door.leave(booth.id, "green")
    booth.says("red", "propose draw\nyes")
    booth.says("blue", "vote yes")
    assert sorted(booth.game.winners) == ["blue", "red"]


def test_how_seats_voted_is_secret():  # PR-SEAT-03
    booth = Booth()
    told = booth.says("red", "propose draw\nyes").own_notices
    asked = "Proposal 1, by Red: a draw. Answer `vote yes 1` or `vote no 1`."
    assert {seat: words[0] for seat, words in told.items()} == {"blue": asked, "green": asked}
    assert booth.says("blue", "vote no").notices == []


def test_the_last_vote_that_was_wanted_is_answered_so():  # PR-SEAT-03
    booth = Booth()
    booth.says("red", "propose back up to 1")
    assert booth.line("blue", "vote yes").words.endswith("It is secret until the vote passes.")
    assert booth.line("green", "vote yes").words.endswith("is yes. All agree.")


def test_play_backs_up_where_all_agree():  # PR-BACKUP-05
    booth = Booth()
    for seat in ("red", "blue"):
        booth.says(seat, "end")
    assert agreed(booth, "back up to 1").state.turn == 0
    assert booth.entries()[-1] == ("back-up", "")


def test_a_pause_stops_and_starts_again():  # PR-SEAT-03
    booth = agreed(Booth(), "pause")
    assert booth.game.frozen
    assert not agreed(booth, "pause").game.frozen


def test_hours_more_move_the_deadline():
    booth = Booth(seated=True)
    before = booth.says("red", "status").due
    after = agreed(booth, "5h more for red").says("red", "status").due
    assert before is not None
    assert (after - before).total_seconds() == 5 * 3_600


def test_a_turn_time_is_for_the_turns_that_begin_after_it():  # PR-TURN-01, PR-SEAT-03
    booth = Booth(seated=True)
    before = booth.says("red", "status").due
    assert agreed(booth, "turn time 24h").says("red", "status").due == before
    assert booth.game.settings["turn_time"] == "24h"
    assert ("settings", "") in booth.entries()
    booth.says("red", "end")
    turn = Deadline.objects.get(game=booth.id, kind="turn", done_at=None)
    assert (turn.seat, turn.data["whole"]) == ("blue", 24 * 3_600)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("propose lunch", ()),
        ("propose turn time 0h", ("PR-TURN-01",)),
        ("propose turn time 700h", ("PR-TURN-01",)),
        ("propose turn time 99999h", ("PR-TURN-01",)),
        ("propose turn time 72h", ("PR-TURN-01",)),  # as it is
        ("propose concession to pink", ()),
        ("propose back up to 99", ("PR-BACKUP-05",)),
        ("propose 0h more for red", ("PR-REMEDY-06",)),
        ("propose 700h more for red", ("PR-REMEDY-06",)),
        ("vote yes", ("PR-SEAT-03",)),
        ("vote yes 7", ("PR-SEAT-03",)),
        ("vote perhaps", ()),
    ],
)
def test_what_cannot_be_is_refused(text, rules):
    booth = Booth()
    line = booth.line("red", text)
    assert (line.answer, tuple(line.rules)) == ("refused", rules)
    assert not Proposal.objects.filter(game_id=booth.id).exists()


def test_a_length_of_time_is_told_as_the_settings_tell_it():  # PR-TURN-01, PR-SEAT-03
    booth = Booth()
    told = [
        booth.line("red", f"propose {words}").words
        for words in ("turn time 48h", "1h more for red")
    ]
    assert ["a turn time of 2 days" in told[0], "1 hour more for Red" in told[1]] == [True, True]
    assert booth.line("blue", "propose turn time 72h").words.startswith(
        "A turn has 3 days already."
    )
    assert str(booth.line("blue", "propose lunch")).count("turn time <n>h") == 1


@pytest.mark.parametrize("words", ["turn time {}", "a turn time of {}", "{} more for red"])
def test_a_length_without_its_unit_is_asked_back_and_is_no_vote(words):  # PR-TURN-01, PR-REMEDY-06
    booth = Booth()
    booth.says("blue", "propose turn time 48h")
    line = booth.line("red", f"propose {words.format(5)}")
    meant = [f"propose {words.format(length)}" for length in ("5h", "5 days")]
    assert (line.answer, list(line.instead)) == ("refused", meant)
    assert "vote" not in line.words
    for length in (*meant, f"propose {words.format('1d12h')}"):
        assert booth.line("red", length).words.startswith("Proposed as number")
    odd = booth.line("red", f"propose {words.format('90m')}")
    assert odd.words.startswith("Only whole hours")


def test_a_number_is_never_put_into_a_vote_in_place_of_the_proposals():
    booth = Booth()
    booth.says("blue", "propose turn time 48h")
    for words in ("I vote for 5", "yes to a turn time of 5", "turn time 5"):
        instead = booth.line("red", words).instead
        assert [one for one in instead if "5" in one.split() and "vote" in one] == []


def test_a_vote_is_on_the_latest_unless_numbered():
    booth = Booth()
    booth.says("red", "propose draw\nyes\npropose pause\nyes")
    booth.says("blue", "vote yes")
    booth.says("blue", "vote yes 1")
    votes = (
        Ballot.objects.filter(seat="blue", proposal__game_id=booth.id)
        .order_by("pk")
        .values_list("proposal__number", flat=True)
    )
    assert list(votes) == [2, 1]


def test_what_has_passed_is_voted_on_no_more():
    booth = agreed(Booth(), "pause")
    assert booth.line("blue", "vote no 1").rules == ("PR-SEAT-03",)
    assert Proposal.objects.get(game_id=booth.id).settled <= clock.now()


def test_a_vote_for_what_is_possible_no_more_is_refused_and_not_kept():  # PR-CLAIM-03
    booth = Booth()
    booth.says("red", "end")
    booth.says("green", "propose back up to 1")
    booth.says("blue", "vote yes")
    Game.objects.filter(pk=booth.id).update(stayed=True)
    assert booth.line("red", "vote yes 1").rules == ("PR-CLAIM-03",)
    assert not Ballot.objects.filter(proposal__number=1, seat="red").exists()
