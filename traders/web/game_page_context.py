"""What the page of one game shows beside what its reader may see of it: rows of forms, the newest
entries, how its parts are laid out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404
from django.utils.safestring import SafeString

from traders.domain.history.entries_in_words import StoryEntry, tell
from traders.domain.play import orders_after_rewind
from traders.domain.play.commands import dice_mixing_command, registry
from traders.domain.read_models.game_for_reader import GameSeen
from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.grammar.order_table import in_short
from traders.models import Entry
from traders.web.command_forms import SaidGroup, said_more
from traders.web.inline_board import inline_board
from traders.web.order_menu import OfferGroup, grouped

ENTRIES_SHOWN = 25
"""Entries that the page of a game tells; the history has them all."""


@dataclass(frozen=True)
class Missed:
    """Moves that the reader has not seen."""

    first: int
    moves: int


@dataclass
class GamePage(GameSeen):
    """One game as one reader may see it, now or after an earlier entry, laid out as a page."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.at is not None and not 1 <= self.at <= self.last:
            raise Http404("The history has no such move.")
        if self.at == self.game.number and not self.delayed:
            self.at = None  # now

    @cached_property
    def board(self) -> SafeString:
        """The board as a part of the page."""
        return inline_board(self.engine.board_svg(self.view))

    @cached_property
    def offers(self) -> list[OfferGroup]:
        """The menu as rows of a form; what stands aside has its place in `more`."""
        offers = in_short(self.engine.orders(), self.menu)
        return grouped(offers, self.suggestion.orders if self.suggestion else ())

    @property
    def suggestion_title(self) -> str:
        """What the suggestion is called: one for a whole turn, or for one question."""
        return "A good turn" if isinstance(self.pending, Turn) else "A good answer"

    @cached_property
    def more(self) -> list[SaidGroup]:
        """All else that the reader's seat may say now."""
        if self.mine is None or not self.may_order or self.pending is None:
            return []
        others = [seat.colour for seat in self.seats if seat.colour != self.mine.colour]
        return said_more(
            self.engine,
            self.pending,
            self.mine.colour,
            self.offers,
            others,
            without=()
            if dice_mixing_command.are_mixed(self.game)
            else dice_mixing_command.COMMANDS,
        )

    # --- the history ------------------------------------------------------------------------------

    @cached_property
    def told(self) -> list[StoryEntry]:
        """The newest entries up to the one looked at, newest first, as the reader's seat was told
        them.
        """
        return tell(self._newest, self.seat)

    @cached_property
    def _newest(self) -> list[Entry]:
        upto = self.at or self.game.number
        entries = Entry.objects.filter(
            game=self.game, number__lte=upto, number__gt=upto - ENTRIES_SHOWN
        ).order_by("-number")
        return list(entries)

    def missed(self, since: int) -> Missed | None:
        """The moves after entry `since`, if another seat moved in them; 0: the reader never
        looked.
        """
        steps = [step for step in self.told if step.number > since] if since else []
        others = any(step.seat not in ("", self.seat) for step in steps)
        if not others and len(steps) < ENTRIES_SHOWN:
            return None
        return Missed(since + 1, self.game.number - since)

    @cached_property
    def may_undo(self) -> bool:
        """Whether the reader has something to take back: what is kept in the open window, a pass
        too, or its order, which was the last (PR-BACKUP-03).
        """
        if self.mine is None or self.pending is None or self.at is not None:
            return False
        if not registry.may_say(registry.by_prefix("undo"), self.pending, self.mine.colour):
            return False
        kept = self.answered or self.passed
        return kept or orders_after_rewind.may_take_back(self.game, self.mine.colour, self._newest)

    @property
    def previous(self) -> int:
        """The move before the one shown; 0 before the first."""
        return self.shown - 1

    @property
    def next(self) -> int:
        """The move after the one shown; 0 where that is the last to be seen."""
        return self.shown + 1 if self.shown < self.last else 0

    # --- how it is laid out -----------------------------------------------------------------------

    @property
    def own_template(self) -> list[str]:
        """How the system shows what a seat alone knows: a folder by its name, else plainly."""
        return [f"web/systems/{self.game.system}/own.html", "web/systems/any/own.html"]

    @property
    def table_template(self) -> list[str]:
        """How the system shows what lies on the table."""
        return [f"web/systems/{self.game.system}/table.html", "web/systems/any/table.html"]

    @property
    def own(self) -> object:
        """What the reader's seat alone knows."""
        return (self.view.get("own") or self.view.get("hand")) if self.seat else None

    @property
    def hand_template(self) -> list[str]:
        """How the system shows the hand in a line over the board's buttons; most have none."""
        return [f"web/systems/{self.game.system}/hand.html", "web/systems/any/hand.html"]

    @property
    def columns(self) -> list[str]:
        """What is known of each seat, for a system without a page of its own."""
        return list(dict.fromkeys(name for row in self.view["seats"] for name in row))
