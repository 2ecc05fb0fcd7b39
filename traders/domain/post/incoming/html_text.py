"""HTML as plain text, with quotes marked `> `: enough to find orders, in time that grows with the
length alone. Pure.

General HTML parsers, the standard library's among them, take minutes over 60 kB of `<a <a <a`; a
letter is hostile input. What its writer could not see is no order: text that no mail program shows
(`computed_style`), struck-out text and the sender's signature are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from traders.domain.post.incoming.computed_style import Style, computed
from traders.domain.post.incoming.imported_sheets import in_address, with_imported
from traders.domain.post.incoming.style_sheets import (
    Declaration,
    Element,
    StyleSheets,
    declarations,
)

MOST_UNSEEN = 8_000
"""Characters that are kept of what is left out."""
_MARKUP = re.compile(r"<(?:(!--)|(/?)([a-zA-Z][^\s/>]*)|[!?/])")
_TAG_END = re.compile(
    r"""((?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])))*+)>""",
)
"""The rest of a tag: a `>` in an attribute's quotes does not end it."""
_COMMENT_END = re.compile(r"-?>|[\s\S]*?--!?>")
_ADDRESS = re.compile(r"<[^\s<>@]+@[^\s<>@]+>")
"""A mailbox in angle brackets, as text has it."""
_BLOCKS = frozenset((
    "address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer", "form",
    "header", "html", "li", "main", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "section",
    "table", "tr", "ul",
))  # fmt: skip
_RAW = frozenset((
    "iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "template",
    "textarea", "title", "xmp",
))  # fmt: skip
"""Elements that hold no elements, or none that are shown: their content ends at their own closing
tag.
"""
_CLOSES = re.compile(r"</([a-z]+)(?=[\s/>])[^<>]*+>", re.IGNORECASE)
_UNSEEN = frozenset((
    "audio", "canvas", "datalist", "del", "dialog", "head", "math", "meter", "object", "option",
    "progress", "rp", "s", "select", "strike", "svg", "video", "xml",
))  # fmt: skip
_VOID = frozenset((
    "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta",
    "param", "source", "track", "wbr",
))  # fmt: skip
_IN_HEAD = frozenset((
    "base", "basefont", "link", "meta", "noscript", "script", "style", "template", "title",
))  # fmt: skip
_FORMATTING = frozenset((
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
))  # fmt: skip
"""Elements that begin anew behind a block in which they were left open."""
_CELLS = frozenset(("body", "caption", "html", "table", "td", "th"))
MOST_REOPENED = 20
_ENDED_BY_ITSELF = frozenset(("dd", "dt", "li", "option", "td", "th", "tr"))
_ATTRIBUTE = re.compile(
    r"""([^\s/>=][^\s/>=]*+)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+))?+"""
)
_SIGNATURE = re.compile(
    r"gmail_signature|moz-signature|k9mail-signature|protonmail_signature|"
    r"ms-outlook-mobile-signature|__SIG_|(?<![\w-])(?:x_)?signature(?![\w-])",
    re.IGNORECASE,
)
_QUOTE = re.compile(
    r"gmail_(?:quote|extra|attr)|yahoo_quoted|zmail_extra|moz-cite-prefix|divRplyFwdMsg|"
    r"appendonsend|protonmail_quote|OutlookMessageHeader|"
    r"AppleOriginalContents|__QUOTED_TEXT__|mail-editor-reference-message|cite_prefix|"
    r"OLK_SRC_BODY_SECTION",
    re.IGNORECASE,
)
"""Classes, ids and marks by which mail programs mark the beginning of the quoted letter."""
_OUTLOOKS_LINE = re.compile(r"solid #?(?:b5c4df|e1e1e1)")
"""The border above the letter that Outlook quotes."""
_LINE_BESIDE = re.compile(r"border-(?:left|inline-start)(?:-style)?$")
_LINE = re.compile(r"\b(?:solid|dashed|dotted|double)\b")
_NO_WIDTH = re.compile(r"(?<![\w.#])0+(?:\.0*)?(?:px|pt|em)?(?![\w.%])")
"""A line down the left side, by which programs without marks show what they quote."""
_LONG_REFERENCE = re.compile(r"&#x?[0-9a-f]{8,};?", re.IGNORECASE)
"""A character reference beyond every character."""
RULE = "__________"
"""Stands for a rule across the page, above which an answer ends."""


class Shown(NamedTuple):
    """A page as text, and the lines that were left out since nobody sees them."""

    text: str
    unseen: tuple[str, ...] = ()


def plain(html: str) -> str:
    """The text of a page. A quoted letter, as mail programs mark it, begins with a rule or stands
    behind `> `.
    """
    return shown(html).text


