"""HTML as plain text, with quotes marked `> `: enough to find orders, in time that grows with the
length alone. Pure.

General HTML parsers, the standard library's among them, take minutes over 60 kB of `<a <a <a`; a
letter is hostile input. Hidden text, struck-out text and the sender's signature are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

_TOKEN = re.compile(
    r"<!--|</?([a-zA-Z][a-zA-Z0-9:-]{0,20})((?:[\s/][^<>]*)?)>|<![^<>]*>|<\?[^<>]*>"
)
_BLOCKS = frozenset((
    "address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer", "form",
    "header", "html", "li", "main", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "section",
    "table", "tr", "ul",
))  # fmt: skip
_RAW = frozenset((
    "head", "iframe", "noembed", "noframes", "noscript", "script", "style", "template", "textarea",
    "title", "xmp",
))  # fmt: skip
"""Elements that hold no elements, or none that are shown: their content ends at their own closing
tag.
"""
_UNSEEN = frozenset((
    "audio", "canvas", "datalist", "del", "dialog", "math", "object", "option", "s", "select",
    "strike", "svg", "video",
))  # fmt: skip
_VOID = frozenset((
    "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta",
    "param", "source", "track", "wbr",
))  # fmt: skip
_ATTRIBUTE = re.compile(
    r"""([a-z][a-z-]{0,30})(?:\s{0,20}=\s{0,20}("[^"]*"|'[^']*'|[^\s"']+))?""", re.IGNORECASE
)
_NOTHING = re.compile(r"(?:0+(?:\.0*)?|\.0+)(?:px|pt|em|%)?$")
_SIGNATURE = re.compile(
    r"gmail_signature|moz-signature|k9mail-signature|protonmail_signature|"
    r"ms-outlook-mobile-signature|__SIG_|(?<![\w-])(?:x_)?signature(?![\w-])",
    re.IGNORECASE,
)
_QUOTE = re.compile(
    r"gmail_(?:quote|extra|attr)|yahoo_quoted|zmail_extra|moz-cite-prefix|divRplyFwdMsg|"
    r"appendonsend|protonmail_quote|OutlookMessageHeader|"
    r"AppleOriginalContents|__QUOTED_TEXT__|mail-editor-reference-message|cite_prefix",
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


def plain(html: str) -> str:
    """The text of a page. A quoted letter, as mail programs mark it, begins with a rule or stands
    behind `> `.
    """
    page, raw, at = _Page(), "", 0
    html = _LONG_REFERENCE.sub("", html)
    for token in _TOKEN.finditer(html):
        if token.start() < at:
            continue
        if not raw:
            page.write(html[at : token.start()])
        at = token.end()
        name, closes = (token[1] or "").lower(), token[0].startswith("</")
        if token[0] == "<!--":
            end = html.find("-->", at)
            if end < 0:
                break  # an unclosed comment hides the rest, as in a browser
            at = end + 3
        elif raw:
            raw = "" if closes and name == raw else raw
        elif name in _RAW and not closes:
            raw = name
        elif closes:
            page.close(name)
        elif name:
            page.open(name, token[2] or "")
    else:
        if not raw:
            page.write(html[at:])
    text = "".join(page.out).replace("\u00a0", " ")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip() for line in text.split("\n"))).strip(
        "\n"
    )


class _Page:
    """The open elements, and the text so far."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.elements: list[tuple[str, bool, bool]] = []
        """Name, whether it is hidden, whether it keeps lines."""
        self.open_ones: Counter[str] = Counter()
        self.hidden = self.keeping = self.quotes = 0

    def write(self, text: str) -> None:
        """Add text between tags, unless it is hidden."""
        if self.hidden or not text:
            return
        mark = "\n" + "> " * min(self.quotes, 5)
        lines = text.split("\n") if self.keeping else [text]
        self.out.append(mark.join(unescape(re.sub(r"\s+", " ", line)) for line in lines))

    def open(self, name: str, attributes: str) -> None:
        """Open an element."""
        if name in _BLOCKS and self.elements and self.elements[-1][0] == "p":
            self.close("p")  # a block ends an unclosed paragraph
        attrs = (
            {key.lower(): value.strip("\"'") for key, value in _ATTRIBUTE.findall(attributes)}
            if attributes
            else {}
        )
        style = _style(attrs.get("style", ""))
        marks = " ".join(attrs.get(key, "") for key in ("class", "id", "name", "data-marker"))
        quote = not self.hidden and (name == "hr" or _begins_quote(attrs, style, marks))
        hides = (
            name in _UNSEEN or "hidden" in attrs or _hides(style) or bool(_SIGNATURE.search(marks))
        )
        keeps = name == "pre" or style.get("white-space", "").startswith(("pre", "break-spaces"))
        if name == "blockquote":
            self.quotes += 1
        if not self.hidden and (name == "br" or name in _BLOCKS):
            self._newline()
        if quote:
            self.out.append(f"\n{RULE}\n")
        if name in ("td", "th"):
            self.write(" ")
        if name not in _VOID:
            self.elements.append((name, hides, keeps))
            self.open_ones[name] += 1
            self.hidden += hides
            self.keeping += keeps

    def close(self, name: str) -> None:
        """Close the innermost element of that name, and all unclosed ones in it."""
        while self.open_ones[name]:
            inner, hides, keeps = self.elements.pop()
            self.open_ones[inner] -= 1
            self.hidden -= hides
            self.keeping -= keeps
            self.quotes -= inner == "blockquote"
            if inner == name:
                break
        if not self.hidden and (name == "br" or name in _BLOCKS):
            self._newline()

    def _newline(self) -> None:
        self.out.append("\n" + "> " * min(self.quotes, 5))


def _style(text: str) -> dict[str, str]:
    """The declarations of a style attribute, in lower case with single blanks."""
    declared = (one.partition(":") for one in text.lower().split(";"))
    return {
        name.strip(): " ".join(value.split()).removesuffix("!important").strip()
        for name, _, value in declared
    }


def _hides(style: dict[str, str]) -> bool:
    """Whether an element of that style is invisible or struck out."""
    return (
        style.get("display", "").startswith("none")
        or style.get("visibility", "") in ("hidden", "collapse")
        or style.get("mso-hide", "") == "all"
        or any(
            name in style and bool(_NOTHING.match(style[name]))
            for name in ("opacity", "font-size", "max-height", "max-width")
        )
        or style.get("font-size", "") == "1px"
        or any(
            "line-through" in value
            for name, value in style.items()
            if name.startswith("text-decoration")
        )
        or any(
            len(value) > 4 and value.startswith("-")
            for name in ("left", "top", "text-indent")
            if (value := style.get(name, ""))
        )
    )


def _begins_quote(attrs: dict[str, str], style: dict[str, str], marks: str) -> bool:
    """Whether a mail program marks the quoted letter by this element."""
    border = any(
        (name.startswith("border") and _OUTLOOKS_LINE.search(value))
        or (_LINE_BESIDE.match(name) and _LINE.search(value) and not _NO_WIDTH.search(value))
        for name, value in style.items()
    )
    return bool(_QUOTE.search(marks)) or attrs.get("name", "").lower() == "quote" or border
