"""A history by turns, as one reader was told them: a headline for each, its steps behind it, and
the ways from one step to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.core.paginator import Page, Paginator

from traders.domain.history.entries_in_words import StoryEntry, tell
from traders.domain.history.played_turns import PlayedTurn, turns
from traders.engines.kernel.contract.seat_statistics import Figures, leading
from traders.models import Entry, Game

A_PAGE = 20
"""Turns on one page."""
SENTENCES = 2
"""Sentences in a headline."""


@dataclass(frozen=True)
class ToldTurn:
    """One turn as the reader was told it."""

    turn: PlayedTurn
    steps: tuple[StoryEntry, ...]
    """Oldest first."""
    headline: str
    gains: tuple[tuple[str, str], ...]
    """What seats gained or lost by it, each with its seat: Prestige +2."""

    @property
    def shown(self) -> list[int]:
        """Entries at which a player of steps halts."""
        return [step.number for step in self.steps if halts(step)] or [self.turn.first]


def halts(step: StoryEntry) -> bool:
    """Whether a step told the reader something, and still counts."""
    return bool(step.sentences) and not step.backed_out


def headline(steps: Sequence[StoryEntry], telling: Sequence[str]) -> str:
    """What mattered in a turn: the newest sentence of each of the most telling rules, in the order
    in which they fell; else how the turn began.
    """
    told: list[tuple[str, str]] = []
    newest: dict[str, int] = {}
    for step in filter(halts, steps):
        first: dict[str, str] = {}
        for text, rule in step.sentences:
            first.setdefault(rule, text)
        newest |= {rule: len(told) + n for n, rule in enumerate(first)}
        told += [(text, rule) for rule, text in first.items()]
    ranks = {rule: n for n, rule in enumerate(telling)}
    best = sorted((rule for rule in newest if rule in ranks), key=ranks.__getitem__)[:SENTENCES]
    if best:
        return " ".join(told[n][0] for n in sorted(newest[rule] for rule in best))
    return told[0][0] if told else next((step.rest for step in steps if step.rest), "")


def gains(before: Figures, after: Figures) -> tuple[tuple[str, str], ...]:
    """By how much the first count of each seat changed."""
    name, had = next(iter(after), ""), leading(before)
    changed = {
        seat: value - had[seat] for seat, value in leading(after).items() if seat in had
    }.items()
    return tuple((seat, f"{name} {by:+d}".replace("-", "−")) for seat, by in changed if by)


@dataclass(frozen=True)
class Chronicle:
    """A game's turns for one reader: those of a page, the newest first. `at`: the step on the
    board, 0 where that is now.
    """

    game: Game
    seat: str | None
    telling: tuple[str, ...]
    at: int = 0
    asked: int = 0
    """The page that was asked for; 0 is the one of `at`."""
    last: int = 0
    """The last entry that the reader may see; 0 is the game's. A turn is seen when it is over."""

    @cached_property
    def turns(self) -> tuple[PlayedTurn, ...]:
        return tuple(turn for turn in turns(self.game) if not self.last or turn.last <= self.last)

    @cached_property
    def paged(self) -> Page[PlayedTurn]:
        """The page's turns: the one asked for, else the one with the step on the board."""
        newer = len(self.turns) - 1 - self.here
        return Paginator(self.turns[::-1], A_PAGE).get_page(self.asked or newer // A_PAGE + 1)

    @cached_property
    def here(self) -> int:
        """The turn of the step on the board."""
        at = self.at or self.game.number
        return max((turn.number for turn in self.turns if turn.first <= at), default=0)

    @cached_property
    def told(self) -> list[ToldTurn]:
        """The turns of the page."""
        shown = list(self.paged.object_list)
        if not shown:
            return []
        rows = Entry.objects.filter(
            game=self.game, number__gte=shown[-1].first, number__lte=shown[0].last
        )
        steps = tell(rows.order_by("-number"), self.seat)[::-1]
        return [self._told(turn, steps) for turn in shown]

    def _told(self, turn: PlayedTurn, steps: Sequence[StoryEntry]) -> ToldTurn:
        own = tuple(step for step in steps if turn.first <= step.number <= turn.last)
        before: Figures = self.turns[turn.number - 1].figures if turn.number else {}
        return ToldTurn(turn, own, headline(own, self.telling), gains(before, turn.figures))

    # --- the ways from the step on the board ------------------------------------------------------

    @property
    def number(self) -> int:
        return self.at or self.game.number

    @cached_property
    def step(self) -> StoryEntry | None:
        """The step on the board, where its turn is on the page."""
        return next(
            (one for turn in self.told for one in turn.steps if one.number == self.at), None
        )

    @cached_property
    def _halts(self) -> list[int]:
        return sorted(number for turn in self.told for number in turn.shown)

    @property
    def back(self) -> int:
        """The step before; 0 where there is none."""
        return max((n for n in self._halts if n < self.number), default=self._last(self._oldest))

    @property
    def on(self) -> int:
        """The step after; 0 where there is none."""
        if not self.at:
            return 0
        return min((n for n in self._halts if n > self.number), default=self._first(self._newest))

    @property
    def turn_back(self) -> int:
        return self._first(self.here - 1)

    @property
    def turn_on(self) -> int:
        return self._first(self.here + 1)

    @property
    def _oldest(self) -> int:
        return self.told[-1].turn.number - 1 if self.told else -1

    @property
    def _newest(self) -> int:
        return self.told[0].turn.number + 1 if self.told else -1

    def _first(self, turn: int) -> int:
        """The step with which a turn begins, as far as the page knows; 0 without such a turn."""
        known = next((one.shown[0] for one in self.told if one.turn.number == turn), 0)
        return known or (self.turns[turn].first if 0 <= turn < len(self.turns) else 0)

    def _last(self, turn: int) -> int:
        return self.turns[turn].last if 0 <= turn < len(self.turns) else 0
