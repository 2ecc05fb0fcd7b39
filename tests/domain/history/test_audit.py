"""The audit finds a whole game whole, and names game and entry after each edit by hand (PR-RECORD,
PR-CHANCE-01).
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from tests.domain.playing import bots_play, game_of_bots
from tests.services.processes import TREE
from tests.services.stored import MIGRATED
from traders.domain.history import audit, recording_and_replay, seed_encryption
from traders.domain.play import door
from traders.engines.kernel.contract.contract import Over
from traders.engines.registry import engine
from traders.models import Entry, Game, Phase

pytestmark = pytest.mark.sqlite  # copies of its file are edited here

Edit = Callable[[sqlite3.Connection], object]


@contextmanager
def standing_on(file: Path) -> Iterator[None]:
    """Within it Django's database is that file."""
    before = connections["default"]
    ours = connections.create_connection("default")
    ours.settings_dict = {**ours.settings_dict, "NAME": str(file)}
    connections["default"] = ours
    try:
        yield
    finally:
        ours.close()
        connections["default"] = before


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, django_db_blocker) -> Path:
    """A database with a game of bots that was played to its end through the door, and one that was
    begun only.
    """
    file = tmp_path_factory.mktemp("played") / "traders.sqlite3"
    with MIGRATED.house() as house:
        shutil.copytree(house.folder.name, file.parent, dirs_exist_ok=True)
    with django_db_blocker.unblock(), standing_on(file):
        game = bots_play(game_of_bots(title="Long voyage"))
        assert game.phase == Phase.OVER
        assert isinstance(
            engine(game.system).pending(engine(game.system).decode(bytes(game.position or b""))),
            Over,
        )
        bots_play(game_of_bots(title="Beside it"), entries=5)
    return file


@pytest.fixture
def audited(played: Path, tmp_path: Path, django_db_blocker) -> Callable[..., tuple[int, str]]:
    """Edit a copy of the database by hand and audit all of it: exit status, and what was said."""

    def run(*edits: Edit) -> tuple[int, str]:
        copy = tmp_path / "copy.sqlite3"
        shutil.copy(played, copy)
        with sqlite3.connect(copy) as database:
            for (name,) in database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                database.execute(f"DROP TRIGGER {name}")
            for edit in edits:
                edit(database)
        database.close()
        told = StringIO()
        with django_db_blocker.unblock(), standing_on(copy):
            try:
                call_command("audit", "--all", stdout=told, no_color=True)
            except SystemExit as ended:
                return int(ended.code or 0), told.getvalue()
            return 0, told.getvalue()

    return run


def number_of(played: Path, where: str) -> int:
    """The first entry of the long game, not among its first twenty, for which that holds."""
    with sqlite3.connect(played) as database:
        found = database.execute(
            f"SELECT min(number) FROM traders_entry WHERE game_id = 1 AND number > 20 AND {where}"
        ).fetchone()[0]
    database.close()
    assert found, f"no entry {where}"
    return int(found)


def of(number: int, change: str) -> Edit:
    return lambda database: database.execute(
        f"UPDATE traders_entry SET {change} WHERE game_id = 1 AND number = {number}"
    )


def test_games_left_alone_are_whole(audited):
    status, told = audited()
    assert (status, told) == (0, "2 of 2 games whole.\n")


