"""The bots by the name of their game, loaded when they are first asked for. A game of the house
adds a line here; one that lies elsewhere has them in `bot`, a module or package of its own folder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from traders.bots.bot_protocols import Advises, Bargains, Plays, SpeaksAhead, TellsOdds
from traders.bots.default_bot import STUMBLES, FirstOffer, first_offered, stumble
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Offer, Pending, View
from traders.engines.kernel.contract.suggestion import SEED, Suggestion
from traders.engines.kernel.grammar.order_table import in_short
from traders.engines.registry import ENGINES, engine

BOTS: dict[str, str] = {
    "star-traders": "traders.bots.star_traders",
    "traders-luck": "traders.bots.traders_luck",
    "imperial-trader": "traders.bots.imperial_trader",
    "stratastar": "traders.bots.stratastar",
}


class Bots:
    """The bots of one game, and what they advise: all from what a seat can see, and from the menu
    that the host gives.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._place = BOTS.get(name) or f"{ENGINES.get(name, name)}.bot"

    @cached_property
    def _module(self) -> Any:
        return _found(self._place) or FirstOffer()

    @cached_property
    def _suggestions(self) -> Any:
        here = hasattr(self._module, "suggestion")
        return self._module if here else _found(f"{self._place}.suggestions")

    def bot(
        self,
        view: View,
        pending: Pending,
        offers: Sequence[Offer],
        seed: int,
        level: Level = Level.PLAYER,
    ) -> str:
        """What a bot would order next in the view's seat, by what it can see (with the seat's open
        offers as `deals`), a line for each thing asked; `seed` decides between equals.
        """
        slip = ""
        if often := self._stumbles(level):
            offered = in_short(engine(self.name).orders(), offers)
            slip = stumble(offered, seed, getattr(self._module, "UNWISE", ()), often)
        return slip or cast("Plays", self._module).bot(view, pending, offers, seed, level)

    def _stumbles(self, level: Level) -> float:
        """How often a bot of the level gives any order: a player where a game has one mind."""
        if level == Level.PLAYER:
            return getattr(self._module, "PLAYER_STUMBLES", 0)
        return STUMBLES if level == Level.LEARNER else 0

    def bot_words(self, view: View, seed: int, level: Level = Level.PLAYER) -> tuple[str, ...]:
        """Stops and standing orders that the bot would set as its turn begins, as orders."""
        if not hasattr(self._module, "bot_words"):
            return ()
        return cast("SpeaksAhead", self._module).bot_words(view, seed, level)

    @property
    def bargains(self) -> bool:
        """Whether they deal at any time."""
        return hasattr(self._module, "bargain")

    def bargain(self, view: View, seed: int, level: Level = Level.PLAYER) -> str:
        """An offer that the bot in the view's seat would make now, as an order, "" for none: one
        that is not refused. A counter-offer where offers made to it are in the view; else one of
        its own, seldom.
        """
        return cast("Bargains", self._module).bargain(view, seed, level)

    def accepts(
        self, view: View, deal: dict[str, Any], seed: int, level: Level = Level.PLAYER
    ) -> bool:
        """Whether the bot would accept an offer made to it, one of the view's `deals`."""
        return cast("Bargains", self._module).accepts(view, deal, seed, level)

    @property
    def advises(self) -> bool:
        """Whether the game itself says what is advised, and why; else what a bot orders is."""
        return self._suggestions is not None

    def suggestion(
        self, view: View, pending: Pending, offers: Sequence[Offer]
    ) -> Suggestion | None:
        """What the view's seat is advised to order next, with its odds in words, from what it can
        see alone; None where nothing is. Each line is carried out, or fails by the dice only.
        """
        if self.advises:
            return cast("Advises", self._suggestions).suggestion(view, pending, offers)
        return first_offered(self.bot(view, pending, offers, SEED, Level.MASTER), offers)

    def odds(self, view: View, lines: Sequence[str]) -> str:
        """The odds of these lines, orders and policies in the game's own spelling, in a sentence;
        "" where none rests on dice. From the seat's view alone: `test` tells it (PR-RECEIPT-08).
        """
        if not hasattr(self._suggestions, "odds"):
            return ""
        return cast("TellsOdds", self._suggestions).odds(view, lines)


def _found(place: str) -> Any:
    """The module of that name; None where there is none."""
    try:
        return import_module(place) if find_spec(place) else None
    except ModuleNotFoundError as error:
        if error.name and place.startswith(error.name):
            return None  # nor is what it would lie in
        raise


@cache
def bots(name: str) -> Bots:
    """The bots of a system; those of one that has none take the first offer."""
    return Bots(name)


def bot(name: str) -> Callable[..., str]:
    """What orders next in a seat of that system: `Bots.bot`."""
    return bots(name).bot


def suggestion(name: str) -> Callable[..., Suggestion | None]:
    """What advises a seat of that system: `Bots.suggestion`."""
    return bots(name).suggestion
