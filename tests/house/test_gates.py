"""The gates shut: what they are there to refuse is refused."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TREE = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent
REQUIREMENTS = ("requirements.txt", "requirements-dev.txt")


def lint(path: str, text: str) -> str:
    """What ruff says of a file with this text at this place."""
    command = [
        BIN / "ruff", "check", "--no-cache", "--output-format", "concise", "--stdin-filename", path,
        "-",
    ]  # fmt: skip
    return subprocess.run(
        command, cwd=TREE, input=text, capture_output=True, text=True, check=False
    ).stdout


@pytest.mark.parametrize("text", [
    "import random\n", "from random import Random\n", "import time\n", "from datetime import UTC\n",
    "import os\n", "import io\n", "from django.db import models\n", "import secrets\n",
])  # fmt: skip
def test_an_engine_is_pure(text):
    assert "TID251" in lint("traders/engines/star_traders/rules.py", text)


def test_an_engine_opens_no_file_and_prints_nothing():
    found = lint(
        "traders/engines/star_traders/rules.py",
        'with open("tables.toml") as file:\n    print(file)\n',
    )
    assert "PTH123" in found
    assert "T201" in found


@pytest.mark.parametrize(
    "text",
    [
        "from datetime import datetime\n\nNOW = datetime.now()\n",
        "import datetime\n\nNOW = datetime.datetime.utcnow()\n",
    ],
)
def test_the_hour_is_asked_of_the_clock(text):
    assert "TID251" in lint("traders/domain/play/door.py", text)


@pytest.mark.parametrize(
    ("path", "line", "contract"),
    [
        (
            "traders/models/games.py",
            "import traders.domain.play.door",
            "A layer imports only layers below it",
        ),
        (
            "traders/domain/play/door.py",
            "import worker.celery",
            "A layer imports only layers below it",
        ),
        (
            "traders/engines/kernel/contract/contract.py",
            "import sqlite3",
            "Engines and bots are pure",
        ),
        (
            "traders/engines/kernel/contract/contract.py",
            "import traders.engines.star_traders",
            "What all engines share names no game",
        ),
    ],
)
def test_a_layer_imports_only_layers_below(tmp_path, path, line, contract):
    for folder in ("traders", "arbitration", "worker", "tools"):
        shutil.copytree(
            TREE / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(TREE / "pyproject.toml", tmp_path)
    with (tmp_path / path).open("a") as file:
        file.write(f"\n{line}\n")
    done = subprocess.run(
        [BIN / "lint-imports", "--no-logo", "--no-cache"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert re.search(rf"^{re.escape(contract)}.*BROKEN$", done.stdout, re.M), done.stdout


PARTS = {
    name: [line for line in (TREE / name).read_text().splitlines() if line and line[0] not in "#-"]
    for name in REQUIREMENTS
}


FIRST = {"python_full_version": "3.11.0"}
"""The oldest Python that a house may have: Debian 12 has 3.11.2."""


def _required(line: str) -> Requirement:
    return Requirement(line.partition(" #")[0])


def test_every_part_is_pinned_with_its_reason_and_is_here():
    lines = [line for part in PARTS.values() for line in part]
    for line in lines:
        assert re.fullmatch(r"[a-z0-9._-]+(\[[a-z,]+\])?==\S+( ; [^#]+)? +# why: \S.*", line), line
        part = _required(line)
        if part.marker is None or part.marker.evaluate():
            assert f"=={version(part.name)}" == str(part.specifier), line
    assert len({_required(line).name for line in lines}) == len(lines)


def _brought_by(lines: list[str]) -> set[str]:
    """What these lines name and bring along, by its name, here or with an older Python."""
    found: set[str] = set()
    left = [_required(line) for line in lines if "# why: brought by" not in line]
    while left:
        part = left.pop()
        name = canonicalize_name(part.name)
        for need in map(Requirement, _needs(name)):
            here = need.marker is None or any(
                need.marker.evaluate({"extra": extra} | python)
                for extra in part.extras or {""}
                for python in ({}, FIRST)
            )
            if here and (need.extras or canonicalize_name(need.name) not in found):
                left.append(need)
        found.add(name)
    return found


def _needs(name: str) -> list[str]:
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []  # an older Python has it


def test_a_house_has_all_that_its_parts_bring_along_and_nothing_else():
    # which every virtual environment of Python 3.11 has
    brought = _brought_by(PARTS["requirements.txt"]) - {"setuptools"}
    assert brought == {_required(line).name for line in PARTS["requirements.txt"]}


ROOMS = ("traders", "arbitration", "worker", "tools", "tests", "bench", "client")
MOST_LINES = 400
MOST_OF_A_FUNCTION = 50
"""As many lines are too many, signature and docstring counted."""


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_are_small(room):
    files = [file for file in (TREE / room).rglob("*.py") if "migrations" not in file.parts]
    assert [str(file) for file in files if file.read_text("utf-8").count("\n") > MOST_LINES] == []
    long = [
        f"{file}: {part.name}"
        for file in files
        for part in _functions(ast.parse(file.read_text("utf-8")))
        if (part.end_lineno or 0) - part.lineno + 1 >= MOST_OF_A_FUNCTION
    ]
    assert long == []


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Those of a module, whatever statements they stand in; expressions are not looked into."""
    for part in ast.iter_child_nodes(tree):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part
        if not isinstance(part, ast.expr):
            yield from _functions(part)


def test_warnings_are_errors():
    chosen = tomllib.loads((TREE / "pyproject.toml").read_text())["tool"]["pytest"]
    assert chosen["filterwarnings"][0] == "error"
    assert chosen["xfail_strict"] is True
