"""A mail server that hangs and many turns out of time at once delay nothing else, and are no outage
(PR-MAIL-03).
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from celery import Celery

from tests.faults.rush import Rush
from tests.services.processes import House
from tests.services.redis import Redis
from tests.services.smtp import Sink
from tests.services.waiting import until
from worker.queues import QUEUES

pytestmark = [pytest.mark.faults, pytest.mark.postgres, pytest.mark.long]

LATE = 15
"""Seconds: three times what is promised, on a machine that runs other tests as well."""


def test_a_hanging_mail_server_and_a_rush_of_deadlines_delay_nothing_else(
    house: House, smtp_sink: Sink
):
    """Long: it takes 25 seconds until the mail server lets go."""
    house.environment["EMAIL_TIMEOUT"] = "30"  # a sender waits longer than anything else may
    found = Rush(house, smtp_sink, rush=60, others=5, apart=4, ahead=40).run(hang=25)
    assert found.hung, "the mail server hung over letters"
    assert 0 < min(found.deadlines) <= max(found.deadlines) < LATE, found
    assert max(found.letters) < LATE, found
    assert found.outages == 0
    assert found.longest_silence < 2 * LATE, found


def test_a_call_that_is_stale_by_a_clock_that_is_ahead_is_called_again(
    house: House, redis_server: Redis
):
    """Long: a worker runs. Of another machine it takes a call for older than it is; the next may
    come at once.
    """
    house.start("worker")
    house.worker_answers()
    task, redis = "worker.tasks.daily_letters.write", redis_server.client()
    until(lambda: redis.exists(f"rung:{task}"), "it is not rung for")
    until(lambda: not redis.exists(f"waiting:{task}"), "it is not begun")
    redis.set(f"waiting:{task}", 1)
    with Celery(broker=redis_server.url, set_as_current=False) as queue:
        queue.send_task(task, queue="rest", expires=datetime(2026, 1, 1, tzinfo=UTC))
    until(lambda: not redis.exists(f"waiting:{task}"), "it stays as one that waits")


def test_a_worker_that_hears_no_calls_any_more_ends(house: House, redis_server: Redis):
    """Long: half a minute passes. Where it is one of a server's parts it is begun anew."""
    worker = house.start("worker")
    house.worker_answers()
    with Celery(broker=redis_server.url, set_as_current=False) as queue:
        for name in QUEUES:
            queue.control.cancel_consumer(name, reply=True)
    until(lambda: worker.poll() is not None, "it goes on")
    assert house.end("worker") == 0
    assert "hears no calls" in house.log("worker")
