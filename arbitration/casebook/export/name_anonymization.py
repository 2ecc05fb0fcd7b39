"""Replacement of players' names by their seats' colours, for scenarios, which name no real
players.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from traders.domain.people import seating
from traders.domain.play.commands import registry
from traders.engines.kernel.grammar.order_parts import name_key
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.registry import engine
from traders.models import Game, Sitting

SHORTEST = 3
"""From how many letters on the beginning of a name counts as the name."""
_WORD = re.compile(r"[^\W_]+(?:['’`´][^\W_]+)*")


class Colours:
    """The names of a game's players, present and former."""

    def __init__(self, game: Game) -> None:
        former = {
            name_key(sitting.player.display_name): sitting.seat.colour
            for sitting in Sitting.objects.filter(seat__game=game).select_related("player", "seat")
            if sitting.player is not None
        }
        current = seating.names_of(list(game.seats.select_related("player")))
        names = former | {name_key(name): colour for name, colour in current.items()}
        self._names = {
            tuple(name.split()): colour
            for name, colour in names.items()
            if name and name not in COLOURS
        }
        self._orders = frozenset(_words_of_orders(game.system))

    def with_colours(self, line: str) -> str:
        """The line with each player's name replaced by the seat's colour. A word that orders use is
        no name; nor is the beginning of one.
        """
        line = unicodedata.normalize("NFKC", line)
        words = list(_WORD.finditer(line))
        keys = [name_key(word[0]) for word in words]
        with_colours, copied, index = [], 0, 0
        while index < len(words):
            length, colour = self._named(keys, index)
            if colour:
                with_colours += [line[copied : words[index].start()], colour]
                copied = words[index + length - 1].end()
            index += length
        return "".join([*with_colours, line[copied:]])

    def _named(self, keys: list[str], at: int) -> tuple[int, Seat]:
        """The number of words, from there, that name a seat, and its colour; 1 and "" if they name
        none.
        """
        for name in sorted(self._names, key=len, reverse=True):
            if tuple(keys[at : at + len(name)]) == name:
                return len(name), self._names[name]
        key = keys[at]
        short = {
            colour
            for name, colour in self._names.items()
            if any(word.startswith(key) for word in name)
        }
        is_order = len(key) < SHORTEST or any(word.startswith(key) for word in self._orders)
        return 1, short.pop() if len(short) == 1 and not is_order else ""


def _words_of_orders(system: str) -> Iterator[str]:
    """All words that the game's orders and commands use."""
    yield from COLOURS
    for phrase in (*registry.phrases(), *registry.prefixes(), *engine(system).thing_names()):
        yield from name_key(phrase).split()
    for grammar in engine(system).grammars():
        yield from grammar.literals()
        yield from grammar.verbs
