"""Messages to a web hook of yours in plain JSON, checked to be the server's and fresh."""

from __future__ import annotations

import hmac
import json
import time
from collections.abc import Mapping
from typing import TypedDict, cast

OLDEST = 300.0
"""Seconds after which a message is refused: somebody may have kept it to send it again."""


class Message(TypedDict):
    """A message. `id`: the same when it is sent again; `about`: the same for all about one seat;
    `due`: until when the answer counts, as ISO 8601, "" where there is no end.
    """

    id: str
    about: str
    subject: str
    text: str
    url: str
    due: str
    username: str


class NotOurs(Exception):
    """The message is not the server's, or is too old."""


def message(
    secret: str, headers: Mapping[str, str], body: bytes, oldest: float = OLDEST
) -> Message:
    """The message of a request to your hook. `secret`: the hook's, from your account's page;
    `headers`, `body`: the request's. Raises `NotOurs`.
    """
    told = {name.lower(): value for name, value in headers.items()}
    moment, seal = told.get("x-traders-timestamp", ""), told.get("x-traders-signature", "")
    right = hmac.new(secret.encode(), f"{moment}.".encode() + body, "sha256").hexdigest()
    if not hmac.compare_digest(seal.encode(), f"sha256={right}".encode()):
        raise NotOurs("The signature is not that of the server.")
    if not moment.isdecimal() or abs(time.time() - int(moment)) > oldest:
        raise NotOurs("The message is too old.")
    return cast(Message, json.loads(body))
