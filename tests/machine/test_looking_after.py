"""`traders status`, `backup` and `restore`, before anything is asked of a real machine."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.machine.conftest import Stubs
from traders.machine import database_backup, health_request, settings_file, status
from traders.machine.configuration_file_install import OWN, brought
from traders.machine.machine_operations import Refused
from traders.machine.setup_answers import earlier

SETTINGS = (
    "DATABASE_URL=postgresql://traders:x@127.0.0.1:5432/traders\nPOST_DOMAIN=post.club.test\n"
    "SITE_URL=https://post.club.test\nOPERATORS=me@club.test\n"
)


@pytest.fixture
def made(stubs: Stubs) -> Stubs:
    """A machine with settings."""
    stubs.machine().write(settings_file.PATH, SETTINGS)
    return stubs


def copy(stubs: Stubs) -> Path:
    """A copy of an hour ago."""
    file = stubs.folder / "some.dump"
    file.write_text("x")
    os.utime(file, (time.time() - 3600,) * 2)
    return file


def test_a_copy_is_whole_or_not_there_and_old_ones_go(made: Stubs) -> None:
    folder = made.folder / "root" / database_backup.FOLDER.lstrip("/")
    folder.mkdir(parents=True)
    old = folder / "2000-01-01.dump"
    old.touch()
    os.utime(old, (0, 0))
    file = database_backup.backup(made.machine())
    assert list(folder.iterdir()) == [file]
    assert made.calls() == [
        "runuser -u postgres -- pg_dump --format custom traders", "traders copied"
    ]  # fmt: skip
    made.says(("pg_dump", 1, "no room"))
    with pytest.raises(Refused, match=r"pg_dump .* failed"):
        database_backup.backup(made.machine())
    assert list(folder.iterdir()) == [file]


def test_no_copy_is_begun_that_would_fill_the_disk(made: Stubs) -> None:
    """On a full disk the server stands still."""
    file = database_backup.backup(made.machine())
    os.truncate(file, 2**43)  # of one hole
    with pytest.raises(Refused, match=r"largest copy has 8388608 MiB, and 256 MiB must remain"):
        database_backup.backup(made.machine())
    assert made.calls() == []
    assert file.stat().st_size == 2**43, "the one that is there stays"


def test_a_copy_is_brought_back_only_where_all_before_went_well(made: Stubs) -> None:
    """`restored` tells all players that hours are gone."""
    file = copy(made)
    order = (
        "pg_restore --list", "psql -qAt", "systemctl stop", "psql -qAt", "createdb", "pg_restore",
        "psql",
        "audit --all", "restored", "dropdb traders_old", "systemctl start",
    )  # fmt: skip
    database_backup.restore(made.machine(), file, stop=True)
    calls = made.calls()
    at = [0]
    for word in order:
        at.append(next(n for n in range(at[-1], len(calls)) if word in calls[n]))
    for failing in ("pg_restore?--list", "createdb", "exit-on-error", "audit", "restored"):
        made.says((failing, 1, "broken"))
        with pytest.raises(Refused, match="broken"):
            database_backup.restore(made.machine(), file, stop=True)
        calls = made.calls()
        assert not [one for one in calls if "start" in one or one.endswith("dropdb traders_old")]
    made.says(("audit", 1, "broken"))
    with pytest.raises(Refused, match="Nobody was told"):
        database_backup.restore(made.machine(), file, stop=True)
    made.says(("pg_database", 0, "traders_old"))
    with pytest.raises(Refused, match="traders_old"):
        database_backup.restore(made.machine(), file, stop=True)
    assert len(made.calls()) == 2, (
        "what was there before all attempts is not taken away by the next"
    )


def test_a_living_database_is_not_replaced(made: Stubs) -> None:
    file = copy(made)
    with pytest.raises(Refused, match=r"The server runs.*PR-BACKUP-04.*--stop"):
        database_backup.restore(made.machine(), file, stop=False)
    made.says(("is-active", 3, ""), ("pg_stat_activity", 0, "psql (me, process 7) is connected"))
    with pytest.raises(Refused, match="end these first"):
        database_backup.restore(made.machine(), file, stop=False)
    assert not [call for call in made.calls() if "dropdb" in call or "createdb" in call]
    with pytest.raises(Refused, match="no file"):
        database_backup.restore(made.machine(), file / "x", stop=False)


def test_each_part_is_told_with_what_to_type(made: Stubs, monkeypatch: pytest.MonkeyPatch) -> None:
    away = "letters do not leave: the mail server does not answer, or takes none"
    said = health_request.Health(False, [away])
    monkeypatch.setattr(health_request, "asked", lambda settings: said)
    made.says(("traders-house.service", 3, "failed"), ("is-active", 0, "active"))
    assert status.told(made.machine()) is False
    told = "\n".join(made.said)
    for name in ("postgresql", "redis-server", "nginx", "postfix", "opendkim",
                 "traders-house.socket", "traders-night.timer"):  # fmt: skip
        assert any(line.startswith(f"{name} ") and " up " in line for line in made.said), name
    assert "traders-house          DOWN  failed\n" in told
    assert "systemctl restart traders-house.service" in told
    assert f"! {away}\n  `systemctl restart postfix`, then `journalctl" in told
    assert f"{'certificate':22} DOWN  there is none\n{'':29}traders setup\n" in told
    made.machine().at(settings_file.PATH).unlink()
    with pytest.raises(Refused, match="traders setup"):
        status.told(made.machine())


@pytest.mark.parametrize(("days", "well"), [("13", False), ("15", True)])
def test_a_certificate_that_ends_within_two_weeks_is_told(
    made: Stubs, days: str, *, well: bool
) -> None:
    """Each night too: browsers show no page with one that has ended."""
    folder = made.machine().at(OWN)
    folder.mkdir(parents=True)
    subprocess.run(
        [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-nodes", "-days", days, "-subj", "/CN=x", "-keyout", folder / "privkey.pem",
            "-out", folder / "fullchain.pem",
        ],
        check=True, capture_output=True,
    )  # fmt: skip
    answers = earlier(settings_file.kept(made.machine()))
    assert answers
    (part,) = [one for one in status.parts(made.machine(), answers) if one.name == "certificate"]
    assert part.up is well
    assert part.told.endswith("ends within two weeks") is not well
    assert "/usr/sbin/traders status" in brought()["/usr/lib/systemd/system/traders-night.service"]
