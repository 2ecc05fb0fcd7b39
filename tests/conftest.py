"""What every test may ask for: real servers, one of each a test process, started when first asked
for.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.db import connection
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker

from tests import examples
from tests.services import browser as chromium_service
from tests.services.entries import emptied_between_tests
from tests.services.listener import Listener
from tests.services.postgres import Postgres
from tests.services.processes import House
from tests.services.redis import Redis
from tests.services.smtp import Sink
from tests.services.stored import MIGRATED
from traders.domain.history import seed_encryption

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Playwright's loop runs in the thread of the test
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

# a busy machine fails no property; speed is measured in bench/
hypothesis_settings.register_profile(
    "tests", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
hypothesis_settings.load_profile("tests")


@pytest.fixture(autouse=True)
def _plain_static_files() -> None:
    """Pages in tests need no collected static files."""
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }


@pytest.fixture(autouse=True)
def _seeds_of_games(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice of a test's games come from the run's seed: the same run throws the same again."""
    of = f"{os.environ[examples.SEED]} {request.node.nodeid}"
    seeds = random.Random(of)
    monkeypatch.setattr(
        seed_encryption, "new_secret", lambda: seeds.randbytes(seed_encryption.SECRET_BYTES)
    )
    random.seed(of)


@pytest.fixture(scope="session", autouse=True)
def _emptied_between_tests() -> Iterator[None]:
    """Tests that commit entries are cleared away after."""
    with emptied_between_tests():
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Where several processes run the tests, what is migrated once is copied for each; a file is
    copied for one, too.
    """
    if "PYTEST_XDIST_WORKER" in os.environ or connection.vendor == "sqlite":
        MIGRATED.copied_for(connection, os.environ["DATABASE_URL"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The tests' database; taken away at the end also where a thread of a live server still holds a
    connection to it.
    """
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock():
            connection.close()  # it may have been broken off since it was used last
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            others = (
                "FROM pg_stat_activity WHERE datname = current_database() AND pid != "
                "pg_backend_pid()"
            )
            cursor.execute(f"SELECT pg_terminate_backend(pid) {others}")


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """A running Redis. A test that stops it starts it again."""
    server = Redis().start()
    yield server
    server.close()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A running PostgreSQL apart from the models' own, for tests with processes of their own.
    `create(name)` makes a database.
    """
    server = Postgres().start()
    yield server
    server.close()


@pytest.fixture
def smtp_sink(settings: object) -> Iterator[Sink]:
    """An SMTP server that keeps what it is given; Django's mail goes there, over the wire."""
    sink = Sink().start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST = "127.0.0.1"  # type: ignore[attr-defined]
    settings.EMAIL_PORT = sink.port  # type: ignore[attr-defined]
    yield sink
    sink.manner = "take"  # lets go of connections that hang
    sink.stop()


@pytest.fixture
def house(redis_server: Redis, smtp_sink: Sink) -> Iterator[House]:
    """A house with a database of its own, of the kind that the tests run on, migrated, with nothing
    running yet: `house.start("worker")`. Its letters go to `smtp_sink`.
    """
    redis_server.client().flushall()
    with MIGRATED.house(
        redis_url=redis_server.url, smtp_port=smtp_sink.port, server=os.environ["DATABASE_URL"]
    ) as house:
        yield house


def _installed(*names: str) -> Path:
    """Where Chromium is. Where there is none a test is left out, but never in CI, which installs
    it.
    """
    found = chromium_service.chromium(*names)
    if found is None:
        missing = names[0] if names else chromium_service.SHELL
        if os.environ.get("CI"):
            pytest.fail(f"CI installs {missing}, and it is not here")
        pytest.skip(f"no Chromium here: `apt-get install {missing}`, or CHROMIUM=its path")
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; what a test expects of a page may take its time on a busy machine."""
    from playwright.sync_api import expect

    expect.set_options(timeout=chromium_service.PATIENCE)
    with chromium_service.started(_installed()) as started:
        yield started


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page in a window of a desk's width, with nothing remembered; an error on the page
    fails the test.
    """
    with _opened(browser) as page:
        yield page


@pytest.fixture
def page_with_notices(browser: Browser) -> Iterator[Page]:
    """The same in a browser that shows notices."""
    whole = browser.browser_type.launch(
        executable_path=_installed(*chromium_service.WHOLE), args=chromium_service.ARGUMENTS
    )
    with _opened(whole) as page:
        yield page
    whole.close()


@contextmanager
def _opened(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(chromium_service.PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, errors


@pytest.fixture
def listener(settings: Any) -> Iterator[Listener]:
    """A web hook's server on loopback, which the operator trusts."""
    made = Listener()
    settings.TRUSTED_HOOKS = [made.origin]
    yield made
    made.stop()
