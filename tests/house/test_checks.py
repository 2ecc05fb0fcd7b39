"""An unfit set-up is refused, by name."""

from __future__ import annotations

import base64
import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError

from tests.domain.letters.real import begun
from tests.examples import drawn
from tests.services.waiting import FAR
from traders import checks
from traders.domain.history import evidence_chain_check
from traders.domain.play import door
from traders.keys import new_key
from traders.models import EvidenceLink
from traders.models.triggers import lifted

pytestmark = pytest.mark.django_db


def found() -> set[str | None]:
    """The ids of what the house's checks find now."""
    return {
        message.id
        for check in (
            checks.keys,
            checks.post,
            checks.hooks,
            checks.site,
            checks.proxies,
            checks.queue,
        )
        for message in check(None)
    }


def test_the_house_as_it_stands_is_fit():
    assert not {identity for identity in found() if identity and ".E" in identity}
    checks.refuse_if_unfit()


@pytest.mark.parametrize(
    ("name", "value", "identity"),
    [
        ("SECRET_KEY", "", "traders.E001"),
        ("SECRET_KEY", "short", "traders.E001"),
        ("SECRET_KEY", "a" * 50, "traders.E001"),
        ("TRADERS_VAULT_KEY", "", "traders.E002"),
        ("TRADERS_VAULT_KEY", "not a key", "traders.E002"),
        ("TRADERS_VAULT_KEY", base64.urlsafe_b64encode(bytes(32)).decode(), "traders.E002"),
        ("POST_DOMAIN", "", "traders.E004"),
        ("POST_DOMAIN", "Post.Example.org", "traders.E005"),
        ("POST_DOMAIN", "post@example.org", "traders.E005"),
        ("SITE_URL", "example.org", "traders.E006"),
        ("SITE_URL", "ftp://example.org", "traders.E006"),
        ("SITE_URL", "https://", "traders.E006"),
        ("EMAIL_BACKEND", "anymail.backends.mailgun.EmailBackend", "traders.E009"),
        ("BEHIND_PROXY", True, "traders.E010"),
        ("ALLAUTH_TRUSTED_PROXY_COUNT", 1, "traders.E011"),
    ],
)
def test_an_unfit_setting_is_named(settings, name, value, identity):
    setattr(settings, name, value)
    assert identity in found()
    with pytest.raises(ImproperlyConfigured, match=identity):
        checks.refuse_if_unfit()


def test_one_key_for_both_locks_is_refused(settings):
    settings.SECRET_KEY = settings.TRADERS_VAULT_KEY = new_key()
    assert "traders.E003" in found()


@pytest.mark.parametrize(
    ("name", "identity"), [("EMBEDDED", "traders.E007"), ("DEBUG", "traders.E008")]
)
def test_what_opens_letters_stays_on_loopback(settings, name, identity):
    setattr(settings, name, True)
    settings.SITE_URL = "http://127.0.0.1:8000"
    assert identity not in found()
    settings.SITE_URL = "https://traders.example.org"
    assert identity in found()


@pytest.mark.postgres  # which its processes would stand on, whatever the tests do
@pytest.mark.examples("unfit-processes")
@pytest.mark.parametrize(
    "command",
    drawn(
        "unfit-processes",
        [
            ["-c", "import traders.wsgi"],
            ["-m", "celery", "-A", "worker", "worker", "--pool", "solo"],
            ["manage.py", "postoffice"],
        ],
    ),
    ids=lambda command: " ".join(command[:3]),
)
def test_no_process_starts_unfit(command: list[str]) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"SECRET_KEY", "TRADERS_VAULT_KEY", "POST_DOMAIN"}
    }
    environment |= {
        "DATABASE_URL": "postgresql://postgres@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "SECRET_KEY": new_key(),
        "DJANGO_SETTINGS_MODULE": "traders.settings",
    }
    done = subprocess.run(
        [sys.executable, *command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=FAR,
    )
    assert done.returncode != 0
    assert "traders.E002" in done.stderr
    assert "traders.E004" in done.stderr
    assert environment["SECRET_KEY"] not in done.stderr


def test_a_vault_key_that_evidence_was_not_sealed_with_is_refused(settings):
    begun()
    checks.refuse_if_unfit()
    settings.TRADERS_VAULT_KEY = new_key()
    with pytest.raises(ImproperlyConfigured, match="E013"):
        checks.refuse_if_unfit()


def test_a_link_changed_by_hand_does_not_stop_the_house():
    door.orders(begun().pk, "red", "say: hello")
    with lifted():
        newest = EvidenceLink.objects.latest("pk").pk
        assert EvidenceLink.objects.filter(pk=newest).update(digest="0" * 64)
    checks.refuse_if_unfit()


def test_a_database_that_is_away_stops_no_start(settings, monkeypatch):
    def away():
        raise OperationalError("away")

    monkeypatch.setattr(evidence_chain_check, "key_fits", away)
    checks.refuse_if_unfit()


@pytest.mark.parametrize(
    ("backend", "missing"),
    [
        ("anymail.backends.amazon_ses.EmailBackend", "boto3"),
        ("anymail.backends.postmark.EmailBackend", "POSTMARK_SERVER_TOKEN"),
        ("anymail.backends.pigeon.EmailBackend", "pigeon"),
        ("EmailBackend", "EmailBackend"),
    ],
)
def test_a_mail_backend_that_cannot_be_had_is_named_with_what_it_lacks(settings, backend, missing):
    settings.EMAIL_BACKEND = backend
    (fault,) = checks.provider(None)
    assert fault.id == "traders.E012"
    assert missing in fault.msg
