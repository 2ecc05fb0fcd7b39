"""Ringing for sweeps: at most one of a kind waits; a queue that is away costs a page nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from celery import Celery
from celery.beat import ScheduleEntry
from kombu.exceptions import OperationalError

from tests.services.ports import free_port
from tests.services.redis import Redis
from traders.domain.operators import queue_server
from worker import beat as beats
from worker import waking
from worker.celery import app
from worker.queues import CLOCK, IN, OUT, QUEUES, REST, ROUTES, WAITS
from worker.schedule import SCHEDULE


@pytest.fixture
def queues(redis_server: Redis, settings, monkeypatch) -> Iterator[Celery]:
    """The server's app on a real, empty queue."""
    redis_server.client().flushall()
    settings.REDIS_URL = redis_server.url
    queue_server.connection.cache_clear()
    with Celery(broker=redis_server.url, set_as_current=False) as connected:
        connected.conf.update(
            task_routes=ROUTES, task_default_queue=REST, task_queues=app.conf.task_queues
        )
        monkeypatch.setattr("worker.celery.app", connected)
        yield connected
    queue_server.connection.cache_clear()


def waiting(redis_server: Redis) -> dict[str, int]:
    """How many calls wait in each queue."""
    return {name: redis_server.client().llen(name) for name in QUEUES}


def test_each_task_has_its_queue():
    found = {
        task: app.amqp.router.route({}, task)["queue"].name
        for task in (line["task"] for line in SCHEDULE.values())
    }
    assert found == {
        "worker.tasks.post.sweep": OUT,
        "worker.tasks.digests.write": REST,
        "worker.tasks.inbox.sweep": IN,
        "worker.tasks.bots.sweep": REST,
        "worker.tasks.clock.sweep": CLOCK,
        "worker.tasks.demonstration.renew": REST,
        "worker.tasks.operators.erase": REST,
        "worker.tasks.operators.tally": REST,
        "worker.tasks.operators.tell": REST,
        "worker.tasks.seasons.sweep": REST,
        "worker.tasks.telling.rooms": REST,
        "worker.tasks.telling.sweep": REST,
    }


def test_a_sweep_that_waits_is_not_rung_for_again(queues, redis_server):
    for _ in range(50):
        waking.wake("worker.tasks.post.sweep")
        waking.wake("worker.tasks.inbox.sweep")
    assert waiting(redis_server) == {CLOCK: 0, IN: 1, OUT: 1, REST: 0}
    app.loader.import_default_modules()
    # it begins: what is committed from now on rings again
    beats.clear_on_start(task=app.tasks["worker.tasks.post.sweep"])
    waking.wake("worker.tasks.post.sweep")
    assert waiting(redis_server) == {CLOCK: 0, IN: 1, OUT: 2, REST: 0}


def test_the_beat_piles_nothing_up_where_no_worker_is(queues, redis_server):
    beat = beats.Beat(app=queues, lazy=True)
    for _ in range(20):
        for name, line in SCHEDULE.items():
            beat.apply_entry(
                ScheduleEntry(
                    name=name,
                    task=line["task"],
                    schedule=line["schedule"],
                    options=line["options"],
                    app=queues,
                )
            )
    assert waiting(redis_server) == {CLOCK: 1, IN: 1, OUT: 1, REST: 9}
    beat.close()


def test_workers_ring_for_themselves_while_no_beat_is_heard(queues, redis_server):
    for _ in range(4):  # so many workers look
        beats.stand_in()
    assert waiting(redis_server) == {CLOCK: 1, IN: 1, OUT: 1, REST: 9}
    redis_server.client().flushall()
    beat = beats.Beat(app=queues, lazy=True)
    beat.apply_entry(ScheduleEntry("x", "worker.tasks.clock.sweep", schedule=1, app=queues))
    beats.stand_in()
    assert waiting(redis_server) == {CLOCK: 1, IN: 0, OUT: 0, REST: 0}
    beat.close()


def test_a_call_that_was_lost_is_rung_for_again_after_a_while(queues, redis_server):
    waking.wake("worker.tasks.post.sweep")
    assert 0 < redis_server.client().ttl("waiting:worker.tasks.post.sweep") <= WAITS


def test_a_call_that_could_not_be_sent_does_not_wait(queues, redis_server, monkeypatch):
    def refuse(*args: object, **more: object) -> None:
        raise OperationalError("the connection broke")

    with monkeypatch.context() as broken:
        broken.setattr(queues, "send_task", refuse)
        waking.wake("worker.tasks.post.sweep")
    assert waking.first("worker.tasks.post.sweep")


def test_what_a_killed_worker_had_taken_off_the_queue_is_rung_for_again_when_one_begins(
    queues, redis_server
):
    waking.wake("worker.tasks.post.sweep")
    redis_server.client().delete(OUT)
    waking.wake("worker.tasks.post.sweep")
    assert waiting(redis_server)[OUT] == 0
    beats.clear_on_worker_start()
    waking.wake("worker.tasks.post.sweep")
    assert waiting(redis_server)[OUT] == 1


def test_a_page_does_not_wait_for_a_redis_that_is_away(settings, caplog, monkeypatch):
    slept: list[float] = []
    # between tries: Celery's own connection makes three, of seconds each
    monkeypatch.setattr("redis.retry.sleep", slept.append)
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    queue_server.connection.cache_clear()
    try:
        waking.wake("worker.tasks.post.sweep")
        beats.clear_on_worker_start()
    finally:
        queue_server.connection.cache_clear()
    assert "the queue is away" in caplog.text
    assert not slept
