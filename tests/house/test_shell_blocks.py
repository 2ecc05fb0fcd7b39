"""The operators' blocks of commands stop at their first failure, as somebody pastes them: a shell
in which no option was set before.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.house.debian.manual import Block, in_order

SHELL = [block for block in in_order() if block.kind == "sh"]
HERE = re.compile(r"<<('?)(\w+)\1\n(.*?)^\2$", re.M | re.S)
"""A text within a block: what it holds is not run by the block."""
REAL = frozenset({"set", "cd", "if", "fi", "then", "test", "echo", "bash", "cat", "basename"})
PIPED = frozenset({"ls"})
"""At the beginning of a pipe, whose end fails where nothing comes."""
PATHS = re.compile(r"(?<![\w.:/~-])/(?=(?:etc|srv|usr/local|var)\b)")

STUB = """#!/bin/bash
cat >/dev/null </dev/stdin
n=$(($(cat {folder}/count) + 1))
echo $n > {folder}/count
echo "$n $(basename "$0") $*" >> {folder}/calls
[ "$n" = "$(cat {folder}/fails)" ] && exit 3
case "$(basename "$0")" in
    ls|head) echo {folder}/copy;;
    postfix-map|openssl|traders) echo x;;
esac
exit 0
"""


def commands(block: Block) -> list[str]:
    """What the block runs, line by line, without what it writes to files."""
    text = HERE.sub("", block.text)
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def stand(folder: Path, block: Block, fails: int) -> subprocess.CompletedProcess[str]:
    """Run the block where every program only notes that it was called, and the one of that number
    fails.
    """
    run = HERE.sub("", block.text)
    names = set(re.findall(r"(?<![\w$.{-])/?(?:[\w.@-]+/)*([a-z][\w.-]+)", run))
    programs = folder / "bin"
    programs.mkdir(parents=True)
    for name in names | {"ls", "head", "openssl"}:
        if name not in REAL:
            _stub(programs / name, folder)
    for path in (
        "etc/cron.daily", "etc/postfix", "etc/redis", "usr/local/sbin", "srv/traders/.venv/bin",
        "var/backups/traders",
    ):  # fmt: skip
        (folder / path).mkdir(parents=True, exist_ok=True)
    own = "srv/traders/.venv/bin"
    for path in ("etc/cron.daily/traders", f"{own}/pip", f"{own}/python"):
        _stub(folder / path, folder)
    (folder / "count").write_text("0")
    (folder / "fails").write_text(str(fails))
    (folder / "copy").write_text("x")
    (folder / "calls").touch()
    text = PATHS.sub(f"{folder}/", block.text)
    return subprocess.run(
        ["bash", "-c", text + "\necho AFTER"], cwd=folder / "srv/traders", check=False, text=True,
        capture_output=True, env={"PATH": f"{programs}:/usr/bin:/bin"},
    )  # fmt: skip


def _stub(path: Path, folder: Path) -> None:
    path.write_text(STUB.format(folder=folder))
    path.chmod(0o755)


def calls(folder: Path) -> list[str]:
    return (folder / "calls").read_text().splitlines()


MANY = [block for block in SHELL if len(commands(block)) > 1]


@pytest.mark.parametrize("block", MANY, ids=str)
def test_a_block_of_several_commands_does_nothing_after_its_first_failure(block, tmp_path):
    done = stand(tmp_path / "whole", block, 0)
    made = calls(tmp_path / "whole")
    assert len(made) > 1, (block.text, done.stderr)
    for number, call in enumerate(made, 1):
        if call.split()[1] in PIPED:
            continue
        folder = tmp_path / str(number)
        stand(folder, block, number)
        assert len(calls(folder)) == number, (call, calls(folder)[number:])


def test_each_block_of_several_commands_is_one_of_them():
    """None is left out by how it is written."""
    assert len(MANY) >= 9
    for block in MANY:
        lines = commands(block)
        within = lines[0].endswith("(") and "set -e" in lines[:3] and lines[-1] == ")"
        chained = all(line.endswith("&&") for line in lines[:-1])
        assert within or chained, str(block)


def test_the_scripts_that_are_written_stop_too():
    scripts = [
        text
        for block in SHELL
        for _, _, text in HERE.findall(block.text)
        if text.startswith("#!/bin/sh")
    ]
    assert len(scripts) == 2
    for text in scripts:
        assert re.match(r"#!/bin/sh\nset -e\b", text)


def test_a_copy_is_brought_back_only_where_all_before_went_well():
    """`restored` tells all players that hours are gone."""
    (block,) = (one for one in SHELL if "traders restored" in one.text)
    lines = commands(block)
    order = [
        "systemctl stop", "dropdb", "createdb", "pg_restore", "traders audit", "traders restored",
        "systemctl start",
    ]  # fmt: skip
    at = [next(n for n, line in enumerate(lines) if word in line) for word in order]
    assert at == sorted(at)
    assert "--force" in lines[at[1]]
