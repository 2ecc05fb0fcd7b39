"""Code is broken one small thing at a time, the nearest to the rule's id first; data one value at a
time.
"""

from __future__ import annotations

import ast
from pathlib import Path

from tools.coverage.code_mutants import mutants
from tools.coverage.data_mutants import broken_rows
from tools.coverage.rule_places import Place

CODE = '''
LIMIT = 3

def check(n, sure):
    """Whether it may be done."""
    if n < 2:
        raise ValueError("too few")
    if n > LIMIT and not sure:
        raise ValueError("too many")
    return n + 1

class Desk:
    size: int = 4

    def wide(self):
        return self.size == 4
'''


def broken(name: str, line: int) -> list[tuple[str, str]]:
    place = Place(Path("x.py"), name, line)
    return [(mutant.words, ast.unparse(mutant.source)) for mutant in mutants(CODE, place)]


def test_every_form_differs_from_the_whole_and_is_python():
    forms = [text for _, text in broken("check", 4)]
    assert len(set(forms)) == len(forms) > 8
    assert ast.unparse(ast.parse(CODE)) not in forms
    for text in forms:
        compile(text, "x.py", "exec")
    assert any("if n >= 2" in text for text in forms)
    assert any("if not n < 2" in text for text in forms)
    assert any("or (not sure)" in text or "or not sure" in text for text in forms)
    assert any("return n - 1" in text for text in forms)


def test_what_stands_nearest_to_the_id_is_broken_first():
    words = [words for words, _ in broken("check", 9)]
    assert words[0] == "line 9: refusal left out"
    assert words[-1] == "line 4: does nothing"


def test_constants_and_methods_are_broken_too():
    assert "LIMIT = 4" in broken("LIMIT", 2)[0][1]
    assert "size: int = 5" in broken("Desk.size", 13)[0][1]
    assert any("self.size != 4" in text for _, text in broken("Desk.wide", 15))
    assert broken("nowhere", 1) == []


DATA = """
zones = [
  { low = 0, high = 14, bonus = 0, colour = "red", rule = "TO-ZONE-01" },
  { low = 15, high = 30, bonus = 1, colour = "blue", rule = "TO-ZONE-02" },
]
limit = 3
"""


def test_a_row_is_broken_in_each_of_its_values():
    forms = list(broken_rows(DATA, Place(Path("x.toml"), "zones[1]", 4, "row")))
    assert [form.after["zones"][1] for form in forms] == [
        {"low": 16, "high": 30, "bonus": 1, "colour": "blue", "rule": "TO-ZONE-02"},
        {"low": 15, "high": 31, "bonus": 1, "colour": "blue", "rule": "TO-ZONE-02"},
        {"low": 15, "high": 30, "bonus": 2, "colour": "blue", "rule": "TO-ZONE-02"},
        {"low": 15, "high": 30, "bonus": 1, "colour": "red", "rule": "TO-ZONE-02"},
    ]
    assert all(form.before["zones"][0] == form.after["zones"][0] for form in forms)


def test_a_whole_table_and_a_single_value_are_broken():
    assert len(list(broken_rows(DATA, Place(Path("x.toml"), "zones", 2, "row")))) == 8
    assert [
        form.after["limit"] for form in broken_rows(DATA, Place(Path("x.toml"), "limit", 6, "row"))
    ] == [4]
