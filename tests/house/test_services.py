"""The servers that tests run against are real, and break as real ones do."""

from __future__ import annotations

import smtplib
from contextlib import suppress

import psycopg
import pytest
import redis
from django.core import mail
from django.db import connection, transaction

from tests.database import vacuumed
from tests.services.postgres import Postgres
from tests.services.processes import TREE
from tests.services.redis import Redis
from tests.services.smtp import Sink
from traders.models import Player


def test_redis_forgets_when_it_falls(redis_server: Redis):
    redis_server.client().set("letter", "57")
    assert redis_server.client().get("letter") == b"57"
    redis_server.stop()
    with pytest.raises(redis.ConnectionError):
        redis_server.client().get("letter")
    redis_server.start()
    assert redis_server.client().get("letter") is None


def test_postgres_keeps_what_was_committed(postgres_server: Postgres):
    url = postgres_server.create("kept")
    with psycopg.connect(url) as database:
        database.execute("CREATE TABLE entry (number int)")
        database.execute("INSERT INTO entry VALUES (57)")
    postgres_server.stop(hard=True)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)
    postgres_server.start()
    with psycopg.connect(url) as database:
        assert database.execute("SELECT number FROM entry").fetchall() == [(57,)]


def test_letters_go_over_the_wire(smtp_sink: Sink):
    mail.send_mail("Your turn", "jump epsilon eridani", "post@post.test", ["red@example.org"])
    (taken,) = smtp_sink.wait_for(1)
    assert taken.recipients == ("red@example.org",)
    assert taken.message["Subject"] == "Your turn"
    assert smtp_sink.to("RED@example.org") == [taken]


@pytest.mark.parametrize(("manner", "code"), [("refuse", 550), ("defer", 451)])
def test_the_sink_says_no(smtp_sink: Sink, manner, code):
    smtp_sink.manner = manner
    with pytest.raises(smtplib.SMTPDataError) as refused:
        mail.send_mail("Your turn", "jump", "post@post.test", ["red@example.org"])
    assert refused.value.smtp_code == code
    assert smtp_sink.taken == []


def test_the_sink_hangs(smtp_sink: Sink, settings):
    settings.EMAIL_TIMEOUT = 1
    smtp_sink.manner = "hang"
    with pytest.raises(smtplib.SMTPServerDisconnected, match="timed out"):
        mail.send_mail("Your turn", "jump", "post@post.test", ["red@example.org"])


@pytest.mark.django_db
def test_the_models_stand_on_the_database_of_this_run():
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SHOW server_version_num")
            assert int(cursor.fetchone()[0]) >= 160000
        else:
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] == "wal"
            cursor.execute("PRAGMA foreign_keys")
            assert cursor.fetchone()[0] == 1


@pytest.mark.django_db
def test_the_models_stand_on_what_was_migrated():
    """Wherever it was copied from: every migration is there, and the triggers that they made."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_migrations WHERE app = 'traders'")
        assert cursor.fetchone()[0] == len(list((TREE / "traders/migrations").glob("0*.py")))
        where = "sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "postgresql":
            where = "pg_trigger WHERE NOT tgisinternal"
        cursor.execute(f"SELECT count(*) FROM {where}")
        assert cursor.fetchone()[0] > 0


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_what_tests_took_back_takes_no_room():
    taken = "SELECT pg_relation_size('traders_player')"
    with suppress(LookupError), transaction.atomic():
        for number in range(500):
            Player.objects.create_user(f"p{number}@example.org", display_name=f"P{number}")
        raise LookupError
    with connection.cursor() as cursor:
        cursor.execute(taken)
        before = cursor.fetchone()[0]
        vacuumed()
        cursor.execute(taken)
        assert cursor.fetchone()[0] < before


@pytest.mark.django_db
@pytest.mark.parametrize(
    "vendor",
    [
        pytest.param("postgresql", marks=pytest.mark.postgres),
        pytest.param("sqlite", marks=pytest.mark.sqlite),
    ],
)
def test_what_is_marked_with_a_database_runs_there(vendor):
    assert connection.vendor == vendor


@pytest.mark.browser
def test_the_browser_reads_a_page(page):
    page.set_content("<title>Traders by Post</title><main><button>jump</button></main>")
    page.get_by_role("button", name="jump").click()
    assert page.title() == "Traders by Post"