def shown(html: str) -> Shown:
    """The same, with what no mail program shows above a quoted letter."""
    tokens = list(_tokens(_LONG_REFERENCE.sub("", html)))
    page = _Page(StyleSheets(sheet for one in tokens for sheet in _sheets(one)))
    for token in _in_a_page(tokens):
        match token.kind:
            case "text":
                page.write(token.text)
            case "unseen":
                page.leave_out(re.sub(r"<[^<>]*>", "\n", token.text))
            case "open":
                page.open(token.name, token.text)
            case "close" if token.name not in _WHOLE:  # what stands behind is in the page too
                page.close(token.name)
    text = "".join(page.out).replace("\u00a0", " ")
    lines = re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip() for line in text.split("\n")))
    return Shown(lines.strip("\n"), page.unseen_lines())


class _Token(NamedTuple):
    kind: str
    """`text`; `open` and `close`, with the element's name; `style`, a sheet; `unseen`."""
    text: str = ""
    name: str = ""


def _sheets(token: _Token) -> Iterator[str]:
    """The style sheets of a `style` or a `link`."""
    if token.kind == "style":
        yield from with_imported(token.text)
    elif (token.kind, token.name) == ("open", "link"):
        said = _attributes(token.text)
        if "stylesheet" in said.get("rel", "").lower().split():
            yield from in_address(said.get("href", ""), said.get("media", ""))


_WHOLE = ("html", "body")
"""The elements that every page has, whether it names them or not, until it ends."""


def _in_a_page(tokens: list[_Token]) -> list[_Token]:
    """The tokens with those two first, named or not, as browsers have them: for what a style sheet
    says of them.
    """
    rest, first = list(tokens), list[_Token]()
    for name in _WHOLE:
        at = next((at for at, one in enumerate(rest) if (one.kind, one.name) == ("open", name)), -1)
        first.append(rest.pop(at) if at >= 0 else _Token("open", name=name))
    return [*first, *rest]


def _tokens(html: str) -> Iterator[_Token]:
    """The page's text and tags. As in a browser, what is not closed hides the rest."""
    at = written = 0
    while found := _MARKUP.search(html, at):
        start, at = found.span()
        if address := _ADDRESS.match(html, start):
            at = address.end()
            continue
        if start > written:
            yield _Token("text", html[written:start])
        if found[1]:
            end = _COMMENT_END.match(html, at)
        elif found[3]:
            end = _TAG_END.match(html, at)
        else:
            end = re.compile(r"[^>]*+>").match(html, at)
        if end is None:
            yield _Token("unseen", html[at:])
            return
        at = written = end.end()
        name = (found[3] or "").lower()
        if found[1]:
            yield _Token("unseen", end[0].rstrip("->!"))
        elif found[2]:
            yield _Token("close", name=name)
        elif name in _RAW:
            closes = (tag for tag in _CLOSES.finditer(html, at) if tag[1].lower() == name)
            close = next(closes, None)
            inner = html[at : close.start() if close else None]
            if name == "style":
                yield _Token("style", inner)
            elif name != "script":
                yield _Token("unseen", inner)
            if close is None:
                return
            at = written = close.end()
        elif name:
            yield _Token("open", end[1], name)
    if written < len(html):
        yield _Token("text", html[written:])


class _Opened(NamedTuple):
    """An open element."""

    element: Element
    attributes: str
    hides: bool
    style: Style

    @property
    def name(self) -> str:
        return self.element.tag


