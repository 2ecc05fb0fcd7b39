"""HTML as plain text, with quotes marked `> `: what is needed to find orders, in time that grows with the length alone. Pure.

Readers of whole web pages, the standard library's among them, take minutes over 60 kB of `<a <a <a`; a letter is hostile input.
"""

from __future__ import annotations

import re
from html import unescape

_TOKEN = re.compile(r"<!--|</?([a-zA-Z][a-zA-Z0-9:-]{0,20})((?:\s[^<>]*)?)/?>|<![^<>]*>|<\?[^<>]*>")
_LINES = frozenset(
    {"address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer", "form", "header", "html", "li"}
)
_LINES |= {"h1", "h2", "h3", "h4", "h5", "h6", "main", "ol", "p", "pre", "section", "table", "tr", "ul"}
_UNSEEN = frozenset(("head", "script", "style", "template", "title"))
_QUOTE = re.compile(r"(?:gmail_quote|yahoo_quoted|moz-cite-prefix|divRplyFwdMsg|appendonsend|protonmail_quote|OutlookMessageHeader)")
"""Classes and ids by which mail programs mark where the quoted letter begins."""
RULE = "__________"
"""Stands for a rule across the page, above which an answer ends."""


def plain(html: str) -> str:
    """The text of a page. What a mail program marks as the quoted letter begins with a rule or stands behind `> `."""
    out: list[str] = []
    quotes, unseen, at = 0, "", 0

    def newline() -> None:
        out.append("\n" + "> " * min(quotes, 5))

    for token in _TOKEN.finditer(html):
        if token.start() < at:
            continue
        if not unseen:
            out.append(unescape(re.sub(r"\s+", " ", html[at : token.start()])))
        at = token.end()
        name, closes = (token[1] or "").lower(), token[0].startswith("</")
        if token[0] == "<!--":
            end = html.find("-->", at)
            if end < 0:
                break  # a comment without an end hides all that follows it, as in a browser
            at = end + 3
        elif unseen:
            unseen = "" if closes and name == unseen else unseen
        elif name in _UNSEEN and not closes:
            unseen = name
        elif name == "blockquote":
            quotes = max(0, quotes + (-1 if closes else 1))
            newline()
        elif name == "hr" or (not closes and _QUOTE.search(token[2] or "")):
            out.append(f"\n{RULE}\n")
        elif name == "br" or name in _LINES:
            newline()
    else:
        if not unseen:
            out.append(unescape(re.sub(r"\s+", " ", html[at:])))
    text = "".join(out).replace("\u00a0", " ")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip() for line in text.split("\n"))).strip("\n")
