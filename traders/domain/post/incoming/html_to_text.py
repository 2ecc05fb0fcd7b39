"""HTML as plain text, with quotes marked `> `: enough to find orders, in time that grows with the
length alone. Pure.

General HTML parsers, the standard library's among them, take minutes over 60 kB of `<a <a <a`; a
letter is hostile input. What its writer could not see is no order: text that no mail program shows
(`computed_style`), struck-out text and the sender's signature are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from html import unescape
from math import inf
from typing import NamedTuple

from traders.domain.post.incoming.computed_style import Style, computed
from traders.domain.post.incoming.css_box_visibility import PLAIN, Box
from traders.domain.post.incoming.html_tokens import (
    WHOLE,
    attributes_of,
    in_a_page,
    sheets_of,
    tokens_of,
)
from traders.domain.post.incoming.style_sheets import (
    Declaration,
    Element,
    StyleSheets,
    declarations,
)

LONG = 100
"""Characters beyond which a line is broken."""
_SPACED = frozenset(("blockquote", "br", "dl", "h1", "h2", "h3", "ol", "p", "pre", "ul"))
"""Elements above which a line or more is empty, and `br`."""
_STYLED = frozenset(("bdo", "big", "img", "pre", "small", "sub", "sup"))
"""Elements with a style of their own."""
MOST_UNSEEN = 8_000
"""Characters that are kept of what is left out."""
_BLOCKS = frozenset((
    "address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer", "form",
    "header", "html", "li", "main", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "section",
    "table", "tr", "ul",
))  # fmt: skip
_UNSEEN = frozenset((
    "audio", "canvas", "datalist", "del", "dialog", "head", "marquee", "math", "meter", "object",
    "option", "progress", "rp", "s", "select", "strike", "svg", "video", "xml",
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
_BREAKS = _BLOCKS | _CELLS | {"br", "hr"}
"""Elements before and behind which another word begins."""
MOST_REOPENED = 20
"""Elements that begin anew behind one that is closed, the innermost."""
_ENDED_BY_ITSELF = frozenset(("dd", "dt", "li", "option", "td", "th", "tr"))
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
RULE = "__________"
"""Stands for a rule across the page, above which an answer ends."""


class Shown(NamedTuple):
    """A page as text, and the lines that were left out since nobody sees them."""

    text: str
    unseen: tuple[str, ...] = ()


def unstyled(html: str) -> str:
    """The text of a page whose styles hide nothing and mark no quote, as the HTML of a letter of
    ours: in a twentieth of the time.
    """
    return unescape(
        "".join(
            one.text if one.kind == "text" else "\n" * (one.name in _BREAKS)
            for one in tokens_of(html)
        )
    )


def shown(html: str) -> Shown:
    """The text of a page, and what no mail program shows above a quoted letter. That one, as mail
    programs mark it, begins with a rule or stands behind `> `.
    """
    tokens = list(tokens_of(html))
    page = _Page(StyleSheets(sheet for one in tokens for sheet in sheets_of(one)))
    for token in in_a_page(tokens):
        match token.kind:
            case "text":
                page.write(token.text)
            case "unseen":
                page.leave_out(re.sub(r"<[^<>]*>", "\n", token.text))
            case "open":
                page.open(token.name, token.text)
            case "close" if token.name not in WHOLE:  # what stands behind is in the page too
                page.close(token.name)
    text = "".join(page.out).replace("\u00a0", " ")
    lines = re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip() for line in text.split("\n")))
    return Shown(lines.strip("\n"), page.unseen_lines())


class _Opened(NamedTuple):
    """An open element."""

    element: Element
    attributes: str
    hides: bool
    style: Style
    at: int = 0
    """Where its text begins."""

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
        self.hidden = self.quotes = self.line = 0
        self.fresh = True
        """Whether nothing stands in the line yet."""
        self.last_lines: list[float] = [inf]
        """The last line that is seen in each open box that cuts lines off, and in all around."""
        self.lifted: list[int] = []
        self.covered = -1
        """The depth of the element in which what lies over covers all; -1 where none does."""
        self.ruled = False
        self.left_out: list[str] = []
        self.room = MOST_UNSEEN

    @property
    def shows(self) -> bool:
        """Whether text here is seen."""
        if self.hidden or self.covered >= 0 or self.line > self.last_lines[-1]:
            return False
        return self.style.shows and not self.sheets.is_spent

    def write(self, text: str) -> None:
        """Add text between tags, or leave it out where it is hidden."""
        if text.strip():
            self._behind_head()
            self.fresh = False
        if not self.shows:
            self.leave_out(text)
            return
        mark = "\n" + "> " * min(self.quotes, 5)
        lines = text.split("\n") if self.style.keeps else [text]
        self.line += len(lines) - 1 + len(text.strip()) // LONG
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
        attrs = attributes_of(attributes)
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
            self._newline(name)
        if quote:
            self._newline()
            self.out.append(RULE)
            self._newline()
            self.ruled = True
        if name in ("td", "th") and seen:
            self.out.append(" ")
        if style.box.paints and seen:
            self._cover(style)
        if name not in _VOID:
            hides = _is_unseen(element) or bool(_SIGNATURE.search(marks))
            self._push(_Opened(element, attributes, hides, style, len(self.out)))

    def _declared(self, element: Element) -> list[Declaration]:
        of_sheets = self.sheets.declared(element, self.elements) if self.sheets else []
        return self.sheets.with_founts([*of_sheets, *_inline(element.attributes.get("style", ""))])

    def _push(self, opened: _Opened) -> None:
        self.opened.append(opened)
        box = opened.style.box
        if box.over:
            self.lifted.append(len(self.opened) - 1)
        if box.lines < inf:
            self.last_lines.append(min(self.last_lines[-1], self.line + box.lines - 1))
        self.elements.append(opened.element)
        self.open_ones[opened.name] += 1
        self.hidden += opened.hides
        self.style = opened.style

    def _cover(self, style: Style) -> None:
        """Leave out what stands beside the innermost element that lies over it, where something in
        that covers what is below: `style` is of what is opened now.
        """
        beside = len(self.opened) - 1 if style.box.over else max(self.lifted[-1:], default=0) - 1
        if beside >= 0 and self.covered < 0:
            at = self.opened[beside].at
            self.leave_out("".join(self.out[at:]))
            del self.out[at:]
            self.covered = beside

    def _out_of(self, box: Box) -> None:
        """The innermost element, of that box, is closed."""
        if self.covered == len(self.opened):
            self.covered = -1
        if box.over:
            self.lifted.pop()
        if box.lines < inf:
            self.last_lines.pop()

    def close(self, name: str) -> None:
        """Close the innermost element of that name, and all unclosed ones in it."""
        again = list[_Opened]()
        while self.open_ones[name]:
            inner = self.opened.pop()
            self._out_of(inner.style.box)
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

    def _newline(self, name: str = "") -> None:
        self.line += (not self.fresh) + (name in _SPACED)
        self.fresh = True
        self.out.append("\n" + "> " * min(self.quotes, 5))


@lru_cache(maxsize=512)
def _inline(style: str) -> tuple[Declaration, ...]:
    return tuple(declarations(style))


def _styled(around: Style, element: Element, declared: list[Declaration]) -> Style:
    if not declared and not element.attributes and element.tag not in _STYLED:
        return around if around.box is PLAIN else replace(around, box=PLAIN)
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
