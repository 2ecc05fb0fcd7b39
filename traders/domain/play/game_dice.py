"""The dice of a game in a session: its rolls and what its players mix into them (PR-CHANCE)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from traders.domain.history import dice, player_dice_mixture, seed_encryption
from traders.domain.history.player_dice_mixture import Mixed, Mixture
from traders.domain.table.change_set import ChangeSet
from traders.domain.table.table_data_types import NewEntry
from traders.engines.kernel.contract.contract import Chance, Outcome
from traders.engines.kernel.seats import Seat
from traders.models import Game

MOST = 20
"""How often something of one seat's is mixed into one throw."""


class GameDice:
    """The dice of one game. `moves`: those that have no entry yet; `mixes`: its players mix them.
    `entered`: rolls that have entries.
    """

    def __init__(self, game: Game, moves: Callable[[], Iterable[NewEntry]], *, mixes: bool) -> None:
        self.game, self.moves, self.mixes = game, moves, mixes
        self.mixture = player_dice_mixture.read(game.mixture) if mixes else Mixture()
        self.letter: Mixed | None = None
        """What the letter that is read mixes in, once it has made a move (PR-CHANCE-03)."""
        self.entered = dice.scripted_dice().throws if self._scripted else game.throws
        self._named: dict[int, Mixture] = {}
        """The mixture with which a roll was made that names something, by the roll's number."""

    @property
    def _scripted(self) -> bool:
        return self.game.scheme == dice.SCRIPTED

    @cached_property
    def _box(self) -> dice.Dice:
        """Where outcomes come from; the game's secret is opened when the first is wanted."""
        if self._scripted:
            return dice.scripted_dice()
        return dice.SeededDice(seed_encryption.unlock(self.game.secret), self.game.throws)

    def fingerprint(self, seat: Seat, words: str) -> str:
        """What tells of a seat's words where others are not to read them."""
        return player_dice_mixture.keyed_fingerprint(
            seed_encryption.unlock(self.game.secret), seat, words
        )

    def has_enough_of(self, seat: Seat) -> bool:
        """Whether as much of a seat's as may be goes into the next throw already."""
        return sum(by == seat for by, _ in self.mixture.came) >= MOST

    def mix(self, seat: Seat, what: str) -> None:
        """Mix something of a seat's into the throws that follow; its letter itself no more."""
        self.mixture = self.mixture.with_more(seat, what)
        if self.letter is not None and self.letter[0] == seat:
            self.letter = None

    def mix_letter(self) -> None:
        """Mix in the letter that is read, once its seat has made a move, which all see."""
        if self.letter is None or self.has_enough_of(self.letter[0]):
            return
        if any(move.seat == self.letter[0] for move in self.moves()):
            self.mix(*self.letter)

    def throw(self, wanted: Chance) -> Outcome:
        """The next outcome."""
        self.mix_letter()
        box, mixed = self._box, self.mixture
        if isinstance(box, dice.SeededDice):
            box.mixture = mixed.digest
        outcome = box.throw(wanted)
        if mixed.came:
            self._named[box.throws], self.mixture = mixed, mixed.named()
        return outcome

    def named_in_entry(self, change_set: ChangeSet) -> dict[str, Any]:
        """What the entry of the latest roll that has one says beside the roll: what was mixed in
        since the one before. The letters tell it too.
        """
        mixed = self._named.pop(self.entered, None)
        if mixed is None:
            return {}
        change_set.mixed += mixed.came
        change_set.mixture = mixed.digest
        return {"mixed": [list(one) for one in mixed.came]}
