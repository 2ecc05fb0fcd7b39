"""A board on a page."""

from __future__ import annotations

import re

from django.utils.safestring import SafeString, mark_safe


def inline_board(svg: str, named: str = "board") -> SafeString:
    """The engine's own SVG, which escapes what it writes, as a part of the page; `named`: apart
    from other boards there.
    """
    svg = re.sub(r"\bboard-(title|desc)\b", rf"{named}-\1", svg[svg.index("<svg") :])
    return mark_safe(svg)  # noqa: S308 - the engine escapes names
