"""A rule that is counted as kept and proven has a scenario or a test that fails without it: the
code that keeps it is broken, place by place, until somebody notices. Which rules, each run draws.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.examples import SEED, number, size

HOUSE = Path(settings.HOUSE)
OF_THIS_RUN = ("PYTEST_", "TESTS_")
"""What says of which size and process this run is: the tests that are witnesses are of any size."""


@pytest.mark.long
@pytest.mark.examples("rules-proven")
def test_whoever_breaks_a_rule_is_noticed():
    """Long, since the tests of each rule run again with it broken. A process of its own, on SQLite
    in memory: what is broken stays broken there. All rules are broken by as many processes as there
    are cores.
    """
    words = ["--sample", str(number("rules-proven")), "--seed", os.environ[SEED]]
    words += [] if size() == "soak" else ["--first", "--jobs", "1"]
    own = {name: value for name, value in os.environ.items() if not name.startswith(OF_THIS_RUN)}
    done = subprocess.run(
        [sys.executable, "manage.py", "rulebook", "--prove", *words],
        cwd=HOUSE,
        env={**own, SEED: os.environ[SEED], "DATABASE_URL": "", "TRADERS_EMBEDDED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
