"""What an engine may add to the contract: questions of several answers, phases that pass, deals,
games without reaction windows, editions. Names no game.

The host asks an engine for each by `isinstance`; a game without them has none of the orders that
they bring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from traders.engines.kernel.contract.contract import Event, Offer, View
from traders.engines.kernel.positions.pile_reshuffling import Pile
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames

P_contra = TypeVar("P_contra", contravariant=True)


# --- questions of several answers -----------------------------------------------------------------


@runtime_checkable
class AskingSeveral(Protocol[P_contra]):
    """What an engine adds that asks for several answers of a seat at once. `play` takes them in,
    one after another, and nothing shows of them; `close` opens them. The host does both in one
    entry, so that no count of answers tells anything (PR-SEALED-01).
    """

    def answered(self, state: P_contra, seat: Seat, sent: Sequence[object]) -> bool:
        """Whether these orders, gathered of the seat in the question now open, answer all that it
        is asked.
        """
        ...

    def offers_beside(
        self, state: P_contra, seat: Seat, sent: Sequence[object]
    ) -> tuple[Offer, ...]:
        """What the seat may answer in the question now open with these orders, gathered of it, laid
        in: what is sealed is not to be had again.
        """
        ...


# --- phases that pass -----------------------------------------------------------------------------


@runtime_checkable
class Phased(Protocol[P_contra]):
    """What an engine adds in whose turns an order of a later phase ends the phases before it."""

    def passing(self, state: P_contra, seat: Seat, order: object) -> str:
        """The line that ends the phase in which the seat on turn stands, where `order` is of a
        later one; "" where none has to end first. Refuses by its rule what something compulsory, or
        the order's own conditions, keep from being made.
        """
        ...


# --- orders that are kept -------------------------------------------------------------------------


@runtime_checkable
class MeaningTheMoment(Protocol):
    """What an engine adds in which an order is meant for what lies there as it is read."""

    def for_later(self, order: object) -> Any:
        """The order as one that waits for its moment is kept: meant for what lies there then
        (PR-STANDING-01).
        """
        ...


@runtime_checkable
class Holding(Protocol[P_contra]):
    """What an engine adds whose orders take what their seat holds."""

    def lacking(self, state: P_contra, seat: Seat, order: Any) -> str:
        """What the seat does not hold or cannot pay of an order that it means for later, by what it
        knows itself, in a sentence; "" for nothing (PR-STANDING-01).
        """
        ...


# --- policies -------------------------------------------------------------------------------------


class Followed(msgspec.Struct, frozen=True):
    """What a seat's policies come to at one step: the order to be made, and the place of the policy
    that counts alone from now on, -1 for none yet.
    """

    order: str
    policy: int = -1


@runtime_checkable
class WithPolicies(Protocol[P_contra]):
    """What an engine adds whose players may say how several steps are to be taken, in place of an
    order at each. Policies are the host's, as plans are: private, and shown by the orders that they
    come to.
    """

    def policy(self, state: P_contra, seat: Seat, text: str) -> str:
        """The policy in a player's line, written back in one form; "" for a line that is none;
        `Refusal` for one that cannot be read.
        """
        ...

    def wishes(self, view: View) -> tuple[Offer, ...]:
        """The policies that the view's seat may choose from now, each taken where it is offered."""
        ...

    def followed(self, state: P_contra, seat: Seat, policies: Sequence[str]) -> Followed:
        """The next step by these policies, the best wish first; `Refusal` where there is none, of
        kind stale where it is past.
        """
        ...


# --- deals ----------------------------------------------------------------------------------------


class Terms(msgspec.Struct, frozen=True):
    """What two seats would exchange. Things are written as the engine's `things` writes them."""

    maker: Seat
    taker: Seat
    gives: str
    """What the maker gives."""
    takes: str
    """What the taker gives for it."""


class Session(msgspec.Struct, frozen=True):
    """A time in which offers stand, by name, and the rule by which they lapse with it; "" where
    they stand without end.
    """

    name: str = ""
    rule: str = ""


@runtime_checkable
class Dealing(Protocol[P_contra]):
    """What an engine adds whose seats may deal. Offers themselves are the host's: private, until
    one is carried out.
    """

    def things(
        self,
        state: P_contra,
        giver: Seat,
        text: str,
        names: SeatNames = NO_NAMES,
        *,
        own: bool = False,
    ) -> str:
        """The things in a player's words, written back in one form; `Refusal` for what cannot be
        read, or is never dealt in. `own`: the words are the giver's, who knows its hidden things.
        """
        ...

    def may_offer(self, state: P_contra, terms: Terms) -> None:
        """Refuse what cannot be done now, as far as the maker can know: by what it holds itself and
        by what lies open.
        """
        ...

    def may_accept(self, state: P_contra, terms: Terms) -> None:
        """Refuse what cannot be done now, as far as the taker can know."""
        ...

    def exchange(self, state: P_contra, terms: Terms) -> list[Event]:
        """Carry a deal out in one instant, or raise `Refusal`, spoken to the taker, the position
        then being as before.
        """
        ...

    def session(self, state: P_contra) -> Session:
        """The time in which an offer made now stands: when it is another, the offer lapses."""
        ...

    def haggle(self, state: P_contra, seats: Sequence[Seat]) -> list[Event]:
        """Open the interval in which play waits for these seats' answers to offers."""
        ...


# --- piles ----------------------------------------------------------------------------------------


@runtime_checkable
class WithPiles(Protocol[P_contra]):
    """What an engine adds whose positions hold piles of which nobody may know the order. The host
    has those shuffled, as recorded chance, of which something was revealed since the point to which
    play backs up (PR-BACKUP-04).
    """

    def afresh(self, state: P_contra) -> tuple[Pile, ...]:
        """The piles, always the same ones in the same order."""
        ...

    def reshuffled(self, state: P_contra, pile: str, places: Sequence[int]) -> list[Event]:
        """Lay the pile of that name in a new order, given as places from 1."""
        ...


# --- set-up ---------------------------------------------------------------------------------------


@runtime_checkable
class SettingUpInOrder(Protocol):
    """What an engine adds whose set-up asks the seats in another order than that of turns."""

    def set_up_order(self, view: View) -> str:
        """A sentence with that order; "" once all are set up."""
        ...


# --- reaction windows -----------------------------------------------------------------------------


@runtime_checkable
class SeldomReacting(Protocol):
    """What an engine adds whose games may have no reaction windows, but questions alone."""

    def has_windows(self, view: View) -> bool:
        """Whether the game has reaction windows."""
        ...


# --- editions -------------------------------------------------------------------------------------


@runtime_checkable
class WithEditions(Protocol):
    """What an engine adds whose board a club may type in for itself. An edition is data with a
    digest; a game pins its own.
    """

    def edition_faults(self, data: Mapping[str, object]) -> list[str]:
        """Everything that is wrong with a club's tables, in words; empty where a game can be played
        with them.
        """
        ...

    def edition_whole(self, data: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
        """The digest of the club's edition, and its tables with those that it does not bring."""
        ...

    def find_editions(self, finder: Callable[[str], dict[str, Any] | None]) -> None:
        """Ask this for the tables of an edition, by its digest, that is not at hand."""
        ...
