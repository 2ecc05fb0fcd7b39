"""The order language of a game: the forms of its orders, read and written. Names no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.grammar.order_parts import Kind
from traders.engines.kernel.grammar.order_table import OrderRow
from traders.engines.kernel.grammar.orders import Form, Grammar
from traders.engines.kernel.orders.order_handler import Order, OrderHandler, Shape
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames
from traders.engines.kernel.steps.agenda import Bearer

S = TypeVar("S", bound=Bearer)

MOST_WRITTEN = 4_096
"""Orders whose line is remembered: what is offered is written again and again."""


class OrderLanguage(Generic[S]):
    """A game's orders, in the order in which they are offered, and what their fields name.

    `kinds`: the kinds of things in forms; `names`: of things, after which no player may be called;
    `unsaid`: lines of the history that no player says, with what they are. What a line means
    depends on the position only where a game says so in `grammar`.
    """

    def __init__(
        self,
        orders: Sequence[OrderHandler[S]],
        kinds: Callable[[], Mapping[str, Kind]] = dict,
        names: Callable[[], Iterable[str]] = tuple,
        unsaid: Mapping[str, Order] | None = None,
    ) -> None:
        self.handlers = {handler.fields: handler for handler in orders}
        self._kinds, self._names = kinds, names
        self._unsaid = unsaid or {}
        self._lines = {order: line for line, order in self._unsaid.items()}
        self._remembered = lru_cache(MOST_WRITTEN)(self._written)
        self.offered = lru_cache(MOST_WRITTEN)(self._offer)

    def handler(self, order: Order) -> OrderHandler[S]:
        """What is known of an order."""
        return self.handlers[type(order)]

    def read(self, state: S, seat: Seat, text: str, names: SeatNames = NO_NAMES) -> Any:
        """The order in a player's line; `Refusal` of kind unreadable or ambiguous with the nearest
        names.
        """
        return self._unsaid.get(text) or self.grammar(state, seat).read(text, names)

    def grammar(self, state: S, seat: Seat) -> Grammar:
        """The language of a seat in a position."""
        return self.language()

    def write(self, order: Order) -> str:
        """The order as the history keeps it."""
        return self._remembered(order)

    def _written(self, order: Order) -> str:
        return self._lines.get(order) or self.language().write(order)

    def _offer(
        self,
        thing: Order | Shape,
        words: str,
        rule: str,
        reaction: bool,
    ) -> Offer:
        if isinstance(thing, Shape):
            return Offer(thing.pattern, words, rule, reaction, thing.blanks)
        return Offer(self._written(thing), words, rule, reaction)

    def offering(self, state: S) -> Callable[[Order | Shape, str, str, bool], Offer]:
        """What makes the offers of a position: of a thing, what it does, the rule that says so, and
        whether it is a reaction.
        """
        return self.offered

    def public(self, order: Order) -> str:
        """The order as every seat may read it."""
        return self.handler(order).sealed or self.write(order)

    def language(self) -> Grammar:
        """The language of the game as it is set up where nothing is said."""
        return self._grammar

    @cached_property
    def forms(self) -> list[Form]:
        """All forms, in their order."""
        return [form for handler in self.handlers.values() for form in handler.written_forms()]

    @cached_property
    def _grammar(self) -> Grammar:
        return Grammar(self.forms, self._kinds())

    @cached_property
    def _rows(self) -> tuple[OrderRow, ...]:
        return tuple(handler.row() for handler in self.handlers.values() if handler.forms)

    def rows(self) -> tuple[OrderRow, ...]:
        """What is told of each order."""
        return self._rows

    def thing_names(self) -> frozenset[str]:
        """Names after which no player may be called."""
        return frozenset(self._names())
