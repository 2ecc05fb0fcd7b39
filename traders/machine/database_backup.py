"""Copies of the database: made, and brought back."""

from __future__ import annotations

import shutil
import time
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from traders.machine import settings_file, systemd_units
from traders.machine.machine_operations import Machine, Refused

FOLDER = "/var/backups/traders"
KEPT = timedelta(days=14)
"""Time after which a copy goes."""
LEFT = 256 * 2**20
"""Octets of the disk that a copy leaves: on a full one the server itself stands still."""
QUIET = 65
"""Seconds between the making of a copy and its coming back: `restored` takes a database in which a
process was heard less than a minute ago for alive.
"""
_CONNECTED = """
    SELECT coalesce(nullif(application_name, ''), 'A program without a name') || ' (' || usename
        || ', process ' || pid || ' of PostgreSQL) is connected to the database.'
    FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()
"""
_DATABASES = "SELECT datname FROM pg_database"
_POSTGRES = ("runuser", "-u", "postgres", "--")


def backup(machine: Machine, to: str = "") -> Path:
    """Make a copy, by default the day's; those older than two weeks go. Returns where it lies.

    Refuses where there is no room for one as large as the largest that is there.
    """
    folder = machine.at(FOLDER)
    day = datetime.fromtimestamp(time.time()).astimezone()
    file = Path(to).absolute() if to else folder / f"{day:%Y-%m-%d}.dump"
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    _room(file.parent, folder)
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        machine.do(*_POSTGRES, "pg_dump", "--format", "custom", _name(machine)[0], into=part)
    except Refused:
        part.unlink(missing_ok=True)
        raise
    part.replace(file)
    machine.do("traders", "copied")
    oldest = time.time() - KEPT.total_seconds()
    for one in folder.glob("*.dump"):
        if one.stat().st_mtime < oldest:
            one.unlink()
    machine.say(f"{file} ({file.stat().st_size / 1e6:.1f} MB). Keep it on another machine too.")
    return file


def _room(where: Path, folder: Path) -> None:
    """Raises `Refused` where a copy would fill the disk."""
    largest = max((one.stat().st_size for one in folder.glob("*.dump")), default=0)
    free = shutil.disk_usage(where).free
    if free < largest + LEFT:
        raise Refused(
            f"No copy was made: {free // 2**20} MiB of the disk are left. The largest copy has "
            f"{largest // 2**20} MiB, and {LEFT // 2**20} MiB must remain, or the server stands "
            f"still. Old copies in {FOLDER} may go: to another machine."
        )


def restore(machine: Machine, file: Path, *, stop: bool) -> None:
    """Bring a copy back in place of the database, check it, tell its players and go on.

    Refuses while the server runs, or while somebody is connected: nothing of that database would be
    left (PR-BACKUP-04); and while that of before an earlier attempt, which failed, is there still.
    `stop` stops the server first.
    """
    file = file.absolute()
    if not file.is_file():
        raise Refused(f"There is no file {file}.")
    machine.do("pg_restore", "--list", str(file))
    name, owner = _name(machine)
    if f"{name}_old" in machine.do(*_POSTGRES, "psql", "-qAt", text=_DATABASES).split():
        raise Refused(
            f"Nothing was changed (PR-BACKUP-04): {name}_old, the database of before an earlier "
            "attempt, is there still. Is it of no more use: "
            f"runuser -u postgres -- dropdb {name}_old"
        )
    if stop:
        machine.do(*systemd_units.STOP)
    elif machine.tried("systemctl", "is-active", "--quiet", systemd_units.TARGET).returncode == 0:
        made = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
        raise Refused(
            "The server runs, so nothing was changed (PR-BACKUP-04). What players wrote since "
            f"{made:%Y-%m-%d %H:%M} would be gone. To go on: traders restore {file} --stop"
        )
    if others := machine.do(*_POSTGRES, "psql", "-qAt", "--dbname", name, text=_CONNECTED).strip():
        raise Refused(f"Nothing was changed (PR-BACKUP-04): end these first.\n{others}")
    _wait(machine, file)
    _replace(machine, file, name, owner)
    try:
        machine.say(machine.do("traders", "audit", "--all").strip().rpartition("\n")[2])
        machine.say(machine.do("traders", "restored").strip())
    except Refused as why:
        raise Refused(f"{why}\nNobody was told. The database that was there is now {name}_old.")
    machine.do(*_POSTGRES, "dropdb", f"{name}_old")
    machine.do("systemctl", "start", systemd_units.TARGET)
    machine.say("Its players are told, and asked anew; deadlines move by the time since the copy.")


def _name(machine: Machine) -> tuple[str, str]:
    """Of the database, and of its owner. Raises `Refused` where it lies on another machine."""
    url = urlsplit(settings_file.kept(machine).get("DATABASE_URL", ""))
    if url.hostname not in settings_file.HERE:
        raise Refused(
            f"The database lies on {url.hostname or 'no machine that is known'}: copies are made "
            "and brought back there (pg_dump, pg_restore); then `traders copied`, and `traders "
            "restored`."
        )
    return url.path.lstrip("/"), url.username or ""


def _wait(machine: Machine, file: Path) -> None:
    left = QUIET - (time.time() - file.stat().st_mtime)
    if left > 0:
        machine.say(f"The copy is a moment old: this goes on in {left:.0f} seconds.")
        time.sleep(left)


def _replace(machine: Machine, file: Path, name: str, owner: str) -> None:
    """Below another name first: a copy that is torn takes nothing away."""
    new, old = f"{name}_new", f"{name}_old"
    made = ("createdb", "--owner", owner, "--encoding", "UTF8", "--template", "template0", new)
    machine.do(*_POSTGRES, "dropdb", "--if-exists", "--force", new)
    machine.do(*_POSTGRES, *made)
    machine.do(*_POSTGRES, "pg_restore", "--exit-on-error", "--dbname", new, out_of=file)
    machine.do(
        *_POSTGRES, "psql", "--quiet", "--set", "ON_ERROR_STOP=1",
        text=f"ALTER DATABASE {name} RENAME TO {old};\nALTER DATABASE {new} RENAME TO {name};\n",
    )  # fmt: skip
