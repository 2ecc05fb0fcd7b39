"""What there is to read beside the rules: the order language and the guides in docs/, rendered from
their Markdown, with their pictures.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

GUIDES = {
    "players": "How to play",
    "orders": "The order language",
    "organizers": "For organizers",
    "referees": "For referees",
    "api": "For programs",
    "operators": "For operators",
    "operators-mail": "Mail for operators",
}
"""The guides that the site shows, where docs/ has them."""


def guide(request: HttpRequest, name: str) -> HttpResponse:
    """One guide."""
    if name not in GUIDES:
        raise Http404("There is no such guide.")
    return render(
        request,
        "web/guide.html",
        {"title": GUIDES[name], "body": _rendered(name), "guides": written()},
    )


def decision(request: HttpRequest, name: str) -> HttpResponse:
    """Why something is as it is: a decision to which a guide refers."""
    return render(
        request,
        "web/guide.html",
        {"title": "Why so", "body": _rendered(f"decisions/{name}"), "guides": written()},
    )


def picture(request: HttpRequest, name: str) -> FileResponse:
    """A picture of a guide, out of docs/pictures/."""
    path = _of_docs(f"pictures/{name}.png", "There is no such picture.")
    return FileResponse(path.open("rb"), content_type="image/png")


def _of_docs(name: str, otherwise: str) -> Path:
    """A file of docs/. The name is looked for among those that are there: no file system is asked
    for one too long for it.
    """
    path = Path(settings.HOUSE) / "docs" / name
    if path not in path.parent.iterdir():
        raise Http404(otherwise)
    return path


@cache
def _rendered(name: str) -> SafeString:
    path = _of_docs(f"{name}.md", "This guide is not written yet.")
    # imported here: only the guides are written in Markdown
    from markdown_it import MarkdownIt  # noqa: PLC0415

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(path.read_text(encoding="utf-8"))
    for token, text in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", slugify(text.content))
        if token.type == "table_open":  # it scrolls sideways in a narrow window, by the keys too
            token.attrSet("tabindex", "0")
    for link in (
        child for token in tokens for child in token.children or () if child.type == "link_open"
    ):
        link.attrSet("href", _on_site(str(link.attrGet("href"))))
    html: str = reader.renderer.render(tokens, reader.options, {})
    return mark_safe(html)  # noqa: S308 - our own files, rendered with HTML off


_FILE = re.compile(r"(?P<decision>decisions/|(?=\d{4}-))?(?P<name>[\w-]+)\.md(?P<place>#.*)?")
"""A link from one file of docs/ to another."""


def _on_site(link: str) -> str:
    """The link, or where the file that it names stands on the site."""
    named = _FILE.fullmatch(link)
    if named is None:
        return link
    return reverse("guide" if named["decision"] is None else "decision", args=[named["name"]]) + (
        named["place"] or ""
    )


@cache
def written() -> dict[str, str]:
    """The guides that exist, by name."""
    return {
        name: title
        for name, title in GUIDES.items()
        if (Path(settings.HOUSE) / "docs" / f"{name}.md").is_file()
    }
