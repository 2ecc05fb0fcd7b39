"""Style sheets that stand in an address: `data:` in an `@import`, or in a link of the page's. Pure.

What lies elsewhere is not fetched, here or by mail programs unless they are told to.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from urllib.parse import unquote

from traders.domain.post.incoming.style_sheets import unescaped, without_comments

MOST_DEEP = 4
"""How many sheets may stand in one another."""
_IMPORT = re.compile(
    r"@import\s*+(?:url\(\s*+)?+(\"[^\"]*+\"|'[^']*+'|[^\"'()\s]*+)\s*+\)?+([^;{}]*+)",
    re.IGNORECASE,
)
_NO_MEDIA = ("layer", "supports")


def with_imported(text: str, depth: int = 0) -> Iterator[str]:
    """The sheets that this one imports, and itself."""
    if depth < MOST_DEEP and "data" in text.lower():
        plain = unescaped(without_comments(text))
        for found in _IMPORT.finditer(plain):
            yield from in_address(found[1].strip("\"'"), found[2], depth + 1)
    yield text


def in_address(address: str, media: str = "", depth: int = 0) -> Iterator[str]:
    """The sheet that stands in the address, for these media, with those that it imports itself."""
    head, _, body = address.strip().partition(",")
    if not head.lower().startswith("data:"):
        return
    sheet = unquote(body)
    if head.lower().rstrip().endswith(";base64"):
        try:
            sheet = base64.b64decode(re.sub(r"\s", "", sheet) + "==").decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return
    media = media.strip()
    for one in with_imported(sheet, depth):
        bare = not media or media.lower().startswith(_NO_MEDIA)
        yield one if bare else f"@media {media} {{ {one} }}"
