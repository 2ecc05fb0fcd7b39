"""All tests: `python -m tests`. Those that are run on SQLite first, then the whole suite on PostgreSQL, whose summary closes the log."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from tests import on_sqlite
from tests.database import TALLY


def main() -> int:
    """Both runs, the second whatever the first says; the first result that is not 0."""
    with tempfile.NamedTemporaryFile(prefix="traders-tests-") as tally:
        os.environ[TALLY] = tally.name
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a run is hundreds of processes: they would compile the same modules each
        sqlite = on_sqlite.main([])
        postgres = subprocess.run([sys.executable, "-m", "pytest"], check=False).returncode
    return sqlite or postgres


if __name__ == "__main__":
    sys.exit(main())
