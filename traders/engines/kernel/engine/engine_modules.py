"""What each module has to have of which an engine is made (`engine_from_modules`): protocols that
types hold it to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from traders.engines.kernel.contract.board_coordinates import BoardPlace
from traders.engines.kernel.contract.contract import Event, Pending, View
from traders.engines.kernel.contract.nearest_to_winning import Nearest
from traders.engines.kernel.contract.seat_statistics import Figures
from traders.engines.kernel.positions.pile_reshuffling import Pile
from traders.engines.kernel.seats import Seat

S = TypeVar("S", bound=msgspec.Struct)
S_contra = TypeVar("S_contra", contravariant=True)


class Positions(Protocol[S]):
    """`positions_in_scenarios.py`: positions made, and written down."""

    def opening(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, object],
        start: Mapping[str, object],
        edition: str,
        /,
    ) -> S: ...
    def standard(
        self, seats: Sequence[Seat], options: Mapping[str, object], start: Mapping[str, object], /
    ) -> S: ...
    def written(self, state: S, /) -> dict[str, Any]: ...


class Leaves(Protocol[S_contra]):
    """`leaving.py`: a seat drops out."""

    def leave(self, state: S_contra, seat: Seat, /) -> list[Event]: ...


class Views(Protocol[S_contra]):
    """`view.py`: what a seat knows."""

    def view(self, state: S_contra, seat: Seat | None, pending: Pending, /) -> View: ...


class Board(Protocol):
    """`board`: what the game is about, and the board, in a letter and as a picture. Without
    `board_svg` the picture is that of its text; without `places` nothing on it is touched;
    without `brief` letters show that text, but for whose turn it is; without `nearest` the first of
    the figures tells who is nearest to winning; without `way` nobody is told how far it is.
    """

    def goal(self, view: View, /) -> str: ...
    def board_text(self, view: View, /) -> str: ...
    def brief(self, view: View, /) -> str: ...
    def board_svg(self, view: View, /) -> str: ...
    def places(self, view: View, /) -> tuple[BoardPlace, ...]: ...
    def figures(self, view: View, /) -> Figures: ...
    def nearest(self, view: View, /) -> Nearest | None: ...
    def way(self, view: View, start: str, goal: str, /) -> str: ...
    @property
    def TELLING(self) -> tuple[str, ...]: ...  # noqa: N802 - a constant of the module


class Invariants(Protocol[S_contra]):
    """`invariants`: what holds in every position, and in every step from one to the next."""

    def flaws(self, state: S_contra, /) -> list[str]: ...
    def unpaid(
        self, before: S_contra, after: S_contra, events: Sequence[Event], /
    ) -> list[str]: ...


class Piles(Protocol[S_contra]):
    """`piles`: piles whose order nobody may know, where more is to be said than by their marks."""

    def afresh(self, state: S_contra, /) -> tuple[Pile, ...]: ...
    def reshuffled(self, state: S_contra, name: str, places: Sequence[int], /) -> list[Event]: ...
