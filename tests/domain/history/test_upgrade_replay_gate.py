"""A release that would play stored games another way is found out before it migrates; a game is
played by its own revision's rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.domain.playing import bots_play
from tests.domain.tollbooth import Booth
from tests.toll.engine import Toll
from traders.domain.history import upgrade_replay_gate
from traders.domain.play import door
from traders.engines.kernel.contract.contract import Event, Pending
from traders.engines.registry import ENGINES, engine
from traders.models import Entry, Game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _rules_as_they_are() -> Iterator[None]:
    yield
    engine.cache_clear()


class Doubled(Toll):
    """Toll, in which a roll gains twice what the die shows (TO-ROLL-02)."""

    def _gain(self, state: Any) -> list[Event]:
        state.die *= 2
        return super()._gain(state)


class Revised(Doubled):
    """The same as a new revision: games of the first go on as they began."""

    revision = 2

    def _gain(self, state: Any) -> list[Event]:
        return super()._gain(state) if state.revision >= 2 else Toll._gain(self, state)


def standing_in_each_window() -> list[Game]:
    """Games of Toll on the turn, in the interval, and over; each has rolled before."""
    on_turn, in_interval, over = Booth(), Booth(shoves=1), Booth()
    on_turn.says("red", "roll")
    for seat in ("red", "blue", "green"):
        in_interval.says("red", "roll") if seat == "red" else None
        in_interval.says(seat, "pass")
    in_interval.says("blue", "roll")
    over.says("red", "roll")
    door.leave(over.id, "red")
    door.leave(over.id, "blue")
    return [booth.game for booth in (on_turn, in_interval, over)]


def patched(monkeypatch: pytest.MonkeyPatch, rules: type[Toll]) -> None:
    monkeypatch.setattr("tests.toll.ENGINE", rules())
    engine.cache_clear()


def migrate(**options: Any) -> str:
    told = StringIO()
    call_command("migrate", stdout=told, verbosity=1, **options)
    return told.getvalue()


def test_the_same_rules_find_nothing(toll: None) -> None:
    standing_in_each_window()
    assert upgrade_replay_gate.reasons() == []
    assert "No migrations to apply" in migrate()


def test_a_changed_rule_is_refused_and_named_then_allowed_by_a_new_revision(
    toll: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing = standing_in_each_window()
    patched(monkeypatch, Doubled)
    with pytest.raises(CommandError) as refused:
        migrate()
    for game in standing:
        assert f"{game.slug} (toll, revision 1): entries " in str(refused.value)
    told = StringIO()
    with pytest.raises(SystemExit):
        call_command("audit", against=True, stdout=told, no_color=True)
    assert "0 of 3 games go the same way" in told.getvalue()
    assert "No migrations to apply" in migrate(unaudited="to be tried")

    patched(monkeypatch, Revised)
    assert upgrade_replay_gate.reasons() == []
    migrate()
    old, new = standing[0], Booth()
    before = _points(old)
    door.orders(old.pk, "blue", "roll")
    new.says("red", "roll")
    assert _points(old) - before == _last_die(old)
    assert new.game.revision == 2
    assert _points(new.game) == 2 * _last_die(new.game)
    assert upgrade_replay_gate.reasons() == []


def _points(game: Game) -> int:
    game = Game.objects.get(pk=game.pk)
    return sum(engine("toll").decode(bytes(game.position or b"")).points.values())


def _last_die(game: Game) -> int:
    return int(
        json.loads(Entry.objects.filter(game=game, kind="chance").order_by("-number")[0].public)[
            "outcome"
        ]
    )


def standing(system: str, entries: int) -> tuple[Game, Pending]:
    game = bots_play(
        door.create(system, ("red", "blue", "green"), {}, {"timing": "sealed"}), entries=entries
    )
    rules = engine(system)
    return game, rules.pending(rules.decode(bytes(game.position or b"")))


@pytest.mark.sampled
@pytest.mark.parametrize("system", sorted(ENGINES))
def test_a_changed_rule_of_a_real_game_is_named_in_whatever_window_it_stands(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a stand-in for any rule: what a die or a deck brings is read backwards."""
    games: dict[str, Game] = {}
    for entries in range(6, 42, 5):
        game, pending = standing(system, entries)
        games.setdefault(type(pending).__name__ + getattr(pending, "name", ""), game)
    assert upgrade_replay_gate.reasons() == []
    rules, real = engine(system), engine(system).happen

    def otherwise(state: Any, outcome: Any) -> Any:
        sides = rules.pending(state).sides
        return real(state, outcome[::-1] if isinstance(outcome, list) else sides + 1 - outcome)

    monkeypatch.setattr(rules, "happen", otherwise, raising=False)
    named = {difference.game for difference in upgrade_replay_gate.reasons()}
    assert {game.slug for game in games.values()} <= named

    monkeypatch.setattr(rules, "revision", rules.revision + 1)
    before = rules.revision

    def by_revision(state: Any, outcome: Any) -> Any:
        played_under = getattr(state, "options", state).revision
        return (otherwise if played_under >= before else real)(state, outcome)

    monkeypatch.setattr(rules, "happen", by_revision, raising=False)
    assert upgrade_replay_gate.reasons() == []
    new, _ = standing(system, 8)
    assert new.revision == before
    assert upgrade_replay_gate.reasons() == []


def test_a_database_of_before_there_were_fingerprints_is_passed_over() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE traders_game RENAME COLUMN fingerprint TO other")
    assert upgrade_replay_gate.games() == []
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE traders_game RENAME COLUMN other TO fingerprint")
