"""How many requests a token may make in a minute, told in headers (RateLimit, RateLimit-Policy).

What is written has quotas of its own, which count rows.
"""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest

from traders.domain.operators import per_minute_counter
from traders.domain.operators.per_minute_counter import WINDOW
from traders.models import ApiToken


class Left(NamedTuple):
    """What is left of a token's requests: how many, and seconds until all are there again."""

    requests: int
    seconds: int


def count(request: HttpRequest, token: ApiToken) -> bool:
    """Count a request; False where the token has made its last one of this minute."""
    made, seconds = per_minute_counter.count(f"api.{token.pk}")
    left = Left(max(0, settings.QUOTA_API - made), seconds)
    request.META[_LEFT] = left
    return made <= settings.QUOTA_API


def headers_of(request: HttpRequest) -> dict[str, str]:
    """The headers of an answer to a request that was counted."""
    left: Left | None = request.META.get(_LEFT)
    if left is None:
        return {}
    return {
        "RateLimit-Policy": f'"token";q={settings.QUOTA_API};w={WINDOW}',
        "RateLimit": f'"token";r={left.requests};t={left.seconds}',
    }


def again_in(request: HttpRequest) -> int:
    """Seconds after which a request that was one too many may be made again."""
    left: Left = request.META[_LEFT]
    return left.seconds


_LEFT = "traders.api.left"
