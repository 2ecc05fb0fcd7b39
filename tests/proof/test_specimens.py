"""Letters as they read, one file for each kind and game: `SPECIMENS=write pytest
tests/proof/test_specimens.py` writes them anew, to be read before they are kept.
"""

from __future__ import annotations

import html
import os
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from playwright.sync_api import Page

from tests.proof.letters import specimen
from tools.specimens.play_letters import kinds
from traders.domain.letters.plain_text_layout import WIDEST, WIDTH
from traders.domain.letters.render import Rendered
from traders.domain.letters.subjects import MOST
from traders.domain.post.incoming.html_to_text import shown, unstyled
from traders.domain.post.incoming.quote_detection import words_of
from traders.engines.registry import ENGINES

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parent / "specimens"
ALL = [(kind, system) for system in ENGINES for kind in kinds(system)]
CITING = ("receipt-refused", "receipt-stopped", "claim", "ruling", "referee")
"""Kinds that may name rules, in one line: refusals, claims, rulings."""
RULE = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d+")
HOUR = re.compile(r"\b(?:until|by|on) ((?:[A-Z]\w\w )?(?:\d+ \w+, )?\d\d:\d\d)\b(?!:)")
"""A deadline, as letters name it."""
FOOTER = 2
"""Lines of a footer without fingerprints."""
MOST_WORDS = {"turn": 180, "receipt": 110, "interval": 180}


@pytest.mark.parametrize(("kind", "system"), ALL)
def test_every_kind_reads_so_in_every_game(kind: str, system: str) -> None:
    """As it is kept; short, narrow, and without rule ids; its HTML says the same."""
    letter = specimen(kind, system)
    _is_short_and_narrow(letter, kind)
    _keeps_numbers_whole(letter)
    _shows_orders_as_code(letter)
    _is_marked_where_it_is_quoted(letter)
    assert words_of(unstyled(letter.html)) == words_of(shown(letter.html).text)
    lines = [line.rstrip() for line in letter.text.split("\n")]
    made = f"{letter.subject}\n\n" + "\n".join(lines)
    file = FOLDER / f"{system}-{kind}.txt"
    if os.environ.get("SPECIMENS") == "write":
        file.write_text(made, encoding="utf-8")
    assert made == file.read_text(encoding="utf-8")


@pytest.mark.browser
def test_no_letter_is_wider_than_a_telephone(page: Page) -> None:
    """Whatever it holds: a picture of the board, tables of figures, numbers without a blank."""
    page.set_viewport_size({"width": 360, "height": 800})
    for kind, system in (
        ("turn", "star-traders"),
        ("over", "traders-luck"),
        ("ruling", "star-traders"),
    ):
        page.set_content(specimen(kind, system).html)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, kind


def _is_short_and_narrow(letter: Rendered, kind: str) -> None:
    body, _, foot = letter.text.partition("\n-- \n")
    assert len(foot.strip().split("\n")) <= FOOTER
    wide = {line.strip() for line in body.split("\n") if len(line.rstrip()) > WIDTH}
    # an order is never broken: it is copied as it stands
    orders = {line for line in wide if html.escape(line) in letter.html}
    assert {line for line in wide if " " in line} <= orders
    assert all(len(line) < WIDEST for line in orders)
    assert len(letter.subject) <= MOST
    assert "…" not in letter.subject
    page = re.sub(r"<(style|title|pre).*?</\1>|<[^>]+>", " ", letter.html, flags=re.DOTALL)
    for text in (body, html.unescape(page)):
        hours = HOUR.findall(" ".join(text.split()))
        assert len(hours) == len(set(hours)), "a deadline is named once"
    assert len(body.split()) <= MOST_WORDS.get(kind, 380)
    cites = kind in CITING
    running = re.sub(r"^Rules: .*(?:\n.+)*$", "", body, flags=re.MULTILINE) if cites else body
    assert not RULE.search(running)
    assert not RULE.search(foot)
    shown = letter.html.replace(letter.html.partition('<p class="rule"')[2], "")
    assert not RULE.search(shown if cites else letter.html)


def _keeps_numbers_whole(letter: Rendered) -> None:
    """A number and its per cent sign stand in one line."""
    shown = html.unescape(letter.html)
    assert not re.search(r"\d[ \n]+%", shown)
    assert not re.search(r"\d\s*\n\s*%", letter.text)
    assert len(re.findall(r"\d %", letter.text)) <= shown.count("\N{NO-BREAK SPACE}%")


def _is_marked_where_it_is_quoted(letter: Rendered) -> None:
    """A phone's answer holds it whole, as HTML alone: no line of it reads as the player's."""
    answer = shown(f'<div>end</div><blockquote type="cite">{letter.html}</blockquote>').text
    own = [line for line in answer.split("\n") if line.strip() and not line.startswith(">")]
    assert own == ["end"]


def _shows_orders_as_code(letter: Rendered) -> None:
    running = re.sub(r"<pre.*?</pre>", "", letter.html, flags=re.DOTALL)
    assert "`" not in running
    told = {html.unescape(one) for one in re.findall(r"<code[^>]*>(.*?)</code>", running)}
    assert told <= set(re.findall(r"`([^`]+)`", " ".join(letter.text.split())))


def test_the_command_prints_a_letter(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("specimen", "turn", "star-traders")
    assert capsys.readouterr().out.startswith("Subject: Your turn · Wed 07:53 · First game\n")
    call_command("specimen", "turn", "star-traders", "--html")
    assert capsys.readouterr().out.startswith("<!")
    with pytest.raises(CommandError, match="There is: welcome, turn"):
        call_command("specimen", "mailbox", "stratastar")
