"""A game takes its settings with it when it begins; later ones are entries that all are told of
(PR-TURN-07, PR-RECORD-01).
"""

from __future__ import annotations

import dataclasses
import json
from datetime import UTC, datetime, timedelta

import pytest

from tests import seated
from tests.domain.tollbooth import SEATS, Booth
from traders.domain.calendar import clock
from traders.domain.history import audit, recording_and_replay
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.settings import game_settings
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Deadline, DeadlineKind, Entry, Game, Kind, Letter, Player, Seat

pytestmark = [pytest.mark.usefixtures("toll"), pytest.mark.django_db]
MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture
def club() -> Club:
    return Club.objects.create(
        name="Lantern", slug="lantern", settings={"turn_time": "48h", "grace": "1h"}
    )


@pytest.fixture
def playing(club: Club) -> Game:
    """A game of the club, with settings of its own, that has begun."""
    clock.set_to(MONDAY)
    game = door.create("toll", SEATS, {"goal": 99}, {"timing": "table", "grace": "2h"}, club=club)
    for seat in Seat.objects.filter(game=game):
        seat.player = Player.objects.create_user(
            f"{seat.colour}@example.org", display_name=f"Player of {seat.colour}"
        )
        seat.save()
    seated.begin(game.pk, stops=False, at=MONDAY)
    return fresh(game)


def fresh(game: Game) -> Game:
    return Game.objects.select_related("club").get(pk=game.pk)


def due(game: Game) -> datetime | None:
    return Deadline.objects.get(game=game, kind=DeadlineKind.TURN, done_at=None).due


def change(game: Game, at: datetime = MONDAY, **changes: object) -> Game:
    door.change_settings(game.pk, changes, "we agreed on it", at=at)
    return fresh(game)


@pytest.mark.parametrize(
    "later",
    [
        {"turn_time": "banana"},
        {"turn_time": "1h", "timing": "sealed"},
        {"nonsense": 1},
        {"zones": 5},
        {},
    ],
)
def test_what_the_club_sets_later_reaches_no_game_that_has_begun(playing, club, later):
    before = game_settings.of(playing)
    Club.objects.filter(pk=club.pk).update(settings=later)
    assert game_settings.of(fresh(playing)) == before
    assert (before.turn_time, before.grace, before.timing) == (
        timedelta(hours=48),
        timedelta(hours=2),
        "table",
    )
    assert door.orders(playing.pk, "red", "end").lines[0].answer == "done"


@pytest.mark.parametrize(
    "stored",
    [
        {"turn_time": "banana"},
        {"weekends": "perhaps", "night": 7, "holidays": {}},
        {"of before": 1},
        {},
    ],
)
def test_settings_never_stop_a_running_game(playing, stored):
    Game.objects.filter(pk=playing.pk).update(settings=stored)
    assert game_settings.of(fresh(playing)) == game_settings.STANDARD
    assert door.orders(playing.pk, "red", "end").lines[0].answer == "done"


def test_a_game_does_not_begin_with_settings_that_cannot_be(club):
    game = door.create("toll", SEATS, club=club)
    Club.objects.filter(pk=club.pk).update(settings={"turn_time": "banana"})
    with pytest.raises(Refusal, match="banana") as refused:
        seated.begin(game.pk)
    assert refused.value.rules == ("PR-TURN-01",)
    assert not Entry.objects.filter(game=game).exists()


def test_the_first_entry_holds_all_settings_and_where_players_live_is_not_for_all_to_read(club):
    game = door.create("toll", SEATS, settings={"zones": {"blue": "Asia/Tokyo"}}, club=club)
    seated.begin(game.pk, stops=False)
    entry = Entry.objects.get(game=game, number=1)
    assert json.loads(entry.public)["settings"] == {
        name: value for name, value in game_settings.whole(fresh(game)).items() if name != "zones"
    }
    assert "Tokyo" not in entry.public
    assert game_settings.of(fresh(game), 1).zones == {"blue": "Asia/Tokyo"}


def test_a_change_is_an_entry_and_a_letter_to_every_seat(playing):
    Letter.objects.all().delete()
    door.change_settings(
        playing.pk,
        {"turn_time": "3 days", "weekends": False, "grace": "120m"},
        "a  holiday\nweek",
        at=MONDAY,
    )
    entry = Entry.objects.get(game=playing, kind=Kind.SETTINGS)
    # 120m are the 2h that held already
    assert json.loads(entry.public)["settings"] == {"turn_time": "3 days", "weekends": False}
    told = {letter.seat: str(letter.facts) for letter in Letter.objects.filter(game=playing)}
    assert set(told) == set(SEATS)
    assert all(
        "Time for a turn: 3 days (was 2 days). Play at weekends: no (was yes). Why: “a holiday "
        "week”." in facts
        for facts in told.values()
    )


def test_what_held_earlier_is_known_whatever_was_backed_out(playing):
    door.orders(playing.pk, "red", "roll", at=MONDAY)
    before = fresh(playing).number
    change(playing, turn_time="24h")
    changed = fresh(playing).number
    change(playing, turn_time="12h", timing="sealed")
    door.back_up(playing.pk, 1, "to try it", at=MONDAY)
    game = fresh(playing)
    assert [game_settings.of(game, n).turn_time for n in (0, 1, before, changed, game.number)] == [
        timedelta(hours=h) for h in (48, 48, 48, 24, 12)
    ]
    assert (game_settings.of(game).turn_time, game_settings.of(game).timing) == (
        timedelta(hours=12),
        "sealed",
    )
    assert audit.audit(game) is None
    assert recording_and_replay.replayed(game, game.head) == recording_and_replay.position_now(game)


