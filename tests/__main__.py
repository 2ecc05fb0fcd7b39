"""All tests: `python -m tests`. The whole suite on PostgreSQL, and beside it those that are run on
SQLite too; the former's summary closes the log.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from tests import on_sqlite
from tests.database import TALLY


def main() -> int:
    """Both runs, side by side, since many tests of the small one wait for processes; the first
    result that is not 0.
    """
    # the house's processes read the same modules again and again
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with (
        tempfile.NamedTemporaryFile(prefix="traders-tests-") as tally,
        ThreadPoolExecutor() as beside,
    ):
        os.environ[TALLY] = tally.name
        sqlite = beside.submit(_on_sqlite)
        postgres = subprocess.run(
            [sys.executable, "-m", "pytest", "-n", str(1 + (os.cpu_count() or 1))], check=False
        ).returncode
    return sqlite.result() or postgres


def _on_sqlite() -> int:
    """The part on SQLite with its output in one piece, printed when it is done."""
    done = on_sqlite.run(["-n", "2"], capture=True)
    sys.stdout.write(done.stdout)
    sys.stdout.flush()
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
