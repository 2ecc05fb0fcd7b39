"""A small season in simulated time: every game ends, no deadline is lost, and the desk named each
trouble on its day, and told its organizer in the morning. Books that find the desk silent say so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

import pytest

from tests.examples import COUNTED, number
from tools.season import report
from tools.season.expected_troubles import Books
from tools.season.organizing import SeasonSize
from tools.season.season_run import SeasonPlay
from traders.club.desk.game_facts import GameFacts, SeatFacts
from traders.club.desk.game_list_by_trouble import lines
from traders.club.desk.game_troubles import Trouble
from traders.domain.history import seed_encryption
from traders.proof.scenarios.court_interface import sitting

SHORT = (
    {"system": "traders-luck", "options": {"days": 10}},
    {"system": "imperial-trader", "options": {"rounds": 2, "rounds_at_once": True}},
)
NOW = datetime(2027, 1, 5, tzinfo=UTC)


@pytest.fixture
def _the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """By other dice a short season can be over before anybody vanishes from it."""
    games = count(1)
    monkeypatch.setattr(
        seed_encryption,
        "new_secret",
        lambda: hashlib.sha256(f"game {next(games)}".encode()).digest(),
    )


@pytest.mark.django_db
@pytest.mark.usefixtures("_the_same_dice")
@pytest.mark.long
@pytest.mark.examples("people-of-a-season")
def test_a_season_with_people_who_go_and_quarrel_ends_and_the_desk_tells_of_them(
    record_property: Callable[[str, object], None],
) -> None:
    """Long: two months of eight people; in a soak of sixty."""
    court = sitting()
    assert court is not None
    people = min(number("people-of-a-season"), 60)
    record_property(COUNTED, people)
    played = SeasonPlay(SeasonSize(people=people, rounds=2, months=2, games=SHORT), court)
    played.play()
    found = report.figures(played)
    assert found["wrong"] == []
    assert found["games"] == people // 2
    assert found["lost_deadlines"] == 0
    assert found["claims"] >= found["rulings"] >= 1
    assert found["stand_ins_sat"] >= 1
    assert found["desk_letters"] >= 1
    named = {kind for kind, some in found["troubles"].items() if some["named_on_the_day"]}
    assert named >= {Trouble.BOUNCED, Trouble.SILENT, Trouble.OFFERED, Trouble.CASE}


@pytest.mark.parametrize(("timeouts", "named"), [(2, True), (1, False)])
def test_the_books_hold_the_desk_against_what_they_saw(timeouts: int, *, named: bool) -> None:
    books = Books(silent_after=2, offered_after=3)
    place = (1, "red")
    books.turn_ended(place, NOW)
    assert not books.ills
    books.turn_ended(place, NOW)
    seat = SeatFacts(colour="red", called="Ann", timeouts=timeouts)
    game = GameFacts(
        slug="a", title="A", system="toll", made=NOW, begun=NOW, moved=NOW, waits="", seats=(seat,)
    )
    books.look(lines([game], NOW), {"a": 1}, evening=True)
    (silent,) = books.ills
    assert (silent.trouble, silent.named, silent.at_once) == (Trouble.SILENT, named, False)
    assert [one["named_on_the_day"] for one in report.by_kind(books.ills).values()] == [named]
    books.word(place, NOW)
    assert silent.until == NOW and not books.open
