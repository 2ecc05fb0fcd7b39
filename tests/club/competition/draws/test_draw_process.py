"""A draw in a process of its own, by the command, and out of the way of the servers."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from traders.club.competition.draws import draw_process
from traders.club.competition.draws.draw_request import DrawImpossible, DrawWanted, Measure

TREE = Path(__file__).resolve().parents[4]
SIX = ("Ann", "Bob", "Cléo", "Dan", "Eve", "Finn")


def test_the_process_says_how_far_it_is_and_what_it_found():
    heard = []
    wanted = DrawWanted(people=SIX, rounds=3, table=3, seconds=2)
    found = draw_process.drawn(wanted, lambda share, words: heard.append((share, words)))
    assert {name for round_ in found.rounds for table in round_.tables for name in table} == {*SIX}
    assert found.meetings == Measure(6, 6)
    assert heard[-1] == (0.9, "repeat meetings 6, the least possible")
    with pytest.raises(DrawImpossible, match="Ann and Cléo are kept apart, but all six"):
        draw_process.drawn(DrawWanted(people=SIX, rounds=1, table=6, apart=(("Ann", "Cléo"),)))


def test_a_process_that_cannot_be_started_is_told(monkeypatch):
    monkeypatch.setattr(draw_process, "MODULE", "traders.club.nothing")
    with pytest.raises(draw_process.DrawFailed, match="No module named"):
        draw_process.drawn(DrawWanted(people=SIX, rounds=1, table=6))


def test_no_server_loads_the_solver():
    """Asked for: what the web's addresses, the worker and the parent of a draw import."""
    code = (
        "import django, sys; django.setup()\n"
        "import traders.urls, worker.celery, traders.club.competition.draws.draw_process\n"
        "print(sorted({'ortools', 'numpy', 'pandas'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=TREE, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


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
