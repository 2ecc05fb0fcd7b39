"""System checks of the server's configuration: `manage.py check` and every command refuse to run if
one fails.

Long-running processes do not run Django's checks by themselves: web server, workers, beat and the
local mail server call `refuse_if_unfit`, which also checks that the vault's key is the one that
sealed the evidence.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.db import DatabaseError, connection

from traders.domain.history import evidence_chain_check
from traders.domain.operators import alternative_alert_channel

TAG = "house"
OTHER_KEY = Error(
    "TRADERS_VAULT_KEY is not the key that the evidence in this database was sealed with: what "
    "this process wrote would never be whole.",
    hint="Give the key that the server began with; a database restored elsewhere needs it too.",
    id="traders.E013",
)


def _secret_key() -> str:
    try:
        return str(settings.SECRET_KEY)
    except ImproperlyConfigured:  # Django raises it for an empty key
        return ""


@register(TAG)
def keys(app_configs: object, **kwargs: object) -> Iterable[CheckMessage]:
    """Both keys are given and strong."""
    if len(_secret_key()) < 32 or len(set(_secret_key())) < 8:
        yield Error(
            "SECRET_KEY is missing or weak.",
            hint="Give at least 32 random characters in the environment.",
            id="traders.E001",
        )
    try:
        raw = base64.urlsafe_b64decode(settings.TRADERS_VAULT_KEY)
    except ValueError:
        raw = b""
    if len(raw) != 32 or len(set(raw)) < 8:
        yield Error(
            "TRADERS_VAULT_KEY is missing or is no key: games' secrets could not be kept.",
            hint="32 random bytes in URL-safe base64; `python -m traders.keys` makes both keys.",
            id="traders.E002",
        )
    elif _secret_key() == settings.TRADERS_VAULT_KEY:
        yield Error(
            "TRADERS_VAULT_KEY and SECRET_KEY are the same.",
            hint="One leaked key must not open both locks.",
            id="traders.E003",
        )


@register(TAG)
def post(app_configs: object, **kwargs: object) -> Iterable[CheckMessage]:
    """Letters can be answered."""
    domain = settings.POST_DOMAIN
    if not domain:
        yield Error(
            "POST_DOMAIN is not set: nothing could be answered.",
            hint="The domain whose mail comes to this server.",
            id="traders.E004",
        )
    elif len(domain) > 120 or domain != domain.lower() or "@" in domain or "/" in domain:
        yield Error(f"POST_DOMAIN {domain!r} is no domain in lower case.", id="traders.E005")


@register(TAG)
def hooks(app_configs: object, **kwargs: object) -> Iterable[CheckMessage]:
    """A provider's web hooks carry a password, so that nobody else can hand in letters and
    reports.
    """
    if settings.EMAIL_BACKEND.startswith("anymail.") and not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        yield Error(
            "ANYMAIL_WEBHOOK_SECRET is not set: no letter could be handed in, and no report taken.",
            hint="`name:password`, as it stands in the web hooks' addresses: "
            "https://name:password@site/hooks/<provider>/inbound/.",
            id="traders.E009",
        )


@register(TAG)
def provider(app_configs: object, **kwargs: object) -> Iterable[CheckMessage]:
    """The mail backend can be loaded, with its dependencies and settings."""
    try:
        get_connection()
    except (ImportError, ImproperlyConfigured, ValueError) as fault:
        yield Error(
            f"EMAIL_BACKEND {settings.EMAIL_BACKEND!r} cannot be had: {fault}", id="traders.E012"
        )


@register(TAG)
def site(app_configs: object, **kwargs: object) -> Iterable[CheckMessage]:
    """Letters link to pages that can be reached, and the mailbox page is not open to the world."""
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        yield Error(f"SITE_URL {settings.SITE_URL!r} is no web address.", id="traders.E006")
        return
    loopback = parts.hostname in {"localhost", "127.0.0.1", "::1"}
    if settings.EMBEDDED and not loopback:
        yield Error(
            "TRADERS_EMBEDDED is set on a site that others can reach: its mailbox page shows "
            "everybody's letters.",
            hint="Unset TRADERS_EMBEDDED, or give SITE_URL on loopback.",
            id="traders.E007",
        )
    if settings.DEBUG and not loopback:
        yield Error(
            "DEBUG is on at a site that others can reach: its errors would tell secrets.",
            id="traders.E008",
        )
    if parts.scheme == "http" and not loopback:
        yield Warning(
            "SITE_URL is not https: sign-in codes and hands travel in the open.", id="traders.W001"
        )


@register(TAG)
def proxies(app_configs: object, **kwargs: object) -> Iterable[CheckMessage]:
    """Behind a proxy, visitors are distinguished by the address that it passes on: otherwise one of
    them uses up everybody's sign-in attempts.
    """
    if settings.BEHIND_PROXY and settings.ALLAUTH_TRUSTED_PROXY_COUNT < 1:
        yield Error(
            "BEHIND_PROXY is set, and TRUSTED_PROXIES is not: all visitors would count as one.",
            hint="Say how many proxies of yours stand in front, mostly TRUSTED_PROXIES=1; each "
            "must add to X-Forwarded-For.",
            id="traders.E010",
        )
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT and not settings.BEHIND_PROXY:
        yield Error(
            "TRUSTED_PROXIES is set, and BEHIND_PROXY is not: visitors could choose the address "
            "that they are counted by.",
            hint="Set BEHIND_PROXY=1, or leave TRUSTED_PROXIES out.",
            id="traders.E011",
        )


@register(TAG)
def queue(app_configs: object, **kwargs: object) -> Iterable[CheckMessage]:
    """A server on several machines has one queue."""
    if settings.DATABASES["default"]["ENGINE"].endswith("postgresql") and not settings.REDIS_URL:
        yield Warning(
            "REDIS_URL is not set: letters wait for a sweep, and no worker can be woken.",
            id="traders.W002",
        )


@register(TAG)
def operators_way(app_configs: object, **kwargs: object) -> Iterable[CheckMessage]:
    """The second way to the operators can be read. Its password is told to nobody."""
    if not settings.OPERATORS_WAY:
        return
    try:
        alternative_alert_channel.read(settings.OPERATORS_WAY)
    except ValueError:
        yield Error(
            "OPERATORS_WAY is no address of a mail server or web hook.",
            hint="smtp://user:password@host:587, smtps://user:password@host:465 or https://…",
            id="traders.E014",
        )


def refuse_if_unfit() -> None:
    """Raise `ImproperlyConfigured` with every failed check."""
    found = [message for message in run_checks(tags=[TAG, Tags.security]) if message.level >= 40]
    if found or not _key_fits():
        raise ImproperlyConfigured("\n".join(str(message) for message in found or [OTHER_KEY]))


def _key_fits() -> bool:
    """Whether the vault's key fits the database; True if that is away or empty. Leaves no
    connection open that a forked process would share.
    """
    was_open = connection.connection is not None
    try:
        return evidence_chain_check.key_fits()
    except DatabaseError:
        return True
    finally:
        if not was_open:
            connection.close()
