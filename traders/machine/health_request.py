"""What the server says of itself, asked on this machine."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass

PORT = 8000
"""Where traders-house.socket listens."""
TIMEOUT = 30


@dataclass(frozen=True)
class Health:
    """Whether all is well, and a sentence for each thing that is not."""

    whole: bool
    problems: list[str]


def asked(settings: Mapping[str, str]) -> Health | None:
    """The answer of `/health`; None where no page answers."""
    site = settings.get("SITE_URL", "").removeprefix("https://")
    token = settings.get("METRICS_TOKEN", "")
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=TIMEOUT)
    headers = {
        "Host": site,
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": "127.0.0.1",
        "Authorization": f"Bearer {token}",
    }
    try:
        line.request("GET", "/health", headers=headers)
        said = json.loads(line.getresponse().read())
        return Health(bool(said["ok"]), [str(one) for one in said["problems"]])
    except (OSError, ValueError, KeyError, http.client.HTTPException):
        return None
    finally:
        line.close()
