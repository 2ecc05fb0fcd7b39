"""An engine made of a folder's modules: the thin object over them. What each module has to have is
in `engine_modules`.

Nothing of a game stands here. A game need not be made so: `contract.Engine` is all that the host
asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, TypeVar, cast

import msgspec

from traders.engines.kernel.book import rulebook
from traders.engines.kernel.contract import waits
from traders.engines.kernel.contract.agreed_options import REVISION, must_be_had
from traders.engines.kernel.contract.board_coordinates import BoardPlace
from traders.engines.kernel.contract.contract import Event, View
from traders.engines.kernel.contract.nearest_to_winning import Nearest, by_figures
from traders.engines.kernel.contract.option_declaration import Setting
from traders.engines.kernel.contract.seat_statistics import Figures
from traders.engines.kernel.engine.engine_defaults import NoConditions, NoInvariants
from traders.engines.kernel.engine.engine_modules import (
    Board,
    Invariants,
    Leaves,
    Piles,
    Positions,
    Views,
)
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.grammar.standing_order_conditions import StandingConditions
from traders.engines.kernel.orders.order_handler import Order
from traders.engines.kernel.orders.order_play import OrderPlay
from traders.engines.kernel.positions import hidden, pile_reshuffling
from traders.engines.kernel.positions.storing import Storing
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames

S = TypeVar("S", bound=msgspec.Struct)

TEXT_PICTURE = "traders.engines.kernel.board.text_as_picture"
"""Loaded as late as a game's own board."""


