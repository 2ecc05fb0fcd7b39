"""A machine in a folder whose programs only note that they were called."""

from __future__ import annotations

from pathlib import Path

import pytest

from traders.machine.machine_operations import Machine

PROGRAMS = (
    "adduser", "apt-get", "chown", "createdb", "dpkg", "dropdb", "id", "nginx", "opendkim-genkey",
    "pg_dump", "pg_restore", "postfix", "psql", "runuser", "systemctl", "traders",
)  # fmt: skip
STUB = """#!/bin/bash
read -r -d "" text
echo "${0##*/} $*" >> FOLDER/calls
while read -r known status said; do
    [[ "${0##*/} $* $text" == *$known* ]] && { echo -e "$said"; exit $status; }
done < FOLDER/says
exit 0
"""


class Stubs:
    """`machine`, what was said, and what was called."""

    def __init__(self, folder: Path, patched: pytest.MonkeyPatch) -> None:
        self.folder, self.said = folder, list[str]()
        programs = folder / "programs"
        programs.mkdir()
        for name in PROGRAMS:
            (programs / name).write_text(STUB.replace("FOLDER", str(folder)))
            (programs / name).chmod(0o755)
        for name in ("calls", "says"):
            (folder / name).touch()
        patched.setenv("PATH", f"{programs}:/usr/bin:/bin")
        for path in ("etc/redis", "etc/dkimkeys"):
            (folder / "root" / path).mkdir(parents=True)

    def machine(self) -> Machine:
        """It, as a new run finds it."""
        self.said.clear()
        (self.folder / "calls").write_text("")
        return Machine(self.folder / "root", self.said.append)

    def calls(self) -> list[str]:
        """Each command that was run."""
        return (self.folder / "calls").read_text().splitlines()

    def says(self, *lines: tuple[str, int, str]) -> None:
        """What commands answer: a part of the command (with `?` for a space), status, words."""
        text = "".join(f"*{known}* {status} {words}\n" for known, status, words in lines)
        (self.folder / "says").write_text(text)


@pytest.fixture
def stubs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stubs:
    """Programs that note that they were called."""
    return Stubs(tmp_path, monkeypatch)
