"""HTML as tags, texts and style sheets, in time that grows with its length alone. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from traders.domain.post.incoming.css_imports import in_address, with_imported

_MARKUP = re.compile(r"<(?:(!--)|(/?)([a-zA-Z][^\s/>]*)|[!?/])")
_TAG_END = re.compile(
    r"""((?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])))*+)>""",
)
"""The rest of a tag: a `>` in an attribute's quotes does not end it."""
_COMMENT_END = re.compile(r"-?>|[\s\S]*?--!?>")
_ADDRESS = re.compile(r"<[^\s<>@]+@[^\s<>@]+>")
"""A mailbox in angle brackets, as text has it."""
_RAW = frozenset((
    "iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "template",
    "textarea", "title", "xmp",
))  # fmt: skip
"""Elements that hold no elements, or none that are shown: their content ends at their own closing
tag.
"""
_CLOSES = re.compile(r"</([a-z]+)(?=[\s/>])[^<>]*+>", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"""([^\s/>=][^\s/>=]*+)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+))?+"""
)
_LONG_REFERENCE = re.compile(r"&#x?[0-9a-f]{8,};?", re.IGNORECASE)
"""A character reference beyond every character."""


class Token(NamedTuple):
    """A piece of a page."""

    kind: str
    """`text`; `open` and `close`, with the element's name; `style`, a sheet; `unseen`."""
    text: str = ""
    name: str = ""


def sheets_of(token: Token) -> Iterator[str]:
    """The style sheets of a `style` or a `link`."""
    if token.kind == "style":
        yield from with_imported(token.text)
    elif (token.kind, token.name) == ("open", "link"):
        said = attributes_of(token.text)
        if "stylesheet" in said.get("rel", "").lower().split():
            yield from in_address(said.get("href", ""), said.get("media", ""))


WHOLE = ("html", "body")
"""The elements that every page has, whether it names them or not, until it ends."""


def in_a_page(tokens: list[Token]) -> list[Token]:
    """The tokens with those two first, named or not, as browsers have them: for what a style sheet
    says of them.
    """
    rest, first = list(tokens), list[Token]()
    for name in WHOLE:
        at = next((at for at, one in enumerate(rest) if (one.kind, one.name) == ("open", name)), -1)
        first.append(rest.pop(at) if at >= 0 else Token("open", name=name))
    return [*first, *rest]


def tokens_of(html: str) -> Iterator[Token]:
    """The page's text and tags. As in a browser, what is not closed hides the rest."""
    html = _LONG_REFERENCE.sub("", html)
    at = written = 0
    while found := _MARKUP.search(html, at):
        start, at = found.span()
        if address := _ADDRESS.match(html, start):
            at = address.end()
            continue
        if start > written:
            yield Token("text", html[written:start])
        if found[1]:
            end = _COMMENT_END.match(html, at)
        elif found[3]:
            end = _TAG_END.match(html, at)
        else:
            end = re.compile(r"[^>]*+>").match(html, at)
        if end is None:
            yield Token("unseen", html[at:])
            return
        at = written = end.end()
        name = (found[3] or "").lower()
        if found[1]:
            yield Token("unseen", end[0].rstrip("->!"))
        elif found[2]:
            yield Token("close", name=name)
        elif name in _RAW:
            closes = (tag for tag in _CLOSES.finditer(html, at) if tag[1].lower() == name)
            close = next(closes, None)
            inner = html[at : close.start() if close else None]
            if name == "style":
                yield Token("style", inner)
            elif name != "script":
                yield Token("unseen", inner)
            if close is None:
                return
            at = written = close.end()
        elif name:
            yield Token("open", end[1], name)
    if written < len(html):
        yield Token("text", html[written:])


def attributes_of(text: str) -> dict[str, str]:
    """A tag's attributes by name, in lower case."""
    found = reversed(_ATTRIBUTE.findall(text) if text else [])  # of two alike the first counts
    return {key.lower(): unescape(value.strip("\"'")) for key, value in found}
