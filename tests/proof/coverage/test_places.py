"""Where a rule is kept: in a function, a table or a row; a mention elsewhere is not keeping it."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tools.coverage.cited_rule_ids import cited
from tools.coverage.rule_places import places


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("(ST-JUMP-04)", ["ST-JUMP-04"]),
        ("ST-JUMP-04, PR-TURN-01", ["ST-JUMP-04", "PR-TURN-01"]),
        ("ST-JUMP-04 to 06", ["ST-JUMP-04", "ST-JUMP-05", "ST-JUMP-06"]),
        ("PR-STANDING-01 to -03", ["PR-STANDING-01", "PR-STANDING-02", "PR-STANDING-03"]),
        ("ST-JUMP-04 to ST-JUMP-05", ["ST-JUMP-04", "ST-JUMP-05"]),
        (
            "ST-JUMP-04 to 10 Stellors ST-JUMP-4",
            [
                "ST-JUMP-04",
                "ST-JUMP-05",
                "ST-JUMP-06",
                "ST-JUMP-07",
                "ST-JUMP-08",
                "ST-JUMP-09",
                "ST-JUMP-10",
            ],
        ),
        ("XST-JUMP-04 ST-JUMP-4", []),
    ],
)
def test_ids_are_found_and_ranges_written_out(text, ids):
    assert list(cited(text)) == ids


PYTHON = '''
"""A module of TO-HEAD-01."""

# (TO-TABLE-01)
LIMIT = 3
"""The limit (TO-TABLE-02)."""
PRICES = {
    1: 30,  # (TO-TABLE-03)
}


# (TO-ABOVE-01)
@cache
def jump(n):
    """A jump (TO-JUMP-01)."""

    def inner():
        raise Refusal("no", "TO-JUMP-02")

    return inner if n > 1 else None  # (TO-JUMP-03)


class Shape(Struct):
    """Fields alone (TO-SHAPE-01)."""

    size: int = 0
    """Its size (TO-SHAPE-02)."""


class Doing:
    """What does (TO-DOING-01)."""

    def run(self):
        return "TO-DOING-02"
'''

DATA = """
# The prices (TO-PRICE-01).
prices = [
  { n = 1, rule = "TO-PRICE-02" },
  { n = 2, rule = "TO-PRICE-03" },
]

# Alone (TO-ALONE-01).
limit = 3

[[zone]]
low = 1

[[zone]]
low = 2
rules = ["TO-ZONE-01"]
"""


def test_where_code_and_data_keep_rules(tmp_path):
    (tmp_path / "code.py").write_text(dedent(PYTHON))
    (tmp_path / "data.toml").write_text(DATA)
    (tmp_path / "rulebook.toml").write_text('[[rule]]\nid = "TO-BOOK-01"\n')
    found = places(sorted(tmp_path.iterdir()))
    assert {
        rule: [(place.name, place.kind) for place in where] for rule, where in found.items()
    } == {
        "TO-TABLE-01": [("LIMIT", "table")],
        "TO-TABLE-02": [("LIMIT", "table")],
        "TO-TABLE-03": [("PRICES", "table")],
        "TO-ABOVE-01": [("jump", "function")],
        "TO-JUMP-01": [("jump", "function")],
        "TO-JUMP-02": [("jump", "function")],
        "TO-JUMP-03": [("jump", "function")],
        "TO-SHAPE-02": [("Shape.size", "table")],
        "TO-DOING-01": [("Doing", "table")],
        "TO-DOING-02": [("Doing.run", "function")],
        "TO-PRICE-01": [("prices", "row")],
        "TO-PRICE-02": [("prices[0]", "row")],
        "TO-PRICE-03": [("prices[1]", "row")],
        "TO-ALONE-01": [("limit", "row")],
        "TO-ZONE-01": [("zone[1]", "row")],
    }
