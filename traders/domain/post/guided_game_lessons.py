"""What letters of a guided game explain: in a game against bots alone, what comes up first in it,
once, unless the reader wants no hints.
"""

from __future__ import annotations

from collections.abc import Iterable

from traders.domain.letters.letter_facts import Facts, decode
from traders.engines.kernel.engine.guided_letter_lessons import guide_of
from traders.engines.registry import ENGINES
from traders.models import Letter, LetterKind, Seat

LESSONS, EXPLAINED = "lessons", "explained"
"""Where a letter's facts keep which lessons it tells, and their sentences."""


class Guided:
    """The guided games of a batch of letters, and what was explained in each."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        """`seats`: all of the letters' games."""
        people: dict[int, list[str]] = {}
        bots = set()
        for seat in seats:
            if seat.bot:
                bots.add(seat.game_id)
            else:
                people.setdefault(seat.game_id, []).append(seat.colour)
        self.alone = {(game, people[game][0]) for game in bots if len(people.get(game, ())) == 1}
        """The games and seats of people who play against bots alone."""
        self._told: dict[tuple[int, str], set[str]] = {}

    def explain(self, letter: Letter, facts: Facts) -> None:
        """Add to the facts of a letter to one of these seats what it explains."""
        game = letter.game
        if game is None or game.system not in ENGINES or letter.kind == LetterKind.OVER:
            return
        where = (game.pk, letter.seat)
        if where not in self._told:
            self._told[where] = _told_in(letter)
        told = self._told[where]
        orders = orders_shown(facts)
        earlier = [event for before in facts.earlier for event in before.events]
        events = [event.happened for event in (*earlier, *facts.events)]
        new = guide_of(ENGINES[game.system]).whats_new(letter.kind, orders, events, told)
        if new:
            told |= {lesson.key for lesson in new}
            facts.extra = {
                **facts.extra,
                LESSONS: [lesson.key for lesson in new],
                EXPLAINED: [lesson.says for lesson in new],
            }


def orders_shown(facts: Facts) -> set[str]:
    """The first words of the orders that a letter suggests; of one that suggests nothing, of those
    that may be given. What may be given and is not advised is explained when it is.
    """
    if facts.suggestion is None:
        return {offer.order.partition(" ")[0] for offer in facts.offers}
    lines = (order.removeprefix("otherwise ") for order in facts.suggestion.orders)
    return {line.partition(" ")[0] for line in lines}


def _told_in(letter: Letter) -> set[str]:
    """What letters made ready before have explained to the seat's player."""
    before = Letter.objects.filter(
        game=letter.game, seat=letter.seat, player=letter.player, facts__contains=f'"{LESSONS}"'
    ).exclude(pk=letter.pk)
    return {
        key
        for text in before.values_list("facts", flat=True)
        for key in decode(text).extra.get(LESSONS, ())
    }
