"""An empty database gets its tables at once, and they are those that the migrations make."""

from __future__ import annotations

import re

import pytest

from tests.services.processes import House
from tests.services.stored import MIGRATED, house_on

_BETWEEN = re.compile(r", (?=\"|CONSTRAINT)|(?<=\w\") \(|\)(?=,|$)")
_ONE_OF = re.compile(r"(?<=IN \()['\w,]+(?=\))")


def laid_out(house: House) -> list[list[str]]:
    """Each table, index and trigger of an SQLite, whatever the order of columns, and of words of
    which something is one: Django takes these from a set.
    """
    made = house.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    return sorted(
        sorted(
            part.rstrip(")")
            for part in _BETWEEN.split(
                _ONE_OF.sub(lambda words: ",".join(sorted(words[0].split(","))), one)
            )
            if part.strip(")")
        )
        for (one,) in made
    )


def kept(house: House) -> dict[str, list[tuple[object, ...]]]:
    """The rows of each table, but for when a migration was carried out."""
    tables: dict[str, list[str]] = {}
    columns = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
    for table, column in house.rows(f"{columns} WHERE m.type = 'table' ORDER BY 1, 2"):
        tables.setdefault(table, []).append(f'"{column}"')
    del tables["sqlite_sequence"]
    tables["django_migrations"] = ["app", "name"]
    return {
        table: sorted(house.rows(f'SELECT {", ".join(names)} FROM "{table}"'))
        for table, names in tables.items()
    }


@pytest.mark.long
def test_an_empty_database_is_as_the_migrations_would_make_it() -> None:
    """Long: goes through every migration. What leads a kept release's house there is held by
    tests/releases, on PostgreSQL.
    """
    with house_on() as led, MIGRATED.house() as made:
        led.manage("migrate", "--fake-initial")  # which asks for each
        assert laid_out(led) == laid_out(made)
        assert kept(led) == kept(made)
