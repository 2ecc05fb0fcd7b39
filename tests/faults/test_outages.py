"""Redis flushed and stopped, the mail server refusing, deferring and hanging, PostgreSQL restarted:
nothing is lost, nothing doubled.
"""

from __future__ import annotations

import os
import smtplib
import time

import pytest

from tests.faults.voyage import BEGUN, Voyage
from tests.services.postgres import Postgres
from tests.services.processes import House
from tests.services.redis import Redis
from tests.services.smtp import Sink

pytestmark = [pytest.mark.faults, pytest.mark.long]

AWAY = 8
"""Seconds: longer than every retry of a wake-up."""


def test_redis_flushed_and_stopped(harbour: House, smtp_sink: Sink, redis_server: Redis):
    """Long: it waits until every retry has given up."""
    voyage = Voyage(harbour, smtp_sink)
    # kombu's Redis transport may end a worker whose connection goes while it holds a message
    voyage.revives = True
    redis_server.client().flushall()
    redis_server.stop()
    try:
        voyage.says("red", "end")
        time.sleep(AWAY)
    finally:
        redis_server.start()
    voyage.until(lambda: voyage.waits_for.startswith("it is blue"))
    voyage.settled(dead=False)  # Blue answers the letter of its turn
    redis_server.client().flushall()
    voyage.says("blue", "end")
    redis_server.client().flushall()
    voyage.until(lambda: voyage.waits_for.startswith("it is green"))
    voyage.settled(dead=False)
    voyage.is_whole()
    assert "Error on restarting" not in harbour.log("worker")


def test_the_mail_server_defers_hangs_and_refuses(harbour: House, smtp_sink: Sink):
    """Long: each manner is waited for in turn."""
    voyage = Voyage(harbour, smtp_sink)
    smtp_sink.manner = "defer"
    voyage.says("red", "end")
    voyage.until(lambda: smtp_sink.attempts > 3)
    assert len(smtp_sink.taken) == 3
    voyage.until(
        lambda: (
            voyage.rows("SELECT count(*) FROM traders_letter WHERE status = 'prepared'")[0][0] > 0
        )
    )
    smtp_sink.manner = "take"
    voyage.settled()

    smtp_sink.manner = "hang"
    voyage.says("blue", "end")
    voyage.until(
        lambda: (
            voyage.rows("SELECT count(*) FROM traders_letter WHERE status = 'unknown'")[0][0] > 0
        )
    )
    smtp_sink.manner = "defer"  # who hung is let go without being taken
    voyage.until(lambda: not smtp_sink.hanging)
    smtp_sink.manner = "take"
    voyage.settled()
    voyage.is_whole()

    smtp_sink.manner = "refuse"
    voyage.says("green", "end")
    refused = "SELECT count(*) FROM traders_letter WHERE status = 'failed'"
    voyage.until(lambda: voyage.rows(refused)[0][0] > 0)
    smtp_sink.manner = "take"
    assert voyage.waits_for.startswith("it is red")
    bounced = "SELECT count(*) FROM traders_report WHERE kind = 'bounced'"
    voyage.until(lambda: voyage.rows(bounced) == voyage.rows(refused))
    assert sum(voyage.orders().values()) == 3


@pytest.mark.postgres
def test_postgres_restarted(redis_server: Redis, smtp_sink: Sink, postgres_server: Postgres):
    """Long: a server of its own is stopped and started twice."""
    redis_server.client().flushall()
    with BEGUN.house(
        redis_url=redis_server.url, smtp_port=smtp_sink.port, server=os.environ["DATABASE_URL"]
    ) as house:
        # on a server of its own
        house.environment["DATABASE_URL"] = postgres_server.copy(house.environment["DATABASE_URL"])
        voyage = Voyage(house, smtp_sink)
        letter = voyage.letter("red", "end")
        postgres_server.stop(hard=True)
        with pytest.raises(smtplib.SMTPException, match="451"):
            voyage.hand_in(letter, seconds=0)
        postgres_server.start()
        voyage.hand_in(letter)
        voyage.until(lambda: voyage.waits_for.startswith("it is blue"))
        voyage.settled(dead=False)
        voyage.says("blue", "end")
        postgres_server.stop(hard=True)
        time.sleep(1)
        postgres_server.start()
        voyage.until(lambda: voyage.waits_for.startswith("it is green"))
        voyage.settled(dead=False)
        voyage.is_whole()  # a worker that lives records what it sent, once the database is back
        late = (
            "SELECT count(*) FROM traders_heartbeat WHERE until > clock_timestamp() - interval "
            "'10 seconds'"
        )
        voyage.until(lambda: voyage.rows(late)[0][0] == 1)  # the heart beats again
        assert voyage.rows("SELECT count(*) FROM traders_heartbeat") == [(1,)], (
            "a restart is no outage"
        )
