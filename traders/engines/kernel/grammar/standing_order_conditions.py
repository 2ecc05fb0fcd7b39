"""What a game's standing orders, stops and plans may wait for: its conditions, read once and looked
at again and again. Names no game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

from traders.engines.kernel.grammar.boolean_conditions import Condition, Conditions
from traders.engines.kernel.grammar.order_parts import Kind, Seats
from traders.engines.kernel.grammar.orders import Form, Grammar
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames

S_contra = TypeVar("S_contra", contravariant=True)

ME = "me"
"""The seat whose order it is, known when a condition is looked at."""


def whose(named: Seat, me: Seat) -> Seat:
    """The seat that a condition names."""
    return me if named == ME else named


def seats_and_me(seats: Sequence[Seat]) -> Seats:
    """Seats as conditions name them."""
    return Seats({one: one for one in (*seats, ME)} | {"i": ME})


class StandingConditions(Generic[S_contra]):
    """The conditions of one game. `looks`: by its kind, the name of the occasion on which what a
    form says holds now, the same as long as it is the same event; "" where it does not hold.
    `kinds`: what forms name, by `of`, that in which positions differ; `standard`: the usual one.
    """

    def __init__(
        self,
        forms: Sequence[Form],
        looks: Mapping[type, Callable[[S_contra, Seat, Any], str]],
        *,
        kinds: Callable[..., Mapping[str, Kind]],
        of: Callable[[S_contra], tuple[Hashable, ...]],
        standard: Callable[[], tuple[Hashable, ...]],
    ) -> None:
        self._looks, self._of, self._standard = looks, of, standard

        @lru_cache(maxsize=64)
        def language(*told: Hashable) -> Conditions:
            return Conditions(Grammar(forms, kinds(*told), of="condition"))

        @lru_cache(maxsize=1024)
        def read(text: str, *told: Hashable) -> Condition:
            return language(*told).read(text)

        self._language, self._read = language, read

    def atoms(self) -> Grammar:
        """What conditions may look at, usually."""
        return self._language(*self._standard()).atoms

    def canonical(self, state: S_contra, text: str, names: SeatNames = NO_NAMES) -> str:
        """The condition written back in its canonical form; `Refusal` of kind unreadable or
        ambiguous where it cannot be read.
        """
        known = self._language(*self._of(state))
        return known.write(known.read(text, names))

    def meets(self, state: S_contra, seat: Seat, condition: str) -> str:
        """The name of the occasion on which the condition holds now; "" if it does not hold."""
        read = self._read(condition, *self._of(state))
        return read.occasion(lambda atom: self._looks[type(atom)](state, seat, atom))
