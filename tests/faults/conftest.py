"""What the tests of faults stand on."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.faults.voyage import BEGUN
from tests.services.processes import House
from tests.services.redis import Redis
from tests.services.smtp import Sink


@pytest.fixture
def harbour(redis_server: Redis, smtp_sink: Sink) -> Iterator[House]:
    """A house in which the voyage's game has begun, with nothing running yet. Its letters go to
    `smtp_sink`.
    """
    redis_server.client().flushall()
    with BEGUN.house(
        redis_url=redis_server.url, smtp_port=smtp_sink.port, server=os.environ["DATABASE_URL"]
    ) as house:
        yield house
