"""Ringing for sweeps: at most one of a kind waits; a queue that is away costs a page nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from celery import Celery
from kombu.exceptions import OperationalError

from tests.services.ports import free_port
from tests.services.redis import Redis
from traders.domain.letters import worker_wake_up
from traders.domain.operators import redis_connection
from traders.domain.post.incoming import intake
from worker import periodic_sweeps, sweep_wake_up
from worker.celery import app
from worker.periodic_sweeps import SCHEDULE
from worker.queues import CLOCK, IN, OUT, QUEUES, REST, ROUTES, WAITS
from worker.tasks import inbox


@pytest.fixture
def queues(redis_server: Redis, settings, monkeypatch) -> Iterator[Celery]:
    """The server's app on a real, empty queue."""
    redis_server.client().flushall()
    settings.REDIS_URL = redis_server.url
    redis_connection.connection.cache_clear()
    with Celery(broker=redis_server.url, set_as_current=False) as connected:
        connected.conf.update(
            task_routes=ROUTES, task_default_queue=REST, task_queues=app.conf.task_queues
        )
        monkeypatch.setattr("worker.celery.app", connected)
        yield connected
    redis_connection.connection.cache_clear()


def waiting(redis_server: Redis) -> dict[str, int]:
    """How many calls wait in each queue."""
    return {name: redis_server.client().llen(name) for name in QUEUES}


def test_each_task_has_its_queue():
    found = {task: app.amqp.router.route({}, task)["queue"].name for task in SCHEDULE}
    assert found == {
        "worker.tasks.post.sweep": OUT,
        "worker.tasks.daily_letters.write": REST,
        "worker.tasks.inbox.sweep": IN,
        "worker.tasks.bots.sweep": REST,
        "worker.tasks.clock.sweep": CLOCK,
        "worker.tasks.demonstration.renew": REST,
        "worker.tasks.operators.erase": REST,
        "worker.tasks.operators.tally": REST,
        "worker.tasks.operators.tell": REST,
        "worker.tasks.seasons.sweep": REST,
        "worker.tasks.notifications.rooms": REST,
        "worker.tasks.notifications.sweep": REST,
    }


def test_a_sweep_that_waits_is_not_rung_for_again(queues, redis_server):
    for _ in range(50):
        sweep_wake_up.wake("worker.tasks.post.sweep")
        sweep_wake_up.wake("worker.tasks.inbox.sweep")
    assert waiting(redis_server) == {CLOCK: 0, IN: 1, OUT: 1, REST: 0}
    app.loader.import_default_modules()
    # it begins: what is committed from now on rings again
    periodic_sweeps.clear_when_taken_up(sender=app.tasks["worker.tasks.post.sweep"])
    sweep_wake_up.wake("worker.tasks.post.sweep")
    assert waiting(redis_server) == {CLOCK: 0, IN: 1, OUT: 2, REST: 0}


def test_workers_ring_once_for_each_sweep_and_pile_nothing_up(queues, redis_server):
    for _ in range(4):  # so many workers ring
        periodic_sweeps.ring()
    assert waiting(redis_server) == {CLOCK: 1, IN: 1, OUT: 1, REST: 9}
    redis = redis_server.client()
    redis.delete(*(f"rung:{task}" for task in SCHEDULE))  # their time has come again
    periodic_sweeps.ring()
    assert waiting(redis_server) == {CLOCK: 1, IN: 1, OUT: 1, REST: 9}
    sweep_wake_up.forget(
        *SCHEDULE
    )  # what waited is taken up: a sweep is rung for when its time has come
    periodic_sweeps.ring()
    assert waiting(redis_server) == {CLOCK: 1, IN: 1, OUT: 1, REST: 9}
    assert all(
        0 < redis.pttl(f"rung:{task}") <= seconds * 1000 for task, seconds in SCHEDULE.items()
    )


