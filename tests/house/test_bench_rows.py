"""The rows of a bench as they are kept for whoever reads them by machine."""

from __future__ import annotations

import json

from bench.__main__ import as_json
from bench.measuring import Row


def test_a_row_says_whether_its_goal_is_reached():
    rows = [
        Row("quick", 2.0, "s", "theirs 4 s", 0.5, "<= 0.5"),
        Row("slow", 9.0, "s", "theirs 4 s", 2.25, "<= 0.5"),
        Row("left out", 0, ""),
    ]
    kept = json.loads(as_json(rows))
    assert [row["reached"] for row in kept] == [True, False, None]
    assert set(kept[0]) == {"what", "figure", "unit", "ratio", "goal", "reached"}
