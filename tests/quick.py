"""The tests of what changed since the last commit, for half a minute: `python -m tests.quick`. What
there was no time for is named; `make test` runs it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

TREE = Path(__file__).resolve().parent.parent
SECONDS = 25
"""For tests: gates on a fresh clone take half a minute."""
ELSEWHERE = {
    "worker": "tests/house",
    "templates/letters": "tests/transcripts",
    "templates": "tests/web",
    "docs": "tests/house/test_adding_a_game.py",
    "bench": "",
}
"""Where the tests of a folder are that `tests/` does not mirror; "" where there are none."""


def changed() -> list[str]:
    """Paths that differ from the last commit, new files too."""
    return _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")


def _git(*words: str) -> list[str]:
    return subprocess.run(
        ["git", *words], cwd=TREE, capture_output=True, text=True, check=True
    ).stdout.split()


def tests_of(path: str) -> list[str]:
    """The tests of one file: itself, the file of its name in the mirrored folder, else all that lie
    beside that place.
    """
    file = Path(path)
    if path.startswith("tests/"):
        return [path] if file.name.startswith("test_") else _beside(file.parent)
    for place, tests in ELSEWHERE.items():
        if path.startswith(f"{place}/"):
            return [tests] if tests else []
    if file.suffix != ".py" or len(file.parts) == 1:
        return []
    folder = Path("tests", *(part for part in file.parts[:-1] if part != "traders"))
    own = folder / f"test_{file.stem}.py"
    return [str(own)] if (TREE / own).exists() else _beside(folder)


def _beside(folder: Path) -> list[str]:
    while not (TREE / folder).is_dir():
        folder = folder.parent
    return sorted(str(file.relative_to(TREE)) for file in (TREE / folder).glob("test_*.py"))


def chosen(paths: Iterable[str]) -> list[str]:
    """The tests of these files, each once."""
    found = {test for path in paths for test in tests_of(path)}
    return sorted(test for test in found if (TREE / test).exists())


class Budget:
    """A plugin of pytest: no test begins when the time is over, and those left out are named."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.left: dict[str, int] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.session = session
        self.left = dict(Counter(item.nodeid.partition("::")[0] for item in session.items))

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.left[nodeid.partition("::")[0]] -= 1
        if time.monotonic() > self.end and any(self.left.values()):
            self.session.shouldstop = "the time is over"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        left = {file: n for file, n in self.left.items() if n}
        if left:
            terminalreporter.section("left out: `make test` runs all")
            for file, n in left.items():
                terminalreporter.write_line(f"{file}: {n}")


def main() -> int:
    """Run them; 0 where no test that ran has failed."""
    tests = chosen(changed())
    if not tests:
        sys.stdout.write(
            "Nothing that changed since the last commit has tests of its own; `make test` runs "
            "all.\n"
        )
        return 0
    budget = Budget(SECONDS)
    result = pytest.main(["-n0", "-m", "not faults", "-q", *tests], plugins=[budget])
    stopped = result == pytest.ExitCode.INTERRUPTED and time.monotonic() > budget.end
    return int(bool(budget.session.testsfailed) if stopped else result)


if __name__ == "__main__":
    sys.exit(main())
