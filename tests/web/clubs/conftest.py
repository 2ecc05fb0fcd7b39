"""A club that a player of the tests' games runs, and its pages as they read."""

from __future__ import annotations

import pytest
from django.test import Client

from traders.domain.people import club_roles
from traders.models import Club, Player


@pytest.fixture
def club(red: Player) -> Club:
    return club_roles.found("Lantern", "lantern", red)


def words(client: Client, page: str) -> str:
    """The page, as the client is sent it."""
    return client.get(page).content.decode()
