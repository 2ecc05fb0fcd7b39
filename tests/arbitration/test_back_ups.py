"""Backing up restores the position to the byte, from anywhere to anywhere (PR-RECORD-02), and what
was seen of a pile is worth nothing after it (PR-BACKUP-04). `python -m bench.restored` makes
10,000.
"""

from __future__ import annotations

import pytest

from tests.arbitration.trial.play import SYSTEMS
from tests.arbitration.trial.restored import try_back_ups
from tests.domain.playing import bots_play, game_of_bots
from traders.domain.history import recording_and_replay
from traders.domain.play import door
from traders.models import Entry, Game, Kind

pytestmark = pytest.mark.django_db


@pytest.mark.examples("back-ups")
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_position_comes_back_to_the_byte_and_what_was_seen_lies_otherwise(
    system, examples, lots
):
    tried = try_back_ups(system, lots.randint(1, 10**6), examples)
    assert tried.faults == []
    assert (tried.made, tried.undone > examples) == (examples, True)


def test_what_is_in_play_is_told_by_the_back_ups_alone():
    game = bots_play(game_of_bots(), entries=60)
    for to in (50, 20, 40, 15, 62, 5):
        if recording_and_replay.in_play(game, to):
            door.back_up(game.pk, to, "to be tried")
        game.refresh_from_db()
        line = {entry.number for entry in recording_and_replay.line(game, game.head)}
        assert {
            number
            for number in range(-1, game.number + 3)
            if recording_and_replay.in_play(game, number)
        } == line
    assert Entry.objects.filter(game=game, kind=Kind.BACK_UP).count() >= 4


def test_after_far_back_ups_going_on_replays_no_more_than_between_two_checkpoints(monkeypatch):
    game = bots_play(game_of_bots(), entries=140)
    for number in (101, 60, 30):
        game.refresh_from_db()
        to = max(n for n in range(1, number) if recording_and_replay.in_play(game, n))
        door.back_up(game.pk, to, "to be tried")
    game = Game.objects.get(pk=game.pk)
    carried: list[int] = []
    real = recording_and_replay.carry_out
    monkeypatch.setattr(
        recording_and_replay,
        "carry_out",
        lambda rules, position, entry: carried.append(entry.number) or real(rules, position, entry),
    )
    recording_and_replay.position_at(game, game.number)
    assert len(carried) <= recording_and_replay.CHECKPOINT_EVERY
