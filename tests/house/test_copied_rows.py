"""What a fixture leaves is copied for who asks for the same, and made for everybody else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from tests.services.copied_rows import copied
from traders.domain.calendar import clock
from traders.models import Player

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.postgres
def test_rows_are_copied_for_the_same_and_made_for_another_thing_time_or_beginning(
    db: None,
) -> None:
    made: list[str] = []

    @copied
    def person(name: str) -> Player:
        made.append(name)
        return Player.objects.create_user(f"{name}@example.org", display_name=name)

    def asked(name: str, at: datetime | None = None, *before: str) -> Player:
        """On rows that are taken back after."""
        with clock.at(at) if at else transaction.atomic(), transaction.atomic():
            for other in before:
                Player.objects.create_user(f"{other}@example.org")
            found = person(name)
            assert Player.objects.get(email=f"{name}@example.org") == found
            transaction.set_rollback(True)
        return found

    assert asked("ann").pk == asked("ann").pk
    assert made == ["ann"]
    for row in (("bob",), ("ann", NOON), ("ann", NOON + timedelta(days=1)), ("ann", None, "eve")):
        asked(*row)
    assert made == ["ann", "bob", "ann", "ann", "ann"]
    assert asked("ann", NOON).pk == asked("ann", NOON).pk
    assert len(made) == 5
