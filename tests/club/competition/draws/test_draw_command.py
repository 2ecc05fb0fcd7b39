"""`manage.py draw`."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def test_the_command_prints_rounds_and_writes_them(tmp_path):
    file, out = tmp_path / "draw.json", StringIO()
    asked = {"people": 10, "rounds": 4, "table": 4, "seed": 3, "json": file, "stdout": out}
    call_command("draw", **asked)
    kept = json.loads(file.read_text())
    for tables in kept["rounds"]:
        assert sorted(one for table in tables for one in table) == list(range(1, 11))
    assert [sorted(map(len, tables)) for tables in kept["rounds"]] == [[3, 3, 4]] * 4
    assert kept["byes"] == [[]] * 4
    printed = out.getvalue()
    for tables in kept["rounds"]:
        assert " ".join(map(str, tables[0])) in printed
    assert "In each round: 10 people make 1 table of 4 and 2 tables of 3." in printed
    assert f"Repeat meetings: {kept['meetings']['reached']}, " in printed


def test_the_command_says_why_not():
    with pytest.raises(CommandError, match="In round 1 only 3 people play; a table needs at least"):
        call_command("draw", people=3, rounds=1, table=5, sizes=(5,))


def test_the_command_seats_everybody_where_a_table_has_more_seats_than_there_are_tables(tmp_path):
    file, out = tmp_path / "draw.json", StringIO()
    call_command("draw", people=20, rounds=4, table=5, json=file, stdout=out)
    for tables in json.loads(file.read_text())["rounds"]:
        assert [len(table) for table in tables] == [5] * 4
        assert sorted(one for table in tables for one in table) == list(range(1, 21))
    assert "Repeat meetings: 24, the least possible;" in out.getvalue()
