"""What it takes a newcomer to get somewhere: words, clicks and keys, turned into seconds.

250 words a minute of reading; a click is 1.2 s: to point and to press by the keystroke-level model
of `tests/web/seasons/organizers_time.py`, rounded. Of a page or a letter is read what stands above
what is pressed or taken, but the first screen of a game whole. What was read before is not read
again; names on a board are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page

from tests.web.seasons.organizers_time import KEY, WORD

READING = 250
"""Words a minute."""
CLICK = 1.2
"""Seconds."""
ON_THE_PAGE = """(upto) => {
  const blocks = new Map(), out = "svg, option, .unseen, script, noscript, textarea";
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let place = node.parentElement;
    if (!node.textContent.trim() || !place.checkVisibility() || place.closest(out)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.top > upto) continue;
    const alone = place.matches(".gathered code"); // an order, line by line
    while (!alone && getComputedStyle(place).display === "inline") place = place.parentElement;
    blocks.set(place, (blocks.get(place) ?? "") + node.textContent.replace(/\\s+/g, " "));
  }
  return [...blocks.values()];
}"""
"""Texts that are seen above a line of the window, block by block."""
EVERYWHERE = 1e9
SENTENCE = re.compile(r"(?<=[.:!?])\s+|\n")
LOOKED_UP = ("PLAYERS", "WHEN PLAY WAITS", "THE DICE")
"""Sections of the first letter that stand there for later."""


@dataclass
class NewcomersTime:
    """A newcomer at a browser window. `steps`: what was read and done, in words, for a person."""

    page: Page
    words: int = 0
    clicks: int = 0
    keys: int = 0
    steps: list[str] = field(default_factory=list)
    _read: set[tuple[str, ...]] = field(default_factory=set)

    @property
    def seconds(self) -> float:
        """By the model."""
        return self.words / READING * 60 + self.clicks * CLICK + self.keys * KEY

    def press(self, what: Locator, *, read: bool = True) -> None:
        """Read down to it, and press it."""
        if read:
            box = what.bounding_box()
            assert box is not None
            self.reads(upto=box["y"] + box["height"])
        self.clicks += 1
        self.steps.append(f"press {what.inner_text().strip()[:40]}")
        what.click()
        self.page.wait_for_load_state()

    def write(self, blank: Locator, text: str) -> None:
        """Go into a blank and type."""
        self.clicks += 1
        self.keys += len(text)
        self.steps.append(f"write {text}")
        blank.fill(text)

    def reads(self, upto: float = EVERYWHERE) -> None:
        """Read what stands above that line of the window."""
        self.hears(self.page.evaluate(ON_THE_PAGE, upto))

    def hears(self, texts: Iterable[str]) -> None:
        """Read the sentences that were not read before."""
        said = (WORD.findall(one.lower()) for text in texts for one in SENTENCE.split(text))
        new = {tuple(words) for words in said} - self._read
        self._read |= new
        words = sum(len(sentence) for sentence in new)
        self.words += words
        if words:
            self.steps.append(f"read {words} words")


def of_letter(text: str) -> list[str]:
    """The paragraphs of a letter that a newcomer reads: down to what it suggests, else all but what
    stands there to be looked up and the footer with its figures.
    """
    body = re.split(r"\n-- ?\n", text)[0]
    sections = re.split(r"\n\n(?=[A-Z ,]+\n)", body)
    suggests = next((n for n, one in enumerate(sections) if one.startswith("A GOOD")), None)
    sections = sections[: suggests + 1] if suggests is not None else sections
    read = [one for one in sections if not one.startswith(LOOKED_UP)]
    return [
        " ".join(one.split()) for section in read for one in re.split(r"\n\n|\n(?=\d\. )", section)
    ]