class _Page:
    """The open elements, and the text so far."""

    def __init__(self, sheets: StyleSheets) -> None:
        self.out: list[str] = []
        self.sheets = sheets
        self.opened: list[_Opened] = []
        self.elements: list[Element] = []
        self.open_ones: Counter[str] = Counter()
        self.style = Style()
        self.hidden = self.quotes = 0
        self.ruled = False
        self.left_out: list[str] = []
        self.room = MOST_UNSEEN

    @property
    def shows(self) -> bool:
        """Whether text here is seen."""
        return not self.hidden and self.style.shows and not self.sheets.is_spent

    def write(self, text: str) -> None:
        """Add text between tags, or leave it out where it is hidden."""
        if text.strip():
            self._behind_head()
        if not self.shows:
            self.leave_out(text)
            return
        mark = "\n" + "> " * min(self.quotes, 5)
        lines = text.split("\n") if self.style.keeps else [text]
        self.out.append(mark.join(unescape(re.sub(r"\s+", " ", line)) for line in lines))

    def leave_out(self, text: str) -> None:
        """Keep what nobody sees, to name it; not of what is quoted."""
        if not self.ruled and not self.quotes and self.room > 0:
            self.left_out.append(text[: self.room])
            self.room -= len(text)

    def unseen_lines(self) -> tuple[str, ...]:
        """The lines that were left out."""
        lines = unescape("\n".join(self.left_out)).replace("\u00a0", " ").split("\n")
        return tuple(dict.fromkeys(filter(None, (" ".join(line.split()) for line in lines))))

    def _behind_head(self) -> None:
        if self.opened and self.opened[-1].name == "head":
            self.close("head")

    def open(self, name: str, attributes: str) -> None:
        """Open an element."""
        if name not in _IN_HEAD:
            self._behind_head()
        last = self.opened[-1].name if self.opened else ""
        if (name in _BLOCKS and last == "p") or (name in _ENDED_BY_ITSELF and last == name):
            self.close(last)  # a block ends an unclosed paragraph
        attrs = _attributes(attributes)
        element = Element(name, attrs)
        declared = self._declared(element)
        style = _styled(self.style, element, declared)
        marks = " ".join(attrs.get(key, "") for key in ("class", "id", "name", "data-marker"))
        seen = not self.hidden and style.shows
        values = {one.name: one.value for one in declared}
        quote = seen and (name == "hr" or _begins_quote(attrs, values, marks))
        if name == "blockquote":
            self.quotes += 1
        if seen and (name == "br" or name in _BLOCKS):
            self._newline()
        if quote:
            self._newline()
            self.out.append(RULE)
            self._newline()
            self.ruled = True
        if name in ("td", "th") and seen:
            self.out.append(" ")
        if name not in _VOID:
            hides = _is_unseen(element) or bool(_SIGNATURE.search(marks))
            self._push(_Opened(element, attributes, hides, style))

    def _declared(self, element: Element) -> list[Declaration]:
        of_sheets = self.sheets.declared(element, self.elements) if self.sheets else []
        return [*of_sheets, *_inline(element.attributes.get("style", ""))]

    def _push(self, opened: _Opened) -> None:
        self.opened.append(opened)
        self.elements.append(opened.element)
        self.open_ones[opened.name] += 1
        self.hidden += opened.hides
        self.style = opened.style

    def close(self, name: str) -> None:
        """Close the innermost element of that name, and all unclosed ones in it."""
        again = list[_Opened]()
        while self.open_ones[name]:
            inner = self.opened.pop()
            self.elements.pop()
            self.open_ones[inner.name] -= 1
            self.hidden -= inner.hides
            self.quotes -= inner.name == "blockquote"
            self.style = self.opened[-1].style if self.opened else Style()
            if inner.name == name:
                break
            if inner.name in _FORMATTING and name not in _FORMATTING | _CELLS:
                again.append(inner)
        if self.shows and (name == "br" or name in _BLOCKS):
            self._newline()
        for inner in again[-1 : -1 - MOST_REOPENED : -1]:
            self.open(inner.name, inner.attributes)

    def _newline(self) -> None:
        self.out.append("\n" + "> " * min(self.quotes, 5))


def _attributes(text: str) -> dict[str, str]:
    found = reversed(_ATTRIBUTE.findall(text) if text else [])  # of two alike the first counts
    return {key.lower(): unescape(value.strip("\"'")) for key, value in found}


@lru_cache(maxsize=512)
def _inline(style: str) -> tuple[Declaration, ...]:
    return tuple(declarations(style))


def _styled(around: Style, element: Element, declared: list[Declaration]) -> Style:
    if not declared and not element.attributes and element.tag not in ("big", "pre", "small"):
        return around
    return computed(around, element.tag, element.attributes, declared)


def _is_unseen(element: Element) -> bool:
    """Whether mail programs show nothing of such an element, whatever its style."""
    attributes = element.attributes
    return (
        element.tag in _UNSEEN
        or element.tag.startswith(("w:", "m:"))
        or (element.tag == "details" and "open" not in attributes)
        or "hidden" in attributes
        or "popover" in attributes
        or attributes.get("aria-hidden", "").lower() == "true"
    )


def _begins_quote(attrs: Mapping[str, str], style: Mapping[str, str], marks: str) -> bool:
    """Whether a mail program marks the quoted letter by this element."""
    border = any(
        (name.startswith("border") and _OUTLOOKS_LINE.search(value))
        or (_LINE_BESIDE.match(name) and _LINE.search(value) and not _NO_WIDTH.search(value))
        for name, value in style.items()
    )
    return bool(_QUOTE.search(marks)) or attrs.get("name", "").lower() == "quote" or border