class System(Generic[S]):
    """One system of rules; `contract.Engine` says what each method is to the host. What is left out
    is as in `engine_defaults`; `option_rule`: the rule by which an unknown option is refused, the
    first of the book where none is named; `in_order`: the position's own method of that name.
    """

    def __init__(
        self,
        *,
        name: str,
        title: str,
        package: str,
        type_: type[S],
        position: Positions[S],
        play: OrderPlay[S],
        leaving: Leaves[S],
        view: Views[S],
        in_order: Callable[[S], Sequence[Seat]] | None = None,
        conditions: StandingConditions[S] | None = None,
        options: tuple[Setting, ...] = (),
        option_rule: str = "",
        intervals: tuple[str, ...] = (),
        revision: int = 1,
    ) -> None:
        self.name, self.title, self.revision, self.options = name, title, revision, options
        self._option_rule = option_rule or next(iter(rulebook.rulebook(package))).id
        self.package, self._intervals = package, intervals
        self._in_order = in_order or cast("Any", type_).in_order
        self._positions, self._leaves, self._views = position, leaving, view
        self._orders, self._conditions = play.orders, conditions or NoConditions()
        self._storing = storing = Storing(type_)
        self.copy, self.encode, self.decode = storing.copy, storing.encode, storing.decode
        self.pending, self.standing = play.procedures.pending, play.procedures.standing
        self.play, self.close, self.happen = play.play, play.close, play.happen
        self.gathers, self.check, self.lacking = play.gathers, play.check, play.lacking
        self.offers, self.write, self.public = play.offers, play.orders.write, play.orders.public
        self.orders, self.thing_names = play.orders.rows, play.orders.thing_names
        self.condition, self.meets = self._conditions.canonical, self._conditions.meets

    # what is loaded when it is first asked for: a process that only plays does without

    def late(self, name: str) -> Any:
        """A module of the game's folder, or a package there; None where there is neither."""
        whole = f"{self.package}.{name}"
        return import_module(whole) if find_spec(whole) else None

    @cached_property
    def _board(self) -> Board:
        return cast("Board", self.late("board"))

    @cached_property
    def _piles(self) -> Any:
        return self.late("piles") or pile_reshuffling

    @cached_property
    def _invariants(self) -> Invariants[S]:
        return cast("Invariants[S] | None", self.late("invariants")) or NoInvariants()

    def rulebook(self) -> rulebook.Rulebook:
        return rulebook.rulebook(self.package)

    # the position

    def setup(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, object],
        edition: str = "",
        *,
        revision: int = 0,
    ) -> S:
        return self._positions.opening(seats, self._agreed(options, revision), {}, edition)

    def position(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        start: Mapping[str, Any],
        *,
        setup: bool = False,
        revision: int = 0,
    ) -> S:
        agreed = self._agreed(options, revision)
        return (
            self._positions.opening(seats, agreed, start, "")
            if setup
            else self._positions.standard(seats, agreed, start)
        )

    def _agreed(self, options: Mapping[str, object], revision: int) -> Mapping[str, Any]:
        """The options, refused where they are not to be had, with the revision among them."""
        if REVISION in options:
            raise Refusal(
                "The revision of the rules is not chosen.", "PR-RECORD-01", kind="unreadable"
            )
        must_be_had(options, self.options, self.title, self._option_rule)
        return {**options, REVISION: revision or self.revision}

    def written(self, state: S) -> dict[str, Any]:
        return self._positions.written(state)

    def veiled(self, state: S, seat: Seat) -> S:
        veiled = self._storing.copy(state)
        hidden.veil(veiled, seat)
        return veiled

    def schema(self) -> str:
        return self._storing.schema

    def flaws(self, state: S) -> list[str]:
        return self._invariants.flaws(state)

    def unpaid(self, before: S, after: S, events: Sequence[Event]) -> list[str]:
        return self._invariants.unpaid(before, after, events)

    def afresh(self, state: S) -> tuple[pile_reshuffling.Pile, ...]:
        return cast("Piles[S]", self._piles).afresh(state)

    def reshuffled(self, state: S, pile: str, places: Sequence[int]) -> list[Event]:
        return cast("Piles[S]", self._piles).reshuffled(state, pile, places)

    # how play goes on

    def seats_in_order(self, state: S) -> tuple[Seat, ...]:
        return tuple(self._in_order(state))

    def leave(self, state: S, seat: Seat) -> list[Event]:
        return self._leaves.leave(state, seat)

    # orders

    def read(self, state: S, seat: Seat, text: str, names: SeatNames = NO_NAMES) -> Order:
        order: Order = self._orders.read(state, seat, text, names)
        return order

    # what is shown

    def view(self, state: S, seat: Seat | None) -> View:
        pending = self.pending(state)
        turn = next(iter(self._in_order(state)), "")
        common = waits.common(self.name, turn, pending, seat)
        return common | self._views.view(state, seat, pending)

    def goal(self, view: View) -> str:
        if hasattr(self._board, "goal"):
            return self._board.goal(view)
        return " ".join(rule.text for rule in self.rulebook() if rule.kind == "victory")

    def board_text(self, view: View) -> str:
        return self._board.board_text(view)

    def brief(self, view: View) -> str:
        if hasattr(self._board, "brief"):
            return self._board.brief(view)
        return self._board.board_text(view).removeprefix(waits.now(view)).strip("\n")

    def board_svg(self, view: View) -> str:
        if hasattr(self._board, "board_svg"):
            return self._board.board_svg(view)
        plain = import_module(TEXT_PICTURE)
        return cast("str", plain.picture(self.title, self._board.board_text(view)))

    def places(self, view: View) -> tuple[BoardPlace, ...]:
        return self._board.places(view) if hasattr(self._board, "places") else ()

    def figures(self, view: View) -> Figures:
        return self._board.figures(view) if hasattr(self._board, "figures") else {}

    def nearest(self, view: View) -> Nearest | None:
        if view["over"]:
            return None
        if hasattr(self._board, "nearest"):
            return self._board.nearest(view)
        return by_figures(view, self.figures(view))

    def way(self, view: View, start: str, goal: str) -> str:
        return self._board.way(view, start, goal) if hasattr(self._board, "way") else ""

    def telling(self) -> tuple[str, ...]:
        return self._board.TELLING if hasattr(self._board, "TELLING") else ()

    def interval_names(self) -> tuple[str, ...]:
        return self._intervals

    def grammars(self) -> tuple[Grammar, ...]:
        return (self._orders.language(), self._conditions.atoms())
