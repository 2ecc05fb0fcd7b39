"""A queue that is away costs a page nothing: what nobody was woken for is found by the sweeps."""

from tests.services.ports import free_port
from worker import waking


def test_a_page_does_not_wait_for_a_redis_that_is_away(settings, caplog, monkeypatch):
    slept = []
    monkeypatch.setattr("redis.retry.sleep", slept.append)  # between tries: Celery's own connection makes three, of seconds each
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    waking.bell.cache_clear()
    try:
        waking.wake("worker.tasks.post.sweep")
    finally:
        waking.bell.cache_clear()
    assert "the queue is away" in caplog.text
    assert not slept
