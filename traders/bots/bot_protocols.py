"""What the package of a game's bots may have: protocols that types hold it to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Offer, Pending, View
from traders.engines.kernel.contract.suggestion import Suggestion


class Plays(Protocol):
    """What it has to have. `UNWISE`, where there is one, are orders into which nobody stumbles;
    `PLAYER_STUMBLES` says how often a player does, where all levels are of one mind.
    """

    def bot(
        self, view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level, /
    ) -> str: ...


class SpeaksAhead(Protocol):
    """Stops and standing orders that it sets."""

    def bot_words(self, view: View, seed: int, level: Level, /) -> tuple[str, ...]: ...


class Bargains(Protocol):
    """Deals at any time; where deals have their stage they are the bot's orders there. Offers are
    in the view, as `deals`: `number`, `with`, `mine`, `give`, `get`.
    """

    def bargain(self, view: View, seed: int, level: Level, /) -> str: ...
    def accepts(self, view: View, deal: dict[str, Any], seed: int, level: Level, /) -> bool: ...


class Advises(Protocol):
    """`suggestions`: what a player is advised to order."""

    def suggestion(
        self, view: View, pending: Pending, offers: Sequence[Offer], /
    ) -> Suggestion | None: ...


class TellsOdds(Protocol):
    """`suggestions` too: the odds of lines whose outcome rests on dice."""

    def odds(self, view: View, lines: Sequence[str], /) -> str: ...