def test_a_change_by_hand_is_found_by_the_audit(playing):
    assert audit.audit(playing) is None
    Game.objects.filter(pk=playing.pk).update(settings=playing.settings | {"grace": "9h"})
    assert "settings" in str(audit.audit(fresh(playing)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"turn_time": "banana"}, "PR-TURN-01"),
        ({"interval_floor": "20h"}, "longer than the time to react"),
        ({"nonsense": "1h"}, "There is no setting"),
        ({"zones": {"pink": "Europe/Berlin"}}, "no seat"),
        ({"turn_time": "2 days"}, "hold already"),
        ({}, "hold already"),
    ],
)
def test_what_cannot_be_or_changes_nothing_is_refused_and_leaves_no_entry(playing, changes, words):
    with pytest.raises(Refusal) as refused:
        door.change_settings(playing.pk, changes, "why")
    assert words in f"{refused.value.text} {' '.join(refused.value.rules)}"
    assert fresh(playing).number == playing.number


def test_before_the_beginning_a_change_is_the_games_own_and_after_the_end_there_is_none(
    club, playing
):
    gathering = door.create("toll", SEATS, club=club)
    assert change(gathering, turn_time="5d").settings == {"turn_time": "5d"}
    assert not Entry.objects.filter(game=gathering).exists()
    Game.objects.filter(pk=playing.pk).update(phase="over")
    with pytest.raises(Refusal, match="over"):
        change(playing, turn_time="5d")


def test_time_that_was_used_counts_by_the_settings_of_then(club):
    """Two days from Friday noon: half a day is used when the weekend is taken out; the rest runs
    from Monday, or from when weekends count.
    """
    friday, saturday = MONDAY + timedelta(days=4, hours=3), MONDAY + timedelta(days=4, hours=15)
    clock.set_to(friday)
    game = door.create("toll", SEATS, club=club)
    seated.begin(game.pk, stops=False, at=friday)
    assert due(game) == friday + timedelta(days=2)
    change(game, saturday, weekends=False)
    assert due(game) == datetime(2026, 3, 9, tzinfo=UTC) + timedelta(hours=36)
    change(game, saturday + timedelta(hours=5), weekends=True)
    assert due(game) == saturday + timedelta(hours=5 + 36)


def test_a_turn_that_runs_keeps_the_time_it_was_given(playing):
    """A new length counts from the next turn."""
    before = due(playing)
    Letter.objects.all().delete()
    change(playing, MONDAY + timedelta(hours=5), turn_time="24h", interval_time="5h")
    assert due(playing) == before == MONDAY + timedelta(hours=48)
    told = {
        letter.seat: decode(letter.facts).notices[-1]
        for letter in Letter.objects.filter(game=playing)
    }
    assert all(
        words.endswith(
            "Why: “we agreed on it”. A turn or window that is running keeps the time it was given."
        )
        for words in told.values()
    )
    door.orders(playing.pk, "red", "end", at=MONDAY + timedelta(hours=6))
    assert due(playing) == MONDAY + timedelta(hours=6 + 24)


def test_a_window_that_is_open_keeps_its_time_and_goes_on_in_the_new_hours():
    booth = Booth(shoves=1)
    booth.says("red", "roll")
    window = Deadline.objects.get(game=booth.id, kind=DeadlineKind.INTERVAL, done_at=None)
    door.change_settings(booth.id, {"interval_time": "100h"}, "why")
    assert Deadline.objects.get(pk=window.pk).due == window.due
    assert window.due is not None
    door.change_settings(
        booth.id,
        {"holidays": [str(window.due.date()), str(window.due.date() - timedelta(days=1))]},
        "why",
    )
    moved = Deadline.objects.get(pk=window.pk).due
    assert moved is not None
    assert moved.date() > window.due.date()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (["turn_time"], "keeps the time"),
        (["weekends"], "new hours"),
        (["timing", "gather", "absent_limit"], ""),
        (["zones", "grace"], "move with them. A turn"),
    ],
)
def test_what_a_change_does_to_clocks_that_run_is_said(changed, words):
    said = game_settings.running_clocks(changed)
    assert words in said
    assert bool(words) == bool(said)


def test_a_new_timing_holds_for_the_next_window():
    booth = Booth(shoves=1)
    booth.says("red", "roll")
    assert "may react" in booth.game.waiting_for
    door.back_up(booth.id, 1, "to try it")
    door.change_settings(booth.id, {"timing": "sealed"}, "quicker")
    booth.says("red", "roll")
    assert "may react" not in booth.game.waiting_for


def test_an_order_can_be_taken_back_over_a_change_which_stays():
    booth = Booth()
    booth.says("red", "end")
    door.change_settings(booth.id, {"turn_time": "24h"}, "why")
    assert booth.says("red", "undo").lines[0].answer == "done"
    assert game_settings.of(booth.game).turn_time == timedelta(hours=24)


def test_every_setting_of_the_table_has_its_reader_its_field_and_its_words():
    fields = {field.name for field in dataclasses.fields(game_settings.GameSettings)}
    assert (
        fields
        == set(game_settings.READERS)
        == set(game_settings.names())
        == set(game_settings.DEFAULTS)
    )
    for name, default in game_settings.DEFAULTS.items():
        assert game_settings.label(name)[0].isupper()
        assert game_settings.help_of(name).endswith(".")
        assert game_settings.in_words(name, default)
        assert not game_settings.differs(
            name, game_settings.from_typed(name, game_settings.typed(name, default)), default
        ), name
