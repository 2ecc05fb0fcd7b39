"""Every rule that code, tests, documents and templates cite stands in a rulebook."""

from __future__ import annotations

import re
from pathlib import Path

from tools.coverage.cited_rule_ids import cited
from tools.coverage.rule_catalogues import CATALOGUES, catalogue

HOUSE = Path(__file__).resolve().parents[2]
ROOMS = (
    "traders",
    "arbitration",
    "worker",
    "tools",
    "templates",
    "tests",
    "docs",
    "client",
    "bench",
)
KINDS = {".py", ".toml", ".md", ".html", ".txt", ".js", ".json"}
INVENTED = {
    # books of their own, and what is asked for in vain
    "tests/engines/kernel/orders/test_order_play.py",
    "tests/engines/kernel/book/test_rulebook.py",
    "tests/proof/coverage/test_places.py",
    "tests/proof/coverage/test_fault_injection.py",
}
NOWHERE = {"TO-SEATS-02", "TO-X-01"}
"""What scenarios that must fail expect of Toll."""


def _files() -> list[Path]:
    return [
        file
        for room in ROOMS
        for file in sorted((HOUSE / room).rglob("*"))
        if file.suffix in KINDS and "node_modules" not in file.parts
    ] + sorted(HOUSE.glob("*.md"))


def test_a_cited_rule_stands_in_a_rulebook() -> None:
    books = [catalogue(name).book() for name in CATALOGUES]
    toll = cited((HOUSE / "tests/toll/rulebook.toml").read_text("utf-8"))
    known = {rule.id for book in books for rule in book} | set(toll) | NOWHERE
    strangers = {
        f"{file.relative_to(HOUSE)}: {rule}"
        for file in _files()
        if str(file.relative_to(HOUSE)) not in INVENTED
        for rule in cited(file.read_text("utf-8"))
        if rule not in known
    }
    assert not strangers
    assert len(known) > 900


def test_no_page_is_cited_that_is_not_here() -> None:
    elsewhere = re.compile(r"\bDESIGN(?:\s*§|,?\s+part|\s+\d|\.md)")
    assert not [
        str(file.relative_to(HOUSE))
        for file in _files()
        if elsewhere.search(file.read_text("utf-8"))
    ]
