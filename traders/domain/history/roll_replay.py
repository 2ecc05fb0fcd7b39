"""The rolls of a history made once more, one after another, from the seed and from what the players
mixed in (PR-CHANCE).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traders.domain.history import dice, player_dice_mixture
from traders.engines.kernel.contract.contract import Chance
from traders.models import Game


class RollsAgain:
    """The rolls of one game. `mixture`: of what the entries so far name; `count`: these rolls."""

    def __init__(self, seed: bytes, scheme: str) -> None:
        self.seed, self.scheme = seed, scheme
        self.mixture, self.count = "", 0

    def falls(self, chance: Chance, public: Mapping[str, Any], secret: Mapping[str, Any]) -> bool:
        """Whether the outcome of the next entry of chance, in its parts, is the one that follows;
        always where the scheme has no seed.
        """
        self.count += 1
        self.mixture = player_dice_mixture.folded(self.mixture, public.get("mixed", ()))
        if self.scheme not in dice.SEEDED:
            return True
        fell = secret["outcome"] if "outcome" in secret else public["outcome"]
        return bool(
            fell
            == dice.outcome(
                self.seed, public["throw"], chance.kind, chance.sides, chance.purpose, self.mixture
            )
        )

    def fault(self, chance: Chance, public: Mapping[str, Any], secret: Mapping[str, Any]) -> str:
        """What is wrong with the next entry of chance, in words; "" for nothing."""
        falls = self.falls(chance, public, secret)
        if "mixed" in public and self.scheme == dice.SCHEME:
            return "words are mixed in, and the table has not chosen that (PR-CHANCE-03)"
        if self.scheme in dice.SEEDED and public["throw"] != self.count:
            return (
                f"it is throw {public['throw']}, and throw {self.count} comes next: none falls "
                "twice, and none is left out (PR-CHANCE-02)"
            )
        if falls:
            return ""
        if self.scheme == dice.SCHEME:
            return "the outcome is not the one that follows from the secret (PR-CHANCE-01)"
        return (
            "the outcome is not the one that follows from the secret and from what was mixed in "
            "(PR-CHANCE-01, PR-CHANCE-03)"
        )

    def fault_of_row(self, game: Game) -> str:
        """What the game's own row keeps otherwise than its rolls say, in words; "" for nothing."""
        if game.scheme in dice.SEEDED and game.throws != self.count:
            return (
                f"{self.count} throws have fallen, and the game's row says {game.throws} "
                "(PR-CHANCE-02)"
            )
        kept = player_dice_mixture.read(game.mixture)
        if kept.digest != player_dice_mixture.folded(self.mixture, kept.came):
            return (
                "what the game's row says was mixed into the dice is not what its rolls name "
                "(PR-CHANCE-03)"
            )
        return ""
