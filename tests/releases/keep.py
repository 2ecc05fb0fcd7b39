"""`python -m tests.releases.keep 0.1`: keeps the house of a release, which each later one upgrades.

It is made by the code at hand, once, when that is released: a dump of its PostgreSQL as operators
have one, and what opens it (the keys are of no other house).
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from tests.services.postgres import Postgres
from tests.services.processes import House
from tests.services.stored import KEYS

KEPT = Path(__file__).parent


def main() -> int:
    """Make the house and write it to the release's folder."""
    folder = KEPT / sys.argv[1]
    folder.mkdir()
    server = Postgres().start()
    try:
        house = House(redis_url="", database_url=server.create("kept"))
        try:
            house.manage("migrate")
            told = house.manage("shell", "--no-imports", "-c", FILL)
            dump = server.dump(house.environment["DATABASE_URL"])
            keys = {name: house.environment[name] for name in KEYS}
        finally:
            house.close()
    finally:
        server.close()
    with gzip.GzipFile(folder / "house.sql.gz", "wb", mtime=0) as file:
        file.write(dump)
    about = {"keys": keys, "stands": json.loads(told.splitlines()[-1])}
    (folder / "house.json").write_text(json.dumps(about, indent=1) + "\n")
    return 0


FILL = "import json; from tests.releases import standing; print(json.dumps(standing.fill()))"

if __name__ == "__main__":
    sys.exit(main())
