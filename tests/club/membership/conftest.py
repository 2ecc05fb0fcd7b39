"""People who join clubs."""

from __future__ import annotations

import pytest

from traders.models import Player


def person(name: str) -> Player:
    return Player.objects.create_user(f"{name.lower()}@example.org", display_name=name)


@pytest.fixture
def ann() -> Player:
    return person("Ann")


@pytest.fixture
def bob() -> Player:
    return person("Bob")
