"""docs/adding-a-game.md says what is: its modules are those that `System` asks for, what it names
is there, its commands run.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import pytest

from tests.services.waiting import FAR
from traders.engines import kernel
from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.engine import engine_from_modules as systems
from traders.engines.kernel.engine.engine_from_modules import System
from traders.engines.kernel.telling.teller import Teller
from traders.engines.registry import ENGINES

HOUSE = Path(__file__).resolve().parents[2]
PAGE = (HOUSE / "docs/adding-a-game.md").read_text("utf-8")
WALKED = HOUSE / "traders/engines/imperial_trader"
MODULES = dict(re.findall(r"^\| `(\w+)` \|.*\| `([\w/]+\.py)` \|$", PAGE, re.MULTILINE))

THEIR_OWN = {
    *("laid", "board_text", "brief", "goal", "leave", "Discarding", "Shuffle"),
    *("in_order", "pass_turn", "told.append", "options.get"),
}
"""Calls of what a game has itself, and of lists, tables and its position."""


def test_its_table_of_modules_is_what_system_asks_for() -> None:
    protocols = {
        name
        for name, value in vars(systems).items()
        if inspect.isclass(value) and getattr(value, "_is_protocol", False)
    } | {
        "OrderPlay",
        "StandingConditions",
    }  # what a game makes of its orders, and of its conditions
    asked = {
        name: parameter.annotation
        for name, parameter in inspect.signature(System.__init__).parameters.items()
    } | {
        name.removeprefix("_"): inspect.signature(late.func).return_annotation
        for name, late in vars(System).items()
        if isinstance(late, cached_property)
    }
    assert set(MODULES) == {
        name for name, kind in asked.items() if re.split(r"\W", str(kind))[0] in protocols
    }


def test_the_game_of_the_walk_has_each_of_these_modules() -> None:
    for module in MODULES.values():
        assert (WALKED / module).is_file()


@pytest.mark.parametrize("system", sorted(ENGINES))
def test_every_engine_has_its_tables(system: str) -> None:
    package = ENGINES[system]
    for data in ("rulebook.toml", "events.toml", "credits.toml"):
        assert files(package).joinpath(data).is_file()


def test_every_file_that_it_names_is_there() -> None:
    named = {
        word for word in re.findall(r"`([\w./-]+\.(?:py|toml|html|md))`", PAGE) if "<" not in word
    } - {"own.html"}
    assert len(named) > 30
    places = (HOUSE, WALKED, HOUSE / "traders/engines", HOUSE / "traders/engines/kernel")
    small = HOUSE / "tools/management/newgame/game"
    missing = {name for name in named if not any((place / name).exists() for place in places)}
    assert [name for name in sorted(missing) if not (small / f"{name}.txt").exists()] == []


def test_every_code_name_of_the_walk_is_in_the_engine() -> None:
    source = "\n".join(file.read_text("utf-8") for file in WALKED.rglob("*.py"))
    for name in (
        "Position",
        "Captain",
        "Acting",
        "FlyDie",
        "EndTurn",
        "Discarding",
        "Shuffle",
        "def _deal",
        "def waits",
        "OrderHandler",
        "ENGINE",
    ):
        assert re.search(rf"\b{name}\b", source), name
    assert (
        "return [Discarding(seat), step] if captain.held > state.options.order_limit else [step]"
        in source
    )


def _calls() -> Iterator[ast.Call]:
    """The calls in the page's code."""
    for span in re.findall(r"`([^`]+)`", PAGE):
        with suppress(SyntaxError):
            tree = ast.parse(" ".join(span.split()))
            yield from (one for one in ast.walk(tree) if isinstance(one, ast.Call))


def test_what_it_calls_is_in_the_kernel_and_takes_what_it_hands() -> None:
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(kernel.__path__, f"{kernel.__name__}.")
    ]
    known = {name: value for module in modules for name, value in vars(module).items()}
    tell = Teller("traders.engines.imperial_trader")
    known |= {"tell": tell, "tell.alone": tell.alone, "tell.others": tell.others}
    known |= {"Interval.upon": Interval.upon}
    calls = {ast.unparse(one): one for one in _calls() if ast.unparse(one.func) not in THEIR_OWN}
    assert len(calls) > 15
    for call in calls.values():
        keywords = {one.arg: one for one in call.keywords if one.arg}
        inspect.signature(known[ast.unparse(call.func)]).bind(*call.args, **keywords)


def test_the_contracts_that_it_names_hold_every_engine_and_the_kernel() -> None:
    contracts = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    by_name = {contract["name"]: contract for contract in contracts}
    assert set(by_name["Games know nothing of each other"]["modules"]) == set(ENGINES.values())
    shared = by_name["What all engines share names no game"]
    assert set(shared["forbidden_modules"]) == set(ENGINES.values())
    assert shared["source_modules"] == ["traders.engines.kernel"]
    assert {file.stem for file in (HOUSE / "traders/engines").glob("*.py")} == {
        "__init__",
        "registry",
    }


@pytest.mark.long
@pytest.mark.parametrize("line", sorted(set(re.findall(r"`python manage\.py ([^`<]+)`", PAGE))))
def test_every_command_of_it_runs(line: str, tmp_path: Path) -> None:
    """Long: each plays games or breaks rules in processes of its own."""
    few = {"--games": "2", "--sample": "1"}
    words = line.split()
    words = [few.get(before, word) for before, word in zip(["", *words], words, strict=False)]
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=HOUSE,
        env=os.environ | {"TRADERS_VAR": str(tmp_path), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=FAR,
    )
    assert done.returncode == 0, done.stdout + done.stderr
