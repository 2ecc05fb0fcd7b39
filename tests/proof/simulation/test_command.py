"""`manage.py simulate`: the same games in as many processes as are asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

GAMES = ("--system", "traders-luck", "--games", "2", "--seats", "2", "--option", "days=10")


def test_one_process_plays_the_games_that_two_play(tmp_path: Path) -> None:
    files = {n: tmp_path / f"{n}.json" for n in (1, 2)}
    for processes, file in files.items():
        wanted = ("--processes", str(processes), "--json", str(file))
        call_command("simulate", *GAMES, *wanted, *(["--weigh"] if processes == 2 else []))
    one, two = (json.loads(file.read_text()) for file in files.values())
    weights, two["weight"] = two["weight"], {}
    assert one == two
    assert one["games"] == 2
    assert sum(kind["letters"] for kind in weights.values()) == 4 * one["letters"]["all"]
    assert weights["turn with board"]["median"] <= weights["turn with board"]["largest"]


def test_games_need_a_process() -> None:
    with pytest.raises(CommandError, match="At least one process is needed"):
        call_command("simulate", *GAMES, "--processes", "0")
