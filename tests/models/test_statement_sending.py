"""PostgreSQL keeps statements made once as long as a connection lasts
(docs/decisions/0034-statements-made-once.md).
"""

from __future__ import annotations

import pytest
from django.db import DatabaseError, close_old_connections, connection, transaction

from traders.models import Game, Phase, Prepared, write_fields

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def kept() -> list[str]:
    """What the connection's session keeps, as it was told."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE from_sql")
        return [statement for (statement,) in cursor.fetchall()]


def test_a_session_keeps_a_statement_whatever_becomes_of_the_transaction_and_a_new_one_anew() -> (
    None
):
    over = Prepared(Game, lambda pk: Game.objects.filter(pk=pk, phase=Phase.OVER).order_by())
    connection.close()
    with transaction.atomic():
        assert over.rows(7) == []
        transaction.set_rollback(True)
    [told] = kept()
    assert over.rows(8) == []
    assert kept() == [told]
    connection.close()
    assert kept() == []
    assert over.rows(9) == []
    assert kept() == [told]


def test_a_kept_statement_is_planned_once_for_its_constants() -> None:
    over = Prepared(Game, lambda pk: Game.objects.filter(pk=pk, phase=Phase.OVER).order_by())
    connection.close()
    for pk in range(7):
        assert over.rows(pk) == []
    [told] = kept()
    assert f"'{Phase.OVER}'" in told
    assert "$1" in told
    assert "$2" not in told
    with connection.cursor() as cursor:
        cursor.execute("SELECT generic_plans, custom_plans FROM pg_prepared_statements")
        assert cursor.fetchall() == [(7, 0)]


def test_a_change_of_few_rows_is_kept_too_and_one_of_many_is_not() -> None:
    connection.close()
    for _ in range(2):
        write_fields([Game(pk=1)], ["title"])
    assert ["UPDATE" in told for told in kept()] == [True]
    write_fields([Game(pk=pk) for pk in range(1, 40)], ["title"])
    assert len(kept()) == 1


@pytest.mark.parametrize(
    ("change", "back"),
    [
        ("DISCARD ALL", "DISCARD ALL"),
        (
            "ALTER TABLE traders_game ALTER COLUMN title TYPE varchar(2000)",
            "ALTER TABLE traders_game ALTER COLUMN title TYPE varchar({})".format(
                Game._meta.get_field("title").max_length
            ),
        ),
    ],
)
def test_what_a_session_can_no_longer_do_is_kept_anew_in_the_next_task(
    change: str, back: str
) -> None:
    """A pool forgot it, or a column's type was changed behind its back."""
    over = Prepared(Game, lambda pk: Game.objects.filter(pk=pk, phase=Phase.OVER).order_by())
    assert over.rows(7) == []
    connection.close_at = None
    with connection.cursor() as cursor:
        cursor.execute(change)
    try:
        with pytest.raises(DatabaseError):
            over.rows(8)
        close_old_connections()
        assert over.rows(9) == []
    finally:
        with connection.cursor() as cursor:
            cursor.execute(back)
