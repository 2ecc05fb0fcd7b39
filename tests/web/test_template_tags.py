"""One moment is as far away on a page as in a letter, also after the page has counted on."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta

import pytest

from tests.house.debian.manual import TREE
from traders.domain.letters.plain_text_layout import when
from traders.web.template_tags import relative

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SPANS = [*range(1, 7_300, 61), *range(7_200, 400_000, 1_741), 3 * 86_400 + 23 * 3_600]


@pytest.mark.parametrize("seconds", SPANS[::7])
def test_a_page_says_how_far_a_moment_is_in_the_words_of_letters(seconds):
    moment = NOON + timedelta(seconds=seconds)
    [told] = re.findall(r"\((in .*)\)", when(moment, NOON, UTC))
    assert relative(moment, NOON) == told


def test_what_is_past_and_what_is_now():
    assert relative(NOON, NOON) == "just now"
    assert relative(NOON - timedelta(days=3, hours=23), NOON) == "4 days ago"


def test_the_page_counts_on_in_the_same_words():
    """Where there is a node."""
    if shutil.which("node") is None:
        pytest.skip("there is no node here")
    source = (TREE / "traders/web/static/site.js").read_text("utf-8")
    [span] = re.findall(r"^function span\(.*?^}$", source, re.M | re.S)
    script = f"{span}\nconsole.log(JSON.stringify({json.dumps(SPANS)}.map(span)))"
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    told = [relative(NOON + timedelta(seconds=seconds), NOON) for seconds in SPANS]
    assert json.loads(done.stdout) == told
