"""What there is to read beside the rules: the order language and the guides in docs/, rendered from their Markdown, with their pictures."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

GUIDES = {
    "players": "How to play",
    "orders": "The order language",
    "organizers": "For organizers",
    "referees": "For referees",
    "operators": "For operators",
}
"""The guides that the site shows, where docs/ has them."""


def guide(request: HttpRequest, name: str) -> HttpResponse:
    """One guide."""
    if name not in GUIDES:
        raise Http404("There is no such guide.")
    return render(request, "web/guide.html", {"title": GUIDES[name], "body": _rendered(name), "guides": written()})


def picture(request: HttpRequest, name: str) -> FileResponse:
    """A picture of a guide, out of docs/pictures/."""
    path = Path(settings.HOUSE) / "docs" / "pictures" / f"{name}.png"
    if not path.is_file():
        raise Http404("There is no such picture.")
    return FileResponse(path.open("rb"), content_type="image/png")


@cache
def _rendered(name: str) -> SafeString:
    path = Path(settings.HOUSE) / "docs" / f"{name}.md"
    if not path.is_file():
        raise Http404("This guide is not written yet.")
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(path.read_text(encoding="utf-8"))
    return mark_safe(html)  # noqa: S308 - our own files, rendered with HTML off


@cache
def written() -> dict[str, str]:
    """The guides that exist, by name."""
    return {name: title for name, title in GUIDES.items() if (Path(settings.HOUSE) / "docs" / f"{name}.md").is_file()}
