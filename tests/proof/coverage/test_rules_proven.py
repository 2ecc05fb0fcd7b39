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

from tests.examples import SEED, number

HOUSE = Path(settings.HOUSE)


@pytest.mark.long
@pytest.mark.examples("rules-proven")
def test_whoever_breaks_a_rule_is_noticed(batch):
    """Long, since the tests of each rule run again with it broken. A process of its own, on SQLite
    in memory: what is broken stays broken there.
    """
    place, many = batch
    words = ["--sample", str(number("rules-proven")), "--seed", os.environ[SEED], "--first"]
    words += ["--part", f"{place + 1}/{many}"]
    done = subprocess.run(
        [sys.executable, "manage.py", "rulebook", "--prove", *words, "--jobs", "1"],
        cwd=HOUSE,
        env={**os.environ, "DATABASE_URL": "", "TRADERS_EMBEDDED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
