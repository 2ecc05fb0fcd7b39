"""Players as the colours of their seats: a scenario has players of its own, and tells no names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from traders.domain.people import seating
from traders.domain.play.commands import registry
from traders.engines.kernel.naming import name_key
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.registry import engine
from traders.models import Game, Sitting

SHORTEST = 3
"""Letters of a beginning that is taken for a name."""
_WORD = re.compile(r"[^\W_]+(?:['’`´][^\W_]+)*")


class Colours:
    """The names of a game's players, of now and of earlier, and what lines are without them."""

    def __init__(self, game: Game) -> None:
        sat = {
            name_key(sitting.player.display_name): sitting.seat.colour
            for sitting in Sitting.objects.filter(seat__game=game).select_related("player", "seat")
            if sitting.player is not None
        }
        kept = seating.names_of(list(game.seats.select_related("player")))
        called = sat | {name_key(name): colour for name, colour in kept.items()}
        self._names = {
            tuple(name.split()): colour
            for name, colour in called.items()
            if name and name not in COLOURS
        }
        self._orders = frozenset(_words_of_orders(game.system))

    def told(self, line: str) -> str:
        """The line with each name that stands in it as its seat's colour. No name is what an order
        could mean otherwise; a beginning of one is taken for it where no word of orders is near.
        """
        line = unicodedata.normalize("NFKC", line)
        words = list(_WORD.finditer(line))
        keys = [name_key(word[0]) for word in words]
        told, done, at = [], 0, 0
        while at < len(words):
            length, colour = self._named(keys, at)
            if colour:
                told += [line[done : words[at].start()], colour]
                done = words[at + length - 1].end()
            at += length
        return "".join([*told, line[done:]])

    def _named(self, keys: list[str], at: int) -> tuple[int, Seat]:
        """How many words from there name a seat, and which."""
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
    """What lines of the game are made of, beside its players' names."""
    yield from COLOURS
    for phrase in (*registry.phrases(), *registry.prefixes(), *engine(system).thing_names()):
        yield from name_key(phrase).split()
    for grammar in engine(system).grammars():
        yield from grammar.literals()
        yield from grammar.verbs