def test_no_fork_comes_into_a_call_and_waits_for_more_than_one(queues, redis_server, monkeypatch):
    class Turns:
        taken = 0
        held = False

        def __enter__(self) -> None:
            self.taken, self.held = self.taken + 1, True

        def __exit__(self, *error: object) -> None:
            self.held = False

    def wake(task: str) -> None:
        assert turns.held
        sweep_wake_up.wake(task)

    turns = Turns()
    monkeypatch.setattr("traders.domain.deadlines.heartbeat_and_outages.UNFORKED", turns)
    monkeypatch.setattr(periodic_sweeps, "wake", wake)
    periodic_sweeps.ring()
    assert turns.taken == len(SCHEDULE)
    assert sum(waiting(redis_server).values()) == len(SCHEDULE)


def test_ringing_outlives_whatever_befalls_it(monkeypatch, caplog):
    faults = iter([OperationalError("as nobody foresaw"), OSError("nor this"), KeyboardInterrupt()])

    def ring() -> None:
        raise next(faults)

    monkeypatch.setattr(periodic_sweeps, "ring", ring)
    monkeypatch.setattr("worker.periodic_sweeps.time.sleep", lambda seconds: None)
    with pytest.raises(KeyboardInterrupt):
        periodic_sweeps._ring_on()
    assert caplog.text.count("could not be rung for") == 2


def test_a_call_that_was_lost_is_rung_for_again_after_a_while(queues, redis_server):
    sweep_wake_up.wake("worker.tasks.post.sweep")
    assert 0 < redis_server.client().ttl("waiting:worker.tasks.post.sweep") <= WAITS


def test_a_call_that_could_not_be_sent_does_not_wait(queues, redis_server, monkeypatch):
    def refuse(*args: object, **more: object) -> None:
        raise OperationalError("the connection broke")

    with monkeypatch.context() as broken:
        broken.setattr(queues, "send_task", refuse)
        sweep_wake_up.wake("worker.tasks.post.sweep")
    assert sweep_wake_up.first("worker.tasks.post.sweep")


def test_what_a_killed_worker_had_taken_off_the_queue_is_rung_for_again_when_one_begins(
    queues, redis_server
):
    sweep_wake_up.wake("worker.tasks.post.sweep")
    redis_server.client().delete(OUT)
    sweep_wake_up.wake("worker.tasks.post.sweep")
    assert waiting(redis_server)[OUT] == 0
    periodic_sweeps.clear_on_worker_start()
    sweep_wake_up.wake("worker.tasks.post.sweep")
    assert waiting(redis_server)[OUT] == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("letters", "calls"), [(inbox.PORTION - 1, 0), (inbox.PORTION, 1)])
def test_more_letters_than_a_task_reads_are_called_for_at_once(
    queues, redis_server, letters, calls
):
    for number in range(letters):
        raw = f"Message-ID: <{number}@x.test>\r\n\r\nend".encode()
        intake.take(raw, envelope_to="nobody@post.test", channel="smtp")
    redis_server.client().flushall()
    inbox.sweep()
    assert waiting(redis_server)[IN] == calls


@pytest.mark.django_db
def test_a_letter_that_arrives_and_one_that_is_written_call_for_their_sweeps(
    queues, redis_server, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        intake.take(b"\r\nend", envelope_to="nobody@post.test", channel="smtp")
    assert waiting(redis_server) == {CLOCK: 0, IN: 1, OUT: 0, REST: 0}
    with django_capture_on_commit_callbacks(execute=True):
        worker_wake_up.wake([1])
    assert waiting(redis_server) == {CLOCK: 0, IN: 1, OUT: 1, REST: 0}


def test_a_page_does_not_wait_for_a_redis_that_is_away(settings, caplog, monkeypatch):
    slept: list[float] = []
    # between tries: Celery's own connection makes three, of seconds each
    monkeypatch.setattr("redis.retry.sleep", slept.append)
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    redis_connection.connection.cache_clear()
    try:
        sweep_wake_up.wake("worker.tasks.post.sweep")
        periodic_sweeps.clear_on_worker_start()
    finally:
        redis_connection.connection.cache_clear()
    assert "the queue is away" in caplog.text
    assert not slept
