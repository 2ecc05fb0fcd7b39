"""A system whose seats may deal: the thin object over a folder's `deals.py`. Names no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.engine.engine_from_modules import System
from traders.engines.kernel.engine.optional_contract import Dealing, Session, Terms
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames

S = TypeVar("S", bound=msgspec.Struct)
O = TypeVar("O")  # noqa: E741 - O for order, as S for state


class DealingSystem(System[S, O]):
    """`optional_contract.Dealing` says what each method is to the host."""

    dealing: Dealing[S]
    """The game's `deals.py`."""

    def things(
        self, state: S, giver: Seat, text: str, names: SeatNames = NO_NAMES, *, own: bool = False
    ) -> str:
        return self.dealing.things(state, giver, text, names, own=own)

    def may_offer(self, state: S, terms: Terms) -> None:
        self.dealing.may_offer(state, terms)

    def may_accept(self, state: S, terms: Terms) -> None:
        self.dealing.may_accept(state, terms)

    def exchange(self, state: S, terms: Terms) -> list[Event]:
        return self.dealing.exchange(state, terms)

    def session(self, state: S) -> Session:
        return self.dealing.session(state)

    def haggle(self, state: S, seats: Sequence[Seat]) -> list[Event]:
        return self.dealing.haggle(state, seats)
