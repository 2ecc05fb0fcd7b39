"""Letters without the digests in their foot: these are sealed with a key, and with salts, so that
two letters of the same words differ in them.
"""

from __future__ import annotations

import re

_DIGEST = re.compile(rb"(moves|evidence) [0-9a-f]{32}")


def without_digests(raw: bytes) -> bytes:
    """A letter's bytes, lines that were wrapped put together, without the digests of history and
    evidence (PR-RECORD-03).
    """
    return _DIGEST.sub(rb"\1", raw.replace(b"=\r\n", b""))
