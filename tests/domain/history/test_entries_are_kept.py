"""Entries are only added to: the database itself refuses to change, take away or empty them
(PR-RECORD-02).
"""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from tests.domain.playing import bots_play, game_of_bots
from traders.models import Entry

pytestmark = pytest.mark.django_db

ATTEMPTS = ["UPDATE traders_entry SET seat = 'red'", "DELETE FROM traders_entry"]


@pytest.mark.parametrize(
    "attempt",
    [*ATTEMPTS, pytest.param("TRUNCATE traders_entry CASCADE", marks=pytest.mark.postgres)],
)
def test_the_database_refuses(attempt):
    game = bots_play(game_of_bots(), entries=6)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # what the test itself inserted must not be what refuses
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    before = list(Entry.objects.filter(game=game).values_list("number", "seat", "digest"))
    with (
        pytest.raises(DatabaseError, match="PR-RECORD-02"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(attempt)
    assert list(Entry.objects.filter(game=game).values_list("number", "seat", "digest")) == before
