"""What a season costs its organizer: pages, clicks, keys, words and letters, task by task, turned
into minutes by the keystroke-level model.

Card, Moran, Newell, "The keystroke-level model for user performance time", CACM 23 (1980): to point
1.1 s, to press and let go 0.2 s, a key of an average typist 0.28 s, hands between mouse and keys
0.4 s each way, to make up one's mind 1.35 s, once for each thing that is clicked or filled in. To
these a second for a page to load, and 200 words a minute for what stands on a page or in a letter.
A line that was on a page before is not read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields

from playwright.sync_api import Locator, Page

POINT, PRESS, KEY, HANDS, MIND, LOAD = 1.1, 0.2, 0.28, 0.8, 1.35, 1.0
"""Seconds."""
WORD = re.compile(r"\w[\w'’-]*")
WORDS = 200
"""Words that are read in a minute."""


OFTEN = {
    "begin two rounds": 1.5,
    "correct a result": 2,
    "approve two rounds": 1.5,
    "give somebody more time": 6,
    "replace somebody who has vanished": 2,
    "read the desk in the morning": 30,
}
"""How often such a season has these, the others once. A desk letter comes on mornings on which
something needs the organizer: every second one is reckoned with.
"""


@dataclass
class Cost:
    """What a task took."""

    pages: int = 0
    clicks: int = 0
    blanks: int = 0
    """Blanks that were typed into."""
    keys: int = 0
    letters: int = 0
    words: int = 0
    """Words of pages that were not read before."""
    written: int = 0
    """Words of letters."""

    def minutes(self, times: float = 1) -> float:
        """By the model, if it is done so often: pages are read once, letters each time."""
        seconds = (
            LOAD * self.pages
            + (MIND + POINT + PRESS) * (self.clicks + self.letters)
            + (MIND + POINT + PRESS + HANDS) * self.blanks
            + KEY * self.keys
        )
        return times * (seconds / 60 + self.written / WORDS) + self.words / WORDS

    def add(self, other: Cost) -> None:
        """Put the other's to it."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


class OrganizersTime:
    """An organizer at a browser window; what they do is counted for the task that is under way."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tasks: dict[str, Cost] = {}
        self._now = Cost()
        self._read: set[str] = set()

    @contextmanager
    def task(self, name: str) -> Iterator[Cost]:
        """Count what is done within for this task."""
        self._now = Cost()
        yield self._now
        self.tasks.setdefault(name, Cost()).add(self._now)

    def told(self) -> list[tuple[str, dict[str, int], float, float]]:
        """Each task: its name, what it took once, how often a season has it, and its minutes."""
        return [
            (task, asdict(cost), OFTEN.get(task, 1), round(cost.minutes(OFTEN.get(task, 1)), 1))
            for task, cost in self.tasks.items()
        ]

    def button(self, name: str) -> None:
        """Press the first button of that name."""
        self.click(self.page.get_by_role("button", name=name, exact=True).first)

    def link(self, name: str) -> None:
        """Follow the first link of that name."""
        self.click(self.page.get_by_role("link", name=name, exact=True).first)

    def click(self, what: Locator) -> None:
        """Click, and read what is new on the page that comes."""
        before = self.page.url, self.page.evaluate("performance.timeOrigin")
        what.click()
        self.page.wait_for_load_state()
        self._now.clicks += 1
        self._now.pages += before != (self.page.url, self.page.evaluate("performance.timeOrigin"))
        self.reads(self.page.locator("main").inner_text())

    def fill(self, blank: str, text: str) -> None:
        """Type a text into a blank (its selector), instead of what stands there."""
        self.page.locator(blank).fill(text)
        self._now.blanks += 1
        self._now.keys += len(text)

    def choose(self, what: Locator, value: str) -> None:
        """Choose from a list: one click opens it, one takes."""
        what.select_option(value)
        self._now.clicks += 2

    def reads(self, text: str, *, letter: bool = False) -> None:
        """Read what was not read before; a letter is opened first, and read whole."""
        lines = {" ".join(line.split()) for line in text.splitlines()}
        if letter:
            self._now.letters += 1
            self._now.written += len(WORD.findall(text))
        else:
            self._now.words += sum(len(WORD.findall(line)) for line in lines - self._read)
            self._read |= lines
