"""`manage.py` as a shell uses it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]


def test_who_has_read_enough_sees_no_trace() -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "help"],
        cwd=TREE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as told:
        assert told.stdout is not None
        assert told.stderr is not None
        told.stdout.close()
        assert told.stderr.read() == ""
        assert told.wait(60) == 0
