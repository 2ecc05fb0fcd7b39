"""Metadata by which a provider's report names its letter. Providers use ids of their own, and some
replace the Message-ID; so each letter carries its own Message-ID as metadata, which providers
repeat in every report. A Message-ID is made with a key and reveals nothing about other letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.db.models import Q

from traders.domain.post.storable_text import storable
from traders.models import Letter

KEY = "letter"
LONGEST = 80
"""Characters of metadata that every provider accepts; a longer Message-ID is left out."""
WITHOUT_METADATA = ("mailersend", "postal")
"""Providers (anymail's names) without metadata: their reply to the sending names the letter."""
RELAYS: dict[str, tuple[str, str]] = {
    "postmarkapp.com": (f"X-PM-Metadata-{KEY}", "%s"),
    "mailgun.org": ("X-Mailgun-Variables", '{"letter": "%s"}'),
    "sendgrid.net": ("X-SMTPAPI", '{"unique_args": {"letter": "%s"}}'),
    "brevo.com": ("X-Mailin-custom", '{"letter": "%s"}'),
    "sparkpostmail.com": ("X-MSYS-API", '{"metadata": {"letter": "%s"}}'),
    "mandrillapp.com": ("X-MC-Metadata", '{"letter": "%s"}'),
    "mailjet.com": ("X-MJ-EventPayload", '{"letter": "%s"}'),
}
"""A provider's SMTP relay domain -> the header that it reads metadata from, and the header's
format.
"""
_OWN_ID = frozenset(("message-id", "message_id", "messageid", "smtp-id"))
"""Field names under which providers repeat the letter's original Message-ID."""
MOST_VALUES = 500
"""Values of an event that are searched."""


def metadata(letter: Letter) -> dict[str, str]:
    """The metadata a letter is sent with; empty if its Message-ID is too long."""
    name = letter.message_id.strip("<>")
    return {KEY: name} if len(name) <= LONGEST else {}


def headers(letter: Letter) -> list[tuple[str, str]]:
    """The metadata headers of a letter that goes by SMTP to a provider with web hooks: that
    provider's header, or every provider's where a mail server of one's own stands between.
    """
    marked = metadata(letter)
    if not marked or not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        return []
    host = settings.EMAIL_HOST.lower()
    known = [header for domain, header in RELAYS.items() if host.endswith(f".{domain}")]
    return [(name, value % marked[KEY]) for name, value in known or RELAYS.values()]


def letter_of(event: Any) -> Letter | None:
    """The letter that an anymail event concerns: by its metadata, by the provider's id, or by its
    Message-ID somewhere in the event.
    """
    marked = event.metadata.get(KEY) if isinstance(event.metadata, Mapping) else None
    letters = Letter.objects.select_related("player", "game")
    for named in (
        _ids(marked),
        Q(provider_id__in=_spellings(event.message_id)) | _ids(event.message_id),
        _ids(*_own_ids(event.esp_event)),
    ):
        found = letters.filter(named).order_by("pk").first()
        if found is not None:
            return found
    return None


def _ids(*names: object) -> Q:
    """Filter for letters with one of these Message-IDs, with or without angle brackets."""
    return Q(
        message_id__in=[
            f"<{storable(name).strip().strip('<>')}>"
            for name in names
            if isinstance(name, str) and name.strip("<> ")
        ]
    )


def _spellings(name: object) -> list[str]:
    """A provider's id with and without angle brackets."""
    bare = storable(str(name or "")).strip().strip("<>")
    return [bare, f"<{bare}>"] if bare else []


def _own_ids(event: object) -> Iterator[str]:
    """Message-IDs in an event, by field name. Mail servers' answers in it are not searched."""
    waiting, seen = [event], 0
    while waiting and seen < MOST_VALUES:
        value = waiting.pop()
        seen += 1
        if isinstance(value, Mapping):
            if str(value.get("name", "")).lower() in _OWN_ID:
                yield str(value.get("value", ""))
            yield from (
                one
                for name, one in value.items()
                if str(name).lower() in _OWN_ID and isinstance(one, str)
            )
            waiting += [one for one in value.values() if isinstance(one, Mapping | list)]
        elif isinstance(value, list):
            waiting += [one for one in value[:MOST_VALUES] if isinstance(one, Mapping | list)]
