"""The foot of a letter where the players mix the dice: what was mixed into the throws that it
tells, and the mixture, by which two players see that they were shown the same (PR-CHANCE-03).
"""

from __future__ import annotations

from traders.domain.history.player_dice_mixture import HASHED, SHOWN, Mixed, quoted
from traders.domain.letters.letter_facts import Facts
from traders.domain.letters.plain_text_layout import plain
from traders.engines.kernel.words import named


def mixed_in(facts: Facts) -> str:
    """What the throws of the letter, and of those that it tells of, name; "" where they name
    nothing.
    """
    parts = (*(before.mixed for before in facts.earlier), facts.mixed)
    mixed = [one for part in parts for one in part]
    mixtures = [
        one for one in (*(before.mixture for before in facts.earlier), facts.mixture) if one
    ]
    so_far = f"; so far {mixtures[-1][:SHOWN]}" if mixtures else ""
    return ", ".join(map(_in_words, mixed)) + so_far


def _in_words(one: Mixed) -> str:
    seat, what = one
    said = what[: len(HASHED) + SHOWN] if what.startswith(HASHED) else plain(what)
    return f"{named(seat)} {quoted(said)}"