@pytest.mark.django_db
def test_a_game_that_is_played_on_while_it_is_looked_at_is_whole():
    """An operator audits a house in which people play: neither what came before the audit nor what
    comes during it is a fault.
    """
    game = bots_play(game_of_bots(), entries=40)
    as_listed = Game.objects.get(pk=game.pk)
    looked_at: list[int] = []

    def play_on() -> None:
        looked_at.append(Game.objects.get(pk=game.pk).number)
        if len(looked_at) in (1, 10):
            door.back_up(game.pk, 20 // len(looked_at), "to be tried")

    door.back_up(game.pk, 30, "to be tried")
    assert audit.audit(as_listed, play_on) is None
    assert looked_at[-1] > looked_at[0] > 40


def test_an_entry_behind_the_last_is_named(audited, played):
    status, told = audited(
        lambda database: database.execute(
            "UPDATE traders_game SET number = number - 1 WHERE id = 1"
        )
    )
    assert status == 1
    assert "it stands behind the last one" in told


def test_as_a_process_of_its_own(played, tmp_path):
    """The exit status that a release looks at."""
    copy = tmp_path / "traders.sqlite3"
    shutil.copy(played, copy)
    keys = {"SECRET_KEY": settings.SECRET_KEY, "TRADERS_VAULT_KEY": settings.TRADERS_VAULT_KEY}
    command = [sys.executable, "manage.py", "audit", "--all"]

    def audit() -> subprocess.CompletedProcess[str]:
        environment = os.environ | keys | {"TRADERS_VAR": str(tmp_path)}
        return subprocess.run(
            command, cwd=TREE, env=environment, capture_output=True, text=True, check=False
        )

    whole = audit()
    assert (whole.returncode, whole.stdout.strip()) == (0, "2 of 2 games whole."), whole.stderr
    with sqlite3.connect(copy) as database:
        database.execute("UPDATE traders_game SET digest = 'x' || digest WHERE id = 1")
    database.close()
    edited = audit()
    assert edited.returncode == 1
    assert "long-voyage: entry " in edited.stdout


FELL = "kind = 'chance' AND public LIKE '%\"outcome\":%'"


def _other_face(database: sqlite3.Connection, number: int) -> None:
    (text,) = database.execute(
        f"SELECT public FROM traders_entry WHERE game_id = 1 AND number = {number}"
    ).fetchone()
    public = json.loads(text)
    public["outcome"] = public["outcome"] % 6 + 1
    database.execute(
        f"UPDATE traders_entry SET public = ? WHERE game_id = 1 AND number = {number}",
        [recording_and_replay.canonical(public)],
    )


def test_an_outcome(audited, played):  # PR-CHANCE-01
    number = number_of(played, FELL)
    status, told = audited(lambda database: _other_face(database, number))
    assert status == 1
    assert f"long-voyage: entry {number}: its digest does not follow" in told
    assert "1 of 2 games whole." in told


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("seat = CASE seat WHEN 'red' THEN 'blue' ELSE 'red' END", "its seat reads"),
        ('public = replace(public, \'"seat":"\', \'"seat":"x\')', "its digest does not follow"),
        ("at = datetime(at, '+1 hour')", "its at reads"),
        ("source = 'page'", "its source reads"),
        ("digest = replace(replace(digest, 'a', 'b'), '0', '1')", "its digest does not follow"),
        ("salt = 'f' || salt, secret = secret || ' '", "its digest does not follow"),
        ("parent = parent - 1", "it stands after entry"),
    ],
    ids=["seat", "seat as digested", "time", "source", "digest", "secret part", "parent"],
)
def test_what_stands_in_an_entry(audited, played, change, found):
    number = number_of(
        played, "kind = 'order' AND secret != ''" if "salt" in change else "kind = 'order'"
    )
    status, told = audited(of(number, change))
    assert status == 1
    assert f"long-voyage: entry {number}: {found}" in told


def test_the_last_entry_gone(audited, played):
    with sqlite3.connect(played) as database:
        (last,) = database.execute("SELECT number FROM traders_game WHERE id = 1").fetchone()
    database.close()
    status, told = audited(
        lambda database: database.execute(
            f"DELETE FROM traders_entry WHERE game_id = 1 AND number = {last}"
        )
    )
    assert status == 1
    assert f"long-voyage: entry {last}: it is missing" in told


def test_an_entry_out_of_the_middle_gone(audited, played):
    number = number_of(played, "kind = 'order'")
    status, told = audited(
        lambda database: database.execute(
            f"DELETE FROM traders_entry WHERE game_id = 1 AND number = {number}"
        )
    )
    assert status == 1
    assert f"long-voyage: entry {number}: it is missing" in told


def test_two_entries_swapped(audited, played):
    number = number_of(played, "kind = 'order'")
    swap = [
        of(number, "number = 1000001, parent = parent + 1"),
        of(number + 1, f"number = {number}, parent = parent - 1"),
        of(1000001, f"number = {number + 1}"),
    ]
    status, told = audited(*swap)
    assert status == 1
    assert f"long-voyage: entry {number}: its digest does not follow" in told


@pytest.mark.parametrize("under_our_key", [True, False])
def test_the_secret(audited, under_our_key):
    locked = seed_encryption.lock(b"z" * 32) if under_our_key else b"no secret at all"
    status, told = audited(
        lambda database: database.execute(
            "UPDATE traders_game SET secret = ? WHERE id = 1", [locked]
        )
    )
    assert status == 1
    assert "long-voyage: entry 1: the secret" in told


def test_the_promise(audited):  # PR-CHANCE-01
    status, told = audited(
        lambda database: database.execute(
            "UPDATE traders_game SET secret_digest = 'ab' WHERE id = 1"
        )
    )
    assert status == 1
    assert "long-voyage: entry 1: the secret is not the one that was promised" in told


