"""`manage.py orders`: the registry, as a table and as data."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.engines.optional_parts import systems_with
from traders.domain.read_models.order_reference import EVERY, NO_SEAT
from traders.engines.registry import ENGINES
from traders.management.commands.orders import BLOCK, fill

PAGE = Path(__file__).resolve().parents[4] / "docs" / "orders.md"


def told(*words: str) -> str:
    out = StringIO()
    call_command("orders", *words, stdout=out)
    return out.getvalue()


def test_as_json_each_row_has_all_that_there_is_to_tell():
    rows = json.loads(told("--json"))
    assert {row["game"] for row in rows} == {"every game", "nobody's seat", *ENGINES}
    assert {frozenset(row) for row in rows} == {
        frozenset({"game", "prefix", "forms", "who", "when", "help", "example", "rule", "grave"})
    }
    assert all(value for row in rows for name, value in row.items() if name != "grave")
    assert {row["grave"] for row in rows} == {True, False}


def test_one_game_alone_and_none_by_another_name():
    assert {row["game"] for row in json.loads(told("stratastar", "--json"))} == {
        "every game",
        "nobody's seat",
        "stratastar",
    }
    with pytest.raises(CommandError, match="No game is called chess"):
        told("chess")


def test_as_a_table(capsys):
    call_command("orders", "traders-luck")
    said = capsys.readouterr().out
    assert "every game" in said
    assert "resend" in said


def test_the_page_of_the_order_language_has_its_tables():
    """docs/orders.md; `manage.py orders --write docs/orders.md` mends it. A game that is shown to
    newcomers has one.
    """
    page = PAGE.read_text("utf-8")
    assert fill(page) == page
    told = {block[1] for block in BLOCK.findall(page)} - {EVERY, NO_SEAT}
    assert set(systems_with("first_steps.toml")) <= told <= set(ENGINES)
