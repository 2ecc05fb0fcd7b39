"""Back-ups, pauses and more time for one's own seat need every person who has a seat; who says
nothing agrees when the substitution time is over (PR-BACKUP-05).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from tests.domain.deadlines.table import START, Table
from traders.club.seasons.table_results import ranks_of
from traders.domain.calendar import clock
from traders.domain.history.audit import audit
from traders.domain.letters.letter_facts import decode
from traders.domain.people import mailbox_identity, seating
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import open_session
from traders.engines import registry
from traders.engines.kernel.contract.bot_level import Level
from traders.models import Entry, Game, Kind, Letter, Phase, Player, Proposal, Seat, SittingCause

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _skiff(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(registry.ENGINES, "skiff", "tests.domain.deadlines.skiff")
    yield
    clock.set_to(None)


def table(*seats: str, bots: Sequence[str] = (), **settings: Any) -> Table:
    """People, and bots in some seats; a vote lapses after 60 hours, and silence agrees after 20."""
    hours = {"turn_time": "48h", "grace": "12h", "bank_limit": "0h", "substitution_time": "20h"}
    found = Table(*seats, **(hours | settings))
    for place in Seat.objects.filter(game=found.id):
        if place.colour in bots:
            place.bot = True
            player = Player.objects.bot(f"Oak of {place.colour}")
        else:
            player = Player.objects.create_user(
                f"{place.colour}@example.org", display_name=f"Player of {place.colour}"
            )
        seating.sit(place, player, clock.now(), SittingCause.GATHERED)
    return found


def absent(found: Table, *colours: str) -> None:
    """As two turns that the clock ended leave these seats."""
    Seat.objects.filter(game=found.id, colour__in=colours).update(timeouts=2)


def outcome(found: Table, number: int = 1) -> str:
    return Proposal.objects.get(game=found.id, number=number).outcome


def told(found: Table, seat: str) -> list[str]:
    """What the seat was told of votes."""
    rows = Letter.objects.filter(game=found.id, seat=seat).order_by("pk")
    lines = [line for row in rows for line in decode(row.facts).notices]
    return [line for line in lines if "roposal" in line or "do not count" in line]


PROPOSALS = ("back up to 1", "pause", "672h more for red")


@pytest.mark.sampled
@pytest.mark.parametrize("what", PROPOSALS)
@pytest.mark.parametrize("seats", [("red", "blue"), ("red", "blue", "green")])
def test_one_who_is_there_alone_decides_nothing_before_the_absent_had_their_time(
    what: str, seats: tuple[str, ...]
) -> None:
    found = table(*seats).at("1h")
    absent(found, *seats[1:])
    found.says("red", f"propose {what}")
    if what == "pause":
        found.says("red", "yes")
    assert outcome(found) == ""
    found.at("21h")
    assert outcome(found) == ""
    found.at("21h1s")
    assert outcome(found) == "passed"
    assert not found.game.take_backs


@pytest.mark.sampled
@pytest.mark.parametrize("what", PROPOSALS)
def test_a_no_of_one_who_was_absent_counts_and_it_lapses_in_its_time(what: str) -> None:
    found = table("red", "blue").at("1h")
    absent(found, "blue")
    found.says("red", f"propose {what}\nyes")
    found.at("20h")
    found.says("blue", "vote no")
    found.at("60h")
    assert outcome(found) == ""
    found.at("61h1m")
    assert outcome(found) == "lapsed"
    assert not Entry.objects.filter(game=found.id, kind=Kind.BACK_UP).exists()


@pytest.mark.parametrize("what", PROPOSALS)
@pytest.mark.parametrize("to", ["nobody", "a bot"])
def test_who_is_left_alone_in_a_game_of_several_decides_nothing(what: str, to: str) -> None:
    found = table("red", "blue").at("1h")
    found.says("blue", "resign\nyes")
    if to == "a bot":
        with open_session(found.id) as session:
            leaving_and_taking_seats.give_to_bot(session, session.place("blue"), Level.PLAYER)
    line = found.says("red", f"propose {what}").lines[0]
    assert (line.answer, line.rules) == ("refused", ("PR-BACKUP-05",))
    assert not Proposal.objects.filter(game=found.id).exists()


def test_who_is_left_alone_while_a_vote_runs_does_not_win_it() -> None:
    found = table("red", "blue").at("1h")
    found.says("red", "propose back up to 1")
    found.says("blue", "resign\nyes")
    found.at("30h")
    assert outcome(found) == ""


def test_an_account_that_was_removed_was_somebody_too() -> None:
    found = table("red", "blue").at("1h")
    Player.objects.get(email="blue@example.org").delete()
    assert found.line("red", "propose back up to 1").rules == ("PR-BACKUP-05",)


def test_alone_among_bots_one_takes_play_back_and_the_game_is_marked() -> None:
    found = table(bots=("blue", "green")).at("1h")
    found.says("red", "end")
    found.says("red", "propose back up to 1")
    assert outcome(found) == "passed"
    assert found.game.take_backs
    entry = Entry.objects.get(game=found.id, kind=Kind.BACK_UP)
    assert json.loads(entry.public)["alone"] is True
    assert "Red, who plays alone" in json.loads(entry.public)["why"]
    assert audit(found.game) is None
    Game.objects.filter(pk=found.id).update(take_backs=False)
    fault = audit(found.game)
    assert fault is not None and "PR-BACKUP-05" in fault.text


def test_a_game_with_take_backs_gives_nobody_a_rank() -> None:
    found = table("red", "blue").at("1h")
    found.says("red", "propose concession to red\nyes")
    found.says("blue", "vote yes")
    game = found.game
    assert game.phase == Phase.OVER
    assert set(ranks_of(game)) == {0, 1}
    game.take_backs = True
    assert ranks_of(game) == {}


def test_the_same_person_with_another_spelling_of_the_mailbox_is_nobody_else() -> None:
    found = table("red", "blue", bots=["blue"]).at("1h")
    red = found.seat("red")
    other = Player.objects.create_user("red+old@example.org", display_name="Old Red")
    red.sittings.create(
        player=other,
        since=START,
        began=SittingCause.GATHERED,
        until=START + timedelta(hours=1),
        ended=SittingCause.REPLACED,
    )
    assert mailbox_identity.same(other.email, "red@example.org")
    found.says("red", "propose back up to 1")
    assert outcome(found) == "passed"
    Player.objects.filter(pk=other.pk).update(email="another@example.org")
    assert found.line("red", "propose back up to 1").rules == ("PR-BACKUP-05",)


def test_bots_have_no_voice() -> None:
    found = table(bots=["green"]).at("1h")
    found.says("red", "propose back up to 1")
    assert outcome(found) == ""
    found.says("blue", "vote yes")
    assert outcome(found) == "passed"
    assert not found.game.take_backs


def test_the_time_stands_still_while_the_seat_is_away_and_runs_on_from_its_return() -> None:
    """PR-TURN-06"""
    found = table("red", "blue").at("1h")
    found.says("red", "propose back up to 1")
    found.at("3h")
    found.says("blue", "away from 2 March to 6 March")  # 18 hours are left
    found.at("70h")
    assert outcome(found) == ""
    found.says("blue", "back")
    found.at("88h")
    assert outcome(found) == ""
    found.at("88h1s")
    assert outcome(found) == "passed"


def test_each_has_the_whole_time_and_the_last_decides() -> None:
    found = table(night=["22:00", "08:00"], zones={"green": "America/New_York"}).at("1h")
    found.says("red", "propose back up to 1")
    found.says("blue", "vote yes")
    found.at("33h")  # blue's 20 hours are over after 31, green's after 34
    assert outcome(found) == ""
    found.at("60h")
    row = Proposal.objects.get(game=found.id)
    assert (row.outcome, row.settled) == ("passed", START + timedelta(hours=34))


def test_a_seat_that_the_game_has_done_with_is_asked_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = table().at("1h")
    skiff = registry.engine("skiff")
    monkeypatch.setattr(skiff, "seats_in_order", lambda state: ("red", "blue"))
    found.says("red", "propose back up to 1")
    found.says("blue", "vote yes")
    assert outcome(found) == ""
    found.says("green", "vote yes")
    assert outcome(found) == "passed"


def test_all_are_told_when_silence_agrees() -> None:
    found = table().at("1h")
    absent(found, "green")
    said = found.line("red", "propose back up to 1").words
    assert "Who does not vote agrees: it passes on Tue 06:00" in said and "votes no" in said
    for seat in ("blue", "green"):
        assert "If you do nothing, you agree to proposal 1 on Tue 06:00" in told(found, seat)[-1]
    found.says("blue", "vote yes")
    found.at("11h1s")
    reminded = told(found, "green")[-1]
    assert "waits for your vote" in reminded and "you agree to it on Tue 06:00" in reminded
    assert "waits for your vote" not in " ".join(told(found, "blue"))


def test_an_absent_seat_hears_how_it_counts_again_where_it_does_not_count() -> None:
    """PR-SEAT-05"""
    found = table("red", "blue", "green", "yellow").at("1h")
    absent(found, "green")
    found.says("red", "propose concession to red\nyes")
    assert "you do not count in this vote" in told(found, "green")[-1]
    assert not any("do not count" in line for line in told(found, "blue"))


ENDS = ("concession to red", "draw", "end")


@pytest.mark.parametrize("what", ENDS)
@pytest.mark.parametrize("here_again", [False, True])
def test_who_is_absent_is_told_of_an_end_and_waited_for_once_they_are_here_again(
    what: str, here_again: bool
) -> None:
    """PR-SEAT-03, PR-SEAT-05"""
    found = table("red", "blue", "green", "yellow").at("1h")
    absent(found, "green", "yellow")
    found.says("red", f"propose {what}\nyes")
    for seat in ("green", "yellow"):
        assert "you do not count in this vote" in told(found, seat)[-1]
    if here_again:
        found.says("green", "status")
    found.says("blue", "vote yes")
    assert outcome(found) == ("" if here_again else "passed")
    assert found.game.phase == (Phase.PLAYING if here_again else Phase.OVER)


def test_time_for_another_seat_is_given_by_those_who_are_there_but_by_nobody_alone() -> None:
    """PR-SEAT-03"""
    found = table().at("1h")
    absent(found, "green")
    found.says("red", "propose 5h more for blue")
    found.says("blue", "vote yes")
    assert outcome(found) == "passed"
    absent(found, "blue", "green")
    found.says("red", "propose 672h more for blue")
    assert outcome(found, 2) == ""
    found.at("21h1s")
    assert outcome(found, 2) == "passed"


def test_what_is_agreed_on_while_a_claim_holds_play_waits_for_that() -> None:
    """PR-CLAIM-03"""
    found = table("red", "blue").at("1h")
    found.says("red", "propose back up to 1")
    Game.objects.filter(pk=found.id).update(stayed=True)
    found.at("22h")
    assert outcome(found) == ""
    Game.objects.filter(pk=found.id).update(stayed=False)
    found.at("23h")
    assert outcome(found) == "passed"


def test_a_vote_in_the_very_second_counts() -> None:
    """PR-RECEIPT-02"""
    found = table().at("1h")
    found.says("red", "propose back up to 1")
    found.at("21h")
    found.says("blue", "vote yes")
    assert outcome(found) == ""
    found.says("green", "vote no")
    found.at("30h")
    assert outcome(found) == ""


@pytest.mark.parametrize("what", PROPOSALS)
def test_silence_agrees_to_one_proposal_of_a_kind_alone(what: str) -> None:
    """(PR-BACKUP-05) A seat that proposes the same again and again has proposed it once."""
    found = table("red", "blue").at("1h")
    for _ in range(3):
        found.says("red", f"propose {what}\nyes" if what == "pause" else f"propose {what}")
    assert any(
        one.startswith("Proposal 3, by Red, in place of proposal 2: ")
        for one in told(found, "blue")
    )
    found.at("21h1s")
    found.at("50h")
    assert [outcome(found, number) for number in (1, 2, 3)] == ["lapsed", "lapsed", "passed"]


def test_who_agreed_to_go_back_agreed_to_that_once() -> None:
    """(PR-BACKUP-05) Play that goes on after a back-up is not taken back by another vote of before
    it, whosever it was; a seat that takes its own order back ends no vote.
    """
    found = table("red", "blue").at("1h")
    for seat in ("red", "blue"):
        found.says(seat, "propose back up to 1")
    found.says("blue", "vote yes 1")
    assert [outcome(found, number) for number in (1, 2)] == ["passed", "lapsed"]
    assert "Proposal 2 has lapsed: play has gone back since" in " ".join(told(found, "red"))
    found.at("50h")
    assert Entry.objects.filter(game=found.id, kind=Kind.BACK_UP).count() == 1
