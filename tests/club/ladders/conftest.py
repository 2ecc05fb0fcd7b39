"""A ladder at a game of the tests' own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.club.seasons.league import called, club_of, olga
from tests.services.copied_rows import copied
from traders.club.ladders import ladder_maintenance, player_actions
from traders.domain.calendar import clock
from traders.engines.registry import ENGINES
from traders.models import Ladder

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


@pytest.fixture(autouse=True)
def _toll(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(ENGINES, "toll", "tests.toll")
    yield
    clock.set_to(None)


@pytest.fixture
def ladder(db: None) -> Ladder:
    return joined()


@copied
def joined() -> Ladder:
    """Five people, who joined in this order."""
    club = club_of(NAMES)
    found = ladder_maintenance.make(
        club, olga(club), "toll", ladder_maintenance.LadderPlan(reach=2)
    )
    for name in NAMES:
        player_actions.join(found.pk, called(name))
    return found
