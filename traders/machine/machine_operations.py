"""Commands and files of a machine, and what of them was changed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

PLAIN = {"LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
FAILED = 12
"""Lines of a command's last words that are shown when it failed."""


class Refused(Exception):
    """Why something was not done, in words for the operator."""


@dataclass
class Machine:
    """The machine. `root`: the folder that it takes for `/`; `say` tells the operator a line."""

    root: Path = Path("/")
    say: Callable[[str], None] = print
    changed: set[str] = field(default_factory=set)
    """Paths of files that were written with another text than they had."""

    def at(self, path: str) -> Path:
        """Where a file of that absolute path is."""
        return self.root / path.lstrip("/")

    def has(self, path: str) -> bool:
        """Whether something is there."""
        return self.at(path).exists()

    def text(self, path: str) -> str:
        """What stands in the file; "" where there is none."""
        try:
            return self.at(path).read_text("utf-8")
        except FileNotFoundError:
            return ""

    def write(self, path: str, text: str, mode: int = 0o644) -> bool:
        """Let the file have that text; whether it had another. A new file has `mode`; it is never
        there half, nor for a moment open to others.
        """
        if self.text(path) == text and self.has(path):
            return False
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        kept = file.stat() if file.exists() else None
        draft = file.with_name(f"{file.name}.new")
        draft.unlink(missing_ok=True)
        number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as new:
            new.write(text)
        if kept is not None:
            os.chown(draft, kept.st_uid, kept.st_gid)
        draft.chmod(kept.st_mode & 0o777 if kept is not None else mode)
        draft.replace(file)
        self.changed.add(path)
        return True

    def do(
        self, *words: str, text: str = "", into: Path | None = None, out_of: Path | None = None
    ) -> str:
        """What a command prints: `text` and the file `out_of` are what it reads, `into` is a file
        for what it writes. Raises `Refused` with its last words where it fails.
        """
        done = self.tried(*words, text=text, into=into, out_of=out_of)
        if done.returncode:
            said = "\n".join(((done.stdout or "") + done.stderr).strip().splitlines()[-FAILED:])
            raise Refused(f"`{' '.join(words)}` failed with {done.returncode}:\n{said}")
        return done.stdout or ""

    def tried(
        self, *words: str, text: str = "", into: Path | None = None, out_of: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """The same of a command that may fail; 127 where it is not there."""
        with ExitStack() as files:
            source = files.enter_context(out_of.open("rb")) if out_of else None
            sink = files.enter_context(into.open("wb")) if into else subprocess.PIPE
            try:
                return subprocess.run(
                    words, stdin=source, input=None if source else text, stdout=sink,
                    stderr=subprocess.PIPE, text=True, check=False, cwd="/",
                    env=os.environ | PLAIN,
                )  # fmt: skip
            except FileNotFoundError:
                return subprocess.CompletedProcess(words, 127, "", f"{words[0]}: not found")

    def knows(self, program: str) -> bool:
        """Whether the program is installed."""
        return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin") is not None
