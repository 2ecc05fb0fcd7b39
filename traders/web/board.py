"""A board on a page."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe


def inline_board(svg: str) -> SafeString:
    """The engine's own SVG, which escapes what it writes, as a part of the page."""
    return mark_safe(svg[svg.index("<svg") :])  # noqa: S308 - the engine escapes names
