"""A vote has a time: half-way who has not voted is reminded, then it lapses (PR-SEAT-12)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.domain.deadlines.table import START, Table
from tests.domain.deadlines.test_silent_seats import club_game
from traders.domain.calendar import clock, durations
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.letters.letter_facts import decode
from traders.engines import registry
from traders.models import Deadline, DeadlineKind, Letter, Phase, Player, Proposal


@pytest.fixture(autouse=True)
def _skiff(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(registry.ENGINES, "skiff", "tests.domain.deadlines.skiff")
    yield
    clock.set_to(None)


def table(**settings: str) -> Table:
    """Three people; a vote has 60 hours: a turn's 48, and 12 of grace."""
    otto = Player.objects.create_user("otto@example.org", display_name="Otto")
    hours = {"turn_time": "48h", "grace": "12h", "bank_limit": "0h"}
    return club_game(otto, **(hours | settings))


def notices(found: Table, seat: str, since: str) -> list[str]:
    """What the seat was told of votes since then."""
    rows = Letter.objects.filter(game=found.id, seat=seat, written__gte=START + _hours(since))
    told = [line for row in rows.order_by("pk") for line in decode(row.facts).notices]
    return [line for line in told if "roposal" in line]


def _hours(text: str) -> Any:
    return durations.read(text)


def outcome(found: Table) -> str:
    return Proposal.objects.get(game=found.id).outcome


@pytest.mark.django_db
def test_who_does_not_vote_is_reminded_alone_and_then_it_lapses() -> None:
    found = table().at("1h")
    said = found.says("red", "propose draw\nyes").lines[-1].words
    assert "lapses on Wed 22:00 (in 2 days) unless all agree" in said
    assert "proposal 1 lapses on Wed 22:00" in " ".join(notices(found, "green", "1h"))
    found.says("blue", "vote yes")
    found.at("32h")
    (reminded,) = notices(found, "green", "30h")
    assert "waits for your vote: a draw" in reminded and "vote no 1" in reminded
    assert notices(found, "red", "30h") == notices(found, "blue", "30h") == []
    found.at("61h")
    assert outcome(found) == ""
    found.at("61h1m")
    assert outcome(found) == "lapsed"
    for seat in ("red", "blue", "green"):
        (told,) = [line for line in notices(found, seat, "61h") if "has lapsed" in line]
        assert "Not all agreed in time" in told and "Green" not in told
    assert found.line("green", "vote yes").rules == ("PR-SEAT-03",)
    assert found.game.phase == Phase.PLAYING
    assert "number 2" in found.says("red", "propose draw\nyes").lines[-1].words


@pytest.mark.django_db
@pytest.mark.parametrize("votes", ["", "blue yes", "blue no, green no", "green yes, blue no"])
def test_it_lapses_alike_whoever_voted_and_how(votes: str) -> None:  # PR-SEAT-03
    found = table().at("1h")
    found.says("red", "propose draw\nyes")
    for seat, word in (vote.split() for vote in votes.split(", ") if vote):
        found.says(seat, f"vote {word}")
    found.at("62h")
    row = Proposal.objects.get(game=found.id)
    assert (row.settled, row.outcome) == (START + _hours("61h"), "lapsed")
    told = ["Proposal 1 has lapsed: a draw. Not all agreed in time; it may be proposed again."]
    assert notices(found, "red", "20h") == told


@pytest.mark.django_db
def test_what_passed_is_reminded_of_no_more() -> None:
    found = table().at("1h")
    found.says("red", "propose 5h more for red")
    found.says("blue", "vote yes")
    found.says("green", "vote yes")
    assert outcome(found) == "passed"
    assert not Deadline.objects.filter(game=found.id, kind=DeadlineKind.VOTE, done_at=None).exists()


@pytest.mark.django_db
def test_while_the_table_pauses_a_vote_to_go_on_lapses_too() -> None:
    found = table().at("1h")
    found.says("red", "propose pause\nyes")
    for seat in ("blue", "green"):
        found.says(seat, "vote yes")
    assert found.game.frozen
    found.says("blue", "propose pause\nyes")
    found.says("red", "vote no")
    found.at("70h")
    assert Proposal.objects.get(game=found.id, number=2).outcome == ""  # green may be silent still
    found.at("74h")
    assert Proposal.objects.get(game=found.id, number=2).outcome == "lapsed"
    assert found.game.frozen


@pytest.mark.django_db
def test_who_is_away_has_the_whole_time_after_it() -> None:  # PR-TURN-06
    found = table().at("1h")
    found.says("red", "propose draw\nyes")
    found.at("2h")
    found.says("green", "away from 2 March to 6 March")
    found.at("61h1m")
    assert outcome(found) == ""
    found.at("180h")
    assert outcome(found) == "lapsed"


@pytest.mark.django_db
@pytest.mark.parametrize("then", ["a vote", "a turn runs out"])
def test_one_from_before_votes_lapsed_has_its_time_from_now(then: str) -> None:
    found = table().at("1h")
    found.says("red", "propose draw\nyes")
    Deadline.objects.filter(game=found.id, kind=DeadlineKind.VOTE).delete()  # as it was stored
    found.at("59h")
    if then == "a vote":
        found.says("blue", "vote yes")
    found.at("62h")  # Red's turn is over
    row = Deadline.objects.get(game=found.id, kind=DeadlineKind.VOTE)
    assert row.due is not None and row.due > clock.now()
    found.at("91h")
    assert "waits for your vote" in notices(found, "green", "80h")[-1]
    assert outcome(found) == ""
    found.at("122h")
    assert outcome(found) == "lapsed"


@pytest.mark.django_db
def test_time_in_which_the_server_was_down_is_added() -> None:  # PR-MAIL-03
    found = table(interval_time="24h").at("1h")
    found.says("red", "propose draw\nyes")
    found.at("40h")
    heartbeat_and_outages.beat()
    clock.set_to(START + _hours("70h"))  # it would have lapsed at 61 hours
    heartbeat_and_outages.beat()
    assert heartbeat_and_outages.move_portion()
    found.at("90h")
    assert outcome(found) == ""
    assert "it lapses on" in notices(found, "green", "61h")[-1]
    found.at("92h")
    assert outcome(found) == "lapsed"
