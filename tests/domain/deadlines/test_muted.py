"""Nobody learns by whom they are muted: whatever a seat says, it is told the same (PR-SEAT-08)."""

from __future__ import annotations

import pytest
from django.db import transaction

from tests.domain.deadlines.table import Table
from tests.examples import drawn
from traders.domain.play.commands import registry

pytestmark = pytest.mark.django_db

SAID = {one.prefix: one.example for one in registry.declared() if one.prefix != "rules"}
SAID["to "], SAID["report "], SAID["mute "] = "to red: shall we?", "report red: rude", "mute red"


def told(prefix: str, *, muted: bool) -> list[tuple[str, str]]:
    """What blue is told of its line, and green of the like, where red has muted blue or nobody."""
    with transaction.atomic():
        table = Table()
        table.says("red", "mute blue" if muted else "status")
        said = [table.says(seat, SAID[prefix]) for seat in ("blue", "green")]
        transaction.set_rollback(True)
    return [(line.answer, line.words) for one in said for line in one.lines]


@pytest.mark.examples("said-when-muted")
@pytest.mark.parametrize("prefix", drawn("said-when-muted", sorted(SAID)))
def test_a_seat_that_is_muted_is_told_what_another_is(prefix: str) -> None:
    assert told(prefix, muted=True) == told(prefix, muted=False)
