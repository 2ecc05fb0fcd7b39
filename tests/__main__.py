"""All tests of a size: `python -m tests`, `python -m tests long`, `python -m tests soak`. Each on
PostgreSQL, and beside it those that are run on SQLite too; the former's summary closes the log.

`test` is what proves behaviour; `long` is what is marked so, and the properties with many examples;
`soak` is the same with as many as a release wants, for an hour or as many as are asked for; what is
promised at size comes first, and what there is no time for is left out and counted.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tests import cpu, on_sqlite
from tests.database import TALLY
from tests.examples import COMMANDS, ENDS, HOURS, SEED, SIZE, SIZES

FOLDER = Path(__file__).resolve().parent.parent / "var" / "tests"
"""Where the figures of the last run of each size are kept."""


def main() -> int:
    """Both runs; 0 where no test has failed and no limit is passed."""
    asked = _asked()
    # the server's processes read the same modules again and again
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ[SIZE] = asked.size
    if asked.seed:
        os.environ[SEED] = asked.seed
    if asked.size == "soak":
        os.environ[HOURS] = f"{asked.hours:g}"
        os.environ[ENDS] = str(time.time() + 3600 * asked.hours)
    began = time.monotonic()
    with _kept(asked.size):
        result = _runs(soak=asked.size == "soak")
    seconds = _cpu_of_all()
    minutes, rest = divmod(round(time.monotonic() - began), 60)
    command = COMMANDS[asked.size]
    print(f"{command}: {minutes}:{rest:02} on the wall, {seconds:,.0f} seconds of CPU in all")
    own = sum(sum(json.loads(file.read_text()).values()) for file in FOLDER.glob("test-*.json"))
    if asked.size == "test" and own > cpu.MOST_OF_ALL:
        print(
            f"The tests of `{command}` may take {cpu.MOST_OF_ALL:,} seconds of CPU together, and "
            f"took {own:,.0f}: the table above says where they went."
        )
        return result or 1
    return result


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests", description=__doc__)
    parser.add_argument("size", nargs="?", choices=SIZES, default=SIZES[0])
    parser.add_argument("--seed", default="", help="draw the examples that this seed drew before")
    hours = "of a soak: how long it goes on, with as many times the examples of one"
    parser.add_argument("--hours", type=float, default=1.0, help=hours)
    return parser.parse_args()


@contextmanager
def _kept(size: str) -> Iterator[None]:
    """What is counted while the runs go on, and where."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in FOLDER.glob(f"{size}-*.json"):
        file.unlink()
    os.environ[cpu.KEPT] = str(FOLDER / size)
    with tempfile.NamedTemporaryFile(prefix="traders-tests-") as tally:
        os.environ[TALLY] = tally.name
        yield


def _runs(*, soak: bool) -> int:
    """Both runs, side by side, since many tests of the small one wait for processes; the first
    result that is not 0.
    """
    with ThreadPoolExecutor() as beside:
        sqlite = beside.submit(_on_sqlite)
        workers = str((os.cpu_count() or 1) + (not soak))
        words = ["-n", workers, "--durations=25", *(("-p", "tests.soak") if soak else ())]
        postgres = subprocess.run([sys.executable, "-m", "pytest", *words], check=False).returncode
    return sqlite.result() or postgres


def _on_sqlite() -> int:
    """The part on SQLite with its output in one piece, printed when it is done."""
    done = on_sqlite.run(["-n", "0"], capture=True)
    sys.stdout.write(done.stdout)
    sys.stdout.flush()
    return done.returncode


def _cpu_of_all() -> float:
    """CPU seconds of this process and of all that it started, servers and browsers included."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


if __name__ == "__main__":
    sys.exit(main())
