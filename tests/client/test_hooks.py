"""A message to a web hook, as the server signs it, is read by the client, and no other."""

from __future__ import annotations

import importlib
from datetime import UTC, datetime, timedelta
from typing import Any, get_type_hints

import pytest

from traders.domain.post.notifications.message import Message, plain, shaped, signed
from traders.models import HookShape, WebHook

HOOK = WebHook(secret="s3cret")
TOLD = Message("n1", "Your turn", "https://post.test/games/x/", about="a1")


@pytest.fixture
def hooks() -> Any:
    return importlib.import_module("traders_client.hooks")


def sent(at: datetime) -> tuple[dict[str, str], bytes]:
    body = shaped(TOLD, HookShape.JSON)
    return signed(HOOK, body, TOLD, at), body


def test_what_the_server_signed_is_read(hooks: Any) -> None:
    headers, body = sent(datetime.now(UTC))
    shouted = {name.upper(): value for name, value in headers.items()}  # as some servers hand them
    assert hooks.message("s3cret", shouted, body) == plain(TOLD)
    assert set(get_type_hints(hooks.Message)) == set(plain(TOLD))


def test_what_was_changed_or_kept_for_later_is_refused(hooks: Any) -> None:
    headers, body = sent(datetime.now(UTC))
    old, old_body = sent(datetime.now(UTC) - timedelta(minutes=6))
    for secret, told, octets in (
        ("another", headers, body),
        ("s3cret", headers, body.replace(b"Your", b"Her")),
        ("s3cret", headers | {"X-Traders-Timestamp": "0"}, body),
        ("s3cret", headers | {"X-Traders-Signature": "sha256=\u00e9"}, body),
        ("s3cret", {}, body),
        ("s3cret", old, old_body),
    ):
        with pytest.raises(hooks.NotOurs):
            hooks.message(secret, told, octets)
