"""`manage.py restored` tells all players that hours are gone: it refuses a database in which the
server is alive.
"""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.domain.letters import real
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.operators import database_in_use
from traders.models import Game, Heartbeat, Letter

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_else_is_connected(db: None) -> None:
    """Threads of tests before may hold a connection still."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid != pg_backend_pid()"
            )
            # what a transaction has seen of other sessions it keeps until its end
            cursor.execute("SELECT pg_stat_clear_snapshot()")


def lie(age: timedelta) -> None:
    """The last heartbeat is so old."""
    Heartbeat.objects.all().delete()
    heartbeat_and_outages.beat(clock.now() - age)


@pytest.mark.parametrize("seconds", [0, 5, 30, 59])
def test_a_database_with_a_young_heartbeat_is_refused_and_nobody_is_told(seconds):
    game = real.begun()
    lie(timedelta(seconds=seconds))
    letters = Letter.objects.count()
    with pytest.raises(CommandError) as refused:
        call_command("restored")
    said = str(refused.value)
    assert said.startswith("Nothing was told to anybody.")
    assert "systemctl stop traders.target 'traders-*'" in said
    assert Letter.objects.count() == letters
    assert Game.objects.get(pk=game.pk).restored == ""


@pytest.mark.parametrize("age", [timedelta(seconds=62), timedelta(days=3)])
def test_a_copy_that_lies_still_is_taken(age):
    real.begun()
    lie(age)
    out = StringIO()
    call_command("restored", stdout=out)
    assert out.getvalue() == "1 games ask anew.\n"


def test_a_database_without_any_heartbeat_is_taken():
    Heartbeat.objects.all().delete()
    assert database_in_use.uses() == []


@pytest.mark.postgres
def test_whoever_else_is_connected_is_named():
    lie(timedelta(days=1))
    told = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    reach = {name: told[name] for name in names if told.get(name)}
    with psycopg.connect(**reach, application_name="manage.py audit") as other:
        [said] = database_in_use.uses()
        assert said.startswith("manage.py audit (")
        assert f"process {other.info.backend_pid} of PostgreSQL" in said
        assert said.endswith("end it.")


@pytest.mark.postgres
def test_a_session_of_ours_bears_its_programs_name():
    with connection.cursor() as cursor:
        cursor.execute("SHOW application_name")
        assert cursor.fetchone()[0] not in ("", None)