def test_secret_and_promise_together(audited):  # PR-CHANCE-01
    """Another secret with its own promise is not the one in the first entry."""
    locked = seed_encryption.lock(b"z" * 32)
    change = "UPDATE traders_game SET secret = ?, secret_digest = ? WHERE id = 1"
    status, told = audited(
        lambda database: database.execute(change, [locked, seed_encryption.digest(b"z" * 32)])
    )
    assert status == 1
    assert "long-voyage: entry 1: the promise in it" in told


def _less_money(stored: bytes) -> bytes:
    position = json.loads(stored)
    position["traders"]["red"]["stellors"] += 1
    return json.dumps(position).encode()


def test_a_checkpoint(audited, played):
    with sqlite3.connect(played) as database:
        pk, number, stored = database.execute(
            "SELECT id, number, position FROM traders_checkpoint WHERE game_id = 1"
        ).fetchone()
    database.close()
    edited = _less_money(bytes(stored))
    status, told = audited(
        lambda database: database.execute(
            "UPDATE traders_checkpoint SET position = ? WHERE id = ?", [edited, pk]
        )
    )
    assert status == 1
    assert f"long-voyage: entry {number}: the checkpoint after it" in told


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        (
            "UPDATE traders_game SET system = 'chess' WHERE id = 1",
            "nothing here plays the system kept with the game, 'chess'",
        ),
        ("UPDATE traders_game SET position = x'00ff' WHERE id = 1", "the stored position"),
        (
            "UPDATE traders_entry SET kind = 'back-up', public = '[' WHERE game_id = 1 AND "
            "number = 9",
            "what is stored cannot be read",
        ),
        (
            "UPDATE traders_evidencelink SET rows = '[1' WHERE game_id = 1 AND number = 1",
            "link 1 of the evidence does not follow",
        ),
        (
            "UPDATE traders_evidencelink SET rows = '[]' WHERE game_id = 1 AND number = 1",
            "link 1 of the evidence does not follow",
        ),
        (
            "UPDATE traders_evidencelink SET rows = '{\"x\": 1}' WHERE game_id = 1 AND number = 1",
            "link 1 of the evidence does not follow",
        ),
    ],
)
def test_what_nobody_can_read_is_a_fault_and_the_other_games_are_looked_at(audited, edit, found):
    status, told = audited(lambda database: database.execute(edit))
    assert status == 1
    assert found in told
    assert "1 of 2 games whole." in told


def test_the_stored_position(audited, played):
    with sqlite3.connect(played) as database:
        number, stored = database.execute(
            "SELECT number, position FROM traders_game WHERE id = 1"
        ).fetchone()
    database.close()
    edited = _less_money(bytes(stored))
    status, told = audited(
        lambda database: database.execute(
            "UPDATE traders_game SET position = ? WHERE id = 1", [edited]
        )
    )
    assert status == 1
    assert f"long-voyage: entry {number}: the stored position" in told


def test_one_who_does_the_whole_chain_again_is_caught_by_the_dice(audited, played):
    """An outcome edited and every digest after it made anew: the throw does not follow from the
    secret.
    """
    number = number_of(played, FELL)

    def edit(database: sqlite3.Connection) -> None:
        _other_face(database, number)
        rows = database.execute(
            "SELECT id, public, secret, salt FROM traders_entry WHERE game_id = 1 ORDER BY number"
        ).fetchall()
        digest = ""
        for pk, public, secret, salt in rows:
            digest = recording_and_replay.link(digest, public, secret, salt)
            database.execute("UPDATE traders_entry SET digest = ? WHERE id = ?", [digest, pk])
        database.execute("UPDATE traders_game SET digest = ? WHERE id = 1", [digest])

    status, told = audited(edit)
    assert status == 1
    assert (
        f"long-voyage: entry {number}: the outcome is not the one that follows from the secret"
        in told
    )


def test_one_game_by_its_name(played, tmp_path, django_db_blocker):
    told = StringIO()
    with django_db_blocker.unblock(), standing_on(played):
        assert (
            Game.objects.get(slug="long-voyage").number
            == Entry.objects.filter(game__slug="long-voyage").count()
        )
        call_command("audit", "long-voyage", stdout=told, no_color=True)
    assert told.getvalue() == "1 of 1 games whole.\n"


def test_a_seat_that_nobody_has_had_since_the_game_began_is_named(audited):  # PR-SEAT-13
    def emptied(database: sqlite3.Connection) -> None:
        seats = "SELECT id FROM traders_seat WHERE colour = 'blue' AND game_id = 2"
        database.execute(f"DELETE FROM traders_sitting WHERE seat_id IN ({seats})")
        database.execute(f"UPDATE traders_seat SET player_id = NULL WHERE id IN ({seats})")

    status, told = audited(emptied)
    assert status == 1
    assert "beside-it: entry " in told and "nobody has had seat blue since" in told
