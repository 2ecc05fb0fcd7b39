"""The tests of what changed since the last commit: `python -m tests.quick`. Where nothing did: of
what the last commit changed.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
ELSEWHERE = {
    "worker": "tests/house",
    "templates/letters": "tests/transcripts",
    "templates": "tests/web",
    "docs": "tests/house/test_adding_a_game.py",
    "bench": "",
}
"""Where the tests of a folder are that `tests/` does not mirror; "" where there are none."""


def changed() -> list[str]:
    """Paths that differ from the last commit, new files too; where none does, those that the last
    commit changed.
    """
    return _git("diff", "--name-only", "HEAD") + _git(
        "ls-files", "--others", "--exclude-standard"
    ) or _git("diff", "--name-only", "HEAD~1")


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


def main() -> int:
    """Run them; pytest's result."""
    tests = chosen(changed())
    if not tests:
        sys.stdout.write("nothing that changed has tests of its own\n")
        return 0
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-m", "not faults", "-q", *tests], cwd=TREE, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
