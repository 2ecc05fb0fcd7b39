"""What Gmail, Outlook and Apple Mail make of a letter's HTML: each kind of letter uses only what
they show (docs/decisions/0031-html-of-letters.md has the reasons and the sources).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest

from tests.proof.letters import specimen
from tools.specimens.play_letters import kinds
from traders.engines.registry import ENGINES

pytestmark = pytest.mark.django_db
ALL = [(kind, system) for system in ENGINES for kind in kinds(system) if kind != "sign-in"]
MOST_BYTES = 102_000
"""What is longer Gmail cuts, with a link to the rest."""

TEXT = {
    "color", "background-color", "font", "font-family", "font-size", "font-weight",
    "text-decoration", "text-align", "vertical-align", "letter-spacing", "line-height",
    "white-space", "border-collapse", "text-transform",
}  # fmt: skip
"""Properties that Outlook's Word engine knows on every element."""
MARGIN = {"margin"}
BOX = {"width", "height", "padding", "border-left", "border-top", "border-bottom"}
KNOWN = {"table": TEXT | MARGIN | {"width"}, "td": TEXT | BOX} | dict.fromkeys(
    ("div", "p", "h1", "h2", "pre"), TEXT | MARGIN
)
"""Properties by element, as Outlook for Windows knows them; elsewhere text alone."""
GIVES_WAY = {
    "table": {"max-width", "border-radius", "table-layout"},
    "td": {"border-radius", "overflow-wrap"},
    "div": {"padding-top", "border-top"},
    "img": {"max-width", "width", "height", "border-radius", "display"},
    "body": {"margin", "padding"},
}
"""Properties that a program may leave out: corners are square then, a picture is as wide as its
attribute says, and a letter as wide as its picture or its longest address
(docs/decisions/0031-html-of-letters.md).
"""
WORKED_OUT = {("img", "height", "auto"), ("table", "table-layout", "fixed")}
"""Of these the values that Outlook does not know, and may leave out."""
ELEMENTS = {
    "html", "head", "meta", "title", "style", "body", "table", "tbody", "tr", "td", "div", "p",
    "h1", "h2", "a", "br", "span", "strong", "code", "pre", "img",
}  # fmt: skip


@dataclass
class Letter(HTMLParser):
    """The elements of a letter, each with its attributes, and the rules of its head."""

    html: str
    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def properties(self) -> Iterator[tuple[str, str, str]]:
        """Element, property and value of each inline style."""
        for tag, attributes in self.elements:
            for rule in filter(str.strip, attributes.get("style", "").split(";")):
                name, _, value = rule.partition(":")
                yield tag, name.strip(), value.strip()


@pytest.fixture(params=ALL, ids="-".join)
def letter(request: pytest.FixtureRequest) -> Letter:
    return Letter(specimen(*request.param).html)


def test_a_letter_holds_in_gmail_outlook_and_apple_mail(letter: Letter) -> None:
    assert len(letter.html.encode()) < MOST_BYTES
    assert {tag for tag, _ in letter.elements} <= ELEMENTS
    _layout_is_of_tables(letter)
    _styles_are_known(letter)
    _pictures_have_words_and_a_width(letter)
    _nothing_is_fetched(letter)
    _what_gmail_drops_is_not_needed(letter)


def _layout_is_of_tables(letter: Letter) -> None:
    for table in letter.all("table"):
        assert table["role"] == "presentation"
        assert (table["cellpadding"], table["cellspacing"]) == ("0", "0")
        if "max-width" in table.get("style", ""):
            assert table["width"] == "640"  # where max-width is not known


def _styles_are_known(letter: Letter) -> None:
    for tag, name, value in letter.properties():
        assert name in KNOWN.get(tag, TEXT) | GIVES_WAY.get(tag, set()), (tag, name)
        assert (
            not re.search(r"url\(|-\d|\b(?:flex|grid|absolute|fixed|auto\b(?!;))|rem\b", value)
            or (tag, name, value) in WORKED_OUT
        ), (tag, name, value)


def _pictures_have_words_and_a_width(letter: Letter) -> None:
    for picture in letter.all("img"):
        assert picture["src"].startswith("cid:")  # a PNG: Gmail shows no SVG
        assert re.search(
            rf'<a [^>]*class="link"[^>]*><img [^>]*{picture["src"]}', letter.html
        )  # in the dark
        assert picture["alt"] and int(picture["width"]) <= 596
        assert "margin" not in picture["style"] and "padding" not in picture["style"]


def _nothing_is_fetched(letter: Letter) -> None:
    assert "@import" not in letter.html and "@font-face" not in letter.html
    for _, attributes in letter.elements:
        assert not set(attributes) & {"background", "srcset", "onclick", "onload"}
        assert attributes.get("href", "https://").startswith(("https://", "http://127", "mailto:"))


def _what_gmail_drops_is_not_needed(letter: Letter) -> None:
    """The head has rules for dark mode and narrow screens alone; without them all is readable."""
    rules = re.search(r"<style>(.*?)</style>", letter.html, re.DOTALL)
    assert rules
    bare = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", rules[1])
    assert bare.strip() == ""
    metas = {one.get("name"): one.get("content") for one in letter.all("meta")}
    assert metas["color-scheme"] == "light dark"
    for tag, attributes in letter.elements:
        style = attributes.get("style", "")
        if "background-color" in style and tag != "table":
            assert re.search(r"(?<!-)color:", style) or "button" in attributes.get("class", "")
