"""The tests on PostgreSQL: `python -m tests.on_postgres [pytest's arguments]`.

Without arguments: the models, the one door and the letters, and whatever is marked `postgres`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.services.postgres import Postgres
from traders.keys import new_key

FOLDERS = ["tests/models", "tests/domain", "tests/worker", "tests/house"]
"""What is run on PostgreSQL too."""


def main(arguments: list[str]) -> int:
    """Start a server, run pytest against it, stop it; pytest's result."""
    arguments = arguments or ["-m", "not browser and not faults", *[folder for folder in FOLDERS if Path(folder).is_dir()]]
    server = Postgres().start()
    try:
        keys = {"SECRET_KEY": new_key(), "TRADERS_VAULT_KEY": new_key(), "POST_DOMAIN": "post.test"}
        environment = os.environ | keys | {"DATABASE_URL": server.url("postgres"), "DATABASE_CONN_MAX_AGE": "0"}
        return subprocess.run([sys.executable, "-m", "pytest", *arguments], env=environment, check=False).returncode
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
