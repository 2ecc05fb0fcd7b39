"""Databases of houses as commands left them: made once a run, by whichever of its processes asks
first, and copied for each house.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.db.backends.base.base import BaseDatabaseWrapper

from tests.services.postgres import create, drop
from tests.services.processes import House

RUN = "TESTS_RUN"
"""Names the folder that all processes of a run share."""
KEYS = ("SECRET_KEY", "TRADERS_VAULT_KEY")
"""What a house must have to read what was written in another."""
FILE = "traders.sqlite3"


@dataclass(frozen=True)
class Stored:
    """The database after these commands of manage.py, given one by one on what `after` left, else
    on an empty one.
    """

    name: str
    commands: tuple[tuple[str, ...], ...]
    after: Stored | None = None

    @contextmanager
    def house(
        self, *, redis_url: str = "", smtp_port: int = 0, server: str = ""
    ) -> Iterator[House]:
        """A house on a copy, closed at the end, on the PostgreSQL that `server` leads to, else on
        SQLite; nothing runs in it yet.
        """
        kept = self._kept(server)
        keys = json.loads(kept.with_suffix(".json").read_text())
        url = create(server, f"house_{uuid4().hex}", template=_template(kept)) if server else ""
        with house_on(url, redis_url, smtp_port, keys) as house:
            if not server:
                shutil.copytree(kept, house.folder.name, dirs_exist_ok=True)
            yield house

    def copied_for(self, tests: BaseDatabaseWrapper, server: str) -> None:
        """The database that Django makes for tests will be a copy, on that server or a file, and
        not migrated again.
        """
        kept = self._kept(server)
        tests.settings_dict["TEST"] |= {"MIGRATE": False, "TEMPLATE": _template(kept)}
        if not server:
            creation: Any = tests.creation
            creation._create_test_db = partial(_copy, kept, creation._get_test_db_name())

    def _kept(self, server: str) -> Path:
        """Where the run keeps it; it is made if need be."""
        kept = Path(os.environ[RUN], f"{self.name}_{'postgres' if server else 'sqlite'}")
        with kept.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.with_suffix(".json").exists():
                self._make(kept, server)
        return kept

    def _make(self, kept: Path, server: str) -> None:
        with (
            self.after.house(server=server)
            if self.after
            else house_on(create(server, f"house_{uuid4().hex}") if server else "") as house
        ):
            for command in self.commands:
                house.manage(*command)
            if server:
                create(
                    server,
                    _template(kept),
                    template=urlsplit(house.environment["DATABASE_URL"]).path[1:],
                )
            else:
                kept.mkdir()
                for file in Path(house.folder.name).glob(f"{FILE}*"):
                    shutil.copy(file, kept)
            kept.with_suffix(".json").write_text(
                json.dumps({name: house.environment[name] for name in KEYS})
            )


@contextmanager
def house_on(
    url: str = "", redis_url: str = "", smtp_port: int = 0, keys: dict[str, str] | None = None
) -> Iterator[House]:
    """A house on this database, with nothing running yet; both are gone at the end."""
    house = House(redis_url=redis_url, smtp_port=smtp_port, database_url=url)
    house.environment |= keys or {}
    try:
        yield house
    finally:
        house.close()
        if url:
            drop(url)


def _copy(kept: Path, name: str, *_: object, **__: object) -> str:
    """In the place of Django's empty file; what an earlier run left of it is gone."""
    for old in Path(name).parent.glob(f"{Path(name).name}*"):
        old.unlink()
    shutil.copy(kept / FILE, name)
    return name


def _template(kept: Path) -> str:
    """Its name on a server, on which other runs may have theirs."""
    return f"{kept.name}_{kept.parent.name}"


def forget(server: str) -> None:
    """Leave nothing of the run's behind."""
    folder = Path(os.environ.pop(RUN))
    for made in folder.glob("*_postgres.json"):
        drop(urlsplit(server)._replace(path=f"/{_template(made.with_suffix(''))}").geturl())
    shutil.rmtree(folder)


MIGRATED = Stored("migrated", (("migrate", "--verbosity", "0"),))
"""The tables, and nothing in them."""
