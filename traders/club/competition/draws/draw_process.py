"""A draw in a process of its own: the solver takes half a second and 90 MB to load, and both cores
while it works, which no server's process should give.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Timer

import msgspec

from traders.club.competition.draws.draw_request import Draw, DrawImpossible, DrawWanted

TREE = Path(__file__).resolve().parents[4]
MODULE = "traders.club.competition.draws"
LONGER = 20.0
"""Seconds beyond those that the draw may take, for a process that starts on a busy machine."""
Progress = Callable[[float, str], None]


class Said(msgspec.Struct, omit_defaults=True):
    """A line of that process: how far it is, or its result."""

    share: float = 0.0
    words: str = ""
    draw: Draw | None = None
    impossible: str = ""


class DrawFailed(Exception):
    """The process ended without a result; the text is what it said last."""


def drawn(wanted: DrawWanted, progress: Progress = lambda share, words: None) -> Draw:
    """Draw there, and wait for it.

    Raises `DrawImpossible`, and says which wish is in the way; `DrawFailed`.
    """
    command = [sys.executable, "-m", MODULE]
    environment = {**os.environ, "PYTHONPATH": str(TREE)}
    with subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        end = Timer(wanted.checked().seconds + LONGER, process.kill)
        end.start()
        try:
            return _heard(process, msgspec.json.encode(wanted), progress)
        finally:
            end.cancel()
            process.kill()


def _heard(process: subprocess.Popen[bytes], wanted: bytes, progress: Progress) -> Draw:
    assert process.stdin and process.stdout and process.stderr
    with suppress(BrokenPipeError):  # it has ended already, and says why
        try:
            process.stdin.write(wanted)
        finally:
            process.stdin.close()
    for line in process.stdout:
        said = msgspec.json.decode(line, type=Said)
        if said.impossible:
            raise DrawImpossible(said.impossible)
        if said.draw is not None:
            return said.draw
        progress(said.share, said.words)
    last = process.stderr.read().decode(errors="replace").strip().splitlines()[-1:]
    raise DrawFailed("".join(last) or "The draw was ended: it took too long.")
