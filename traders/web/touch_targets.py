"""What can be touched on a board: where things stand is the engine's (`places`), what can be done
there is read off the orders that the seat is offered, by the things that they name or may name.

A thing that one order names is a link to the page with that order in the box, touched again to the
list of what else may end there; a thing of several a link to their list under the board. What is
named by none, but may be filled in, has no ring. Nothing is carried out by a touch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from math import hypot
from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from msgspec import structs

from traders.engines.kernel.contract.board_coordinates import BoardPlace
from traders.engines.kernel.contract.contract import Choice, Offer
from traders.engines.kernel.grammar.order_table import grave_row
from traders.web.game_page_context import GamePage
from traders.web.inline_board import inline_board
from traders.web.order_menu import OfferRow

FIRST_ROW = 10_000
"""Numbers of rows here begin where those of the order box do not come."""
MOST_CARRIED = 600
"""Characters in the box that links take along; with more, a touch opens the list, whose buttons
send the box itself.
"""
FINGER = 60.0
"""How far a round target reaches at most, where it has room."""


@dataclass(frozen=True)
class Target:
    """A place on the board with what can be done there."""

    number: int
    place: BoardPlace
    rows: tuple[OfferRow, ...]
    """The orders that name it, then those whose free part it may be."""
    named: int
    """How many orders name it."""

    @property
    def also(self) -> bool:
        """Whether only orders end here that could end anywhere: no ring shows it."""
        return not self.named

    @property
    def title(self) -> str:
        return self.place.names[0]

    @property
    def at(self) -> str:
        """The name of its list on the page, which stays the same while play goes on."""
        return "at-" + "-".join(
            "".join(sign if sign.isalnum() else " " for sign in self.title.lower()).split()
        )

    @property
    def plain(self) -> OfferRow | None:
        """What it means by itself: the only order that names it, else its only order, if that has
        nothing to fill in.
        """
        alone = self.named == 1 or len(self.rows) == 1
        return self.rows[0] if alone and not self.rows[0].blanks else None


@dataclass(frozen=True)
class Touch:
    """The board of a page, with what the reader may touch. `typed`: what stands in the box."""

    table: GamePage
    typed: str = ""

    @cached_property
    def gathered(self) -> list[str]:
        """The lines in the box."""
        return [line for line in self.typed.splitlines() if line.strip()]

    @property
    def odds(self) -> str:
        """The odds of the lines in the box."""
        return self.table.odds(self.gathered)

    @property
    def invitation(self) -> str:
        """What the bar says while nothing is gathered."""
        if not self.targets:
            return "Nothing to tap now."
        if self.table.asks_me:
            return "Tap a ring."
        return "Play does not wait for you; you may tap a ring all the same."

    @cached_property
    def _places(self) -> tuple[BoardPlace, ...]:
        return self.table.engine.places(self.table.view)

    @cached_property
    def _placed(self) -> list[tuple[BoardPlace, tuple[Offer, ...], int]]:
        """Each place with the offers that name it, or whose free part it may be, if any do; and how
        many name it: places that none names come last.
        """
        table = self.table
        found = []
        for place in self._places if table.menu else ():
            named = [one for one in (*table.menu, *table.wishes) if place.is_in(one.order)]
            free = [one for offer in table.menu for one in _at(place, offer)]
            if named or free:
                found.append((place, (*named, *free), len(named)))
        return sorted(found, key=lambda one: not one[2])

    @cached_property
    def targets(self) -> list[Target]:
        """What can be touched, in the engine's order."""
        return [
            Target(n, place, tuple(_rows(offers, FIRST_ROW * (n + 1))), named)
            for n, (place, offers, named) in enumerate(self._placed)
        ]

    @property
    def lists(self) -> list[Target]:
        """Those whose orders are listed under the board."""
        return [target for target in self.targets if self._opens(target)]

    @cached_property
    def bar(self) -> list[OfferRow]:
        """What stands nowhere on the board and is one word, or answers what is asked: `end`. What
        is asked back stands among all orders alone (PR-SEAT-06).
        """
        named = {offer.order for _, offers, _ in self._placed for offer in offers}
        asked = self.table.pending.things if isinstance(self.table.pending, Choice) else ()
        rows = self.table.engine.orders()
        rest = [
            offer
            for offer in self.table.menu
            if offer.order not in named
            and not grave_row(rows, offer.order)
            and not offer.blanks
            and (len(offer.order.split()) == 1 or offer.order in asked)
        ]
        return list(_rows(rest, 0))

    @property
    def one_less(self) -> str:
        """The address of the page with the box's last line taken out."""
        return self._address(self.gathered[:-1]) or "?"

    @cached_property
    def board(self) -> SafeString:
        """The picture, with a link over each target, and what else tells something when tapped."""
        svg = self.table.engine.board_svg(self.table.view)
        touched = [place for place, _, _ in self._placed]
        told = [place for place in self._places if place.tells and place not in touched]
        links = "".join([*map(self._told, told), *(self._link(target) for target in self.targets)])
        # a picture's parts are not read out; those of a group are
        return inline_board(
            svg.replace('role="img"', 'role="group"', 1).replace("</svg>", f"{links}</svg>")
        )

    def _opens(self, target: Target) -> bool:
        """Whether it has a list: of its orders, or of those beside what it means by itself."""
        return target.plain is None or len(target.rows) > 1 or len(self.typed) > MOST_CARRIED

    def _meant(self, target: Target) -> OfferRow | None:
        """What a touch writes into the box; None where it opens the list."""
        taken = target.plain is not None and target.plain.order in self.gathered
        again = taken and len(target.rows) > 1
        return None if again or len(self.typed) > MOST_CARRIED else target.plain

    def _address(self, lines: Sequence[str]) -> str:
        said = [("order", line) for line in lines]
        return f"?{urlencode([*said, ('moment', self.table.moment)])}#order-box" if said else ""

    def _link(self, target: Target) -> str:
        orders = [row.order for row in target.rows]
        if (meant := self._meant(target)) is not None:
            words = f"{meant.order}: {meant.words}" if meant.words else meant.order
            address = self._address([*self.gathered, meant.order])
            more = f'data-order="{escape(meant.order)}"'
            if self._opens(target):
                words = f"{words}; once more: what else"
                more += f' data-at="{target.at}"'
        else:
            words = f"{target.title}: {', '.join(orders[:3])}" + (" …" if orders[3:] else "")
            address, more = f"#{target.at}", f'data-at="{target.at}"'
        kind, tells = "spot also" if target.also else "spot", target.place.tells
        if tells:
            more += f' data-tells="{escape(tells)}"'
        return (
            f'<a class="{kind}" href="{escape(address)}" {more} aria-label="{escape(words)}">'
            f"<title>{escape(words)}</title>{self._shape(target.place)}</a>"
        )

    def _told(self, place: BoardPlace) -> str:
        """What is only looked at."""
        words = escape(place.tells)
        left, top = place.x - place.wide / 2, place.y - place.high / 2
        return (
            f'<rect class="look" data-tells="{words}" x="{left:.0f}" y="{top:.0f}" '
            f'width="{place.wide:.0f}" height="{place.high:.0f}" fill="transparent">'
            f"<title>{words}</title></rect>"
        )

    def _shape(self, place: BoardPlace) -> str:
        """The ring that shows, and round it what a finger may touch."""
        if place.disc:
            radius = place.wide / 2
            at = f'cx="{place.x:.1f}" cy="{place.y:.1f}"'
            return (
                f'<circle {at} r="{self._reach(place):.1f}" fill="transparent"/>'
                f'<circle class="ring" {at} r="{radius:.1f}" fill="none"/>'
            )
        left, top = place.x - place.wide / 2 + 2, place.y - place.high / 2 + 2
        return (
            f'<rect class="ring" x="{left:.1f}" y="{top:.1f}" width="{place.wide - 4:.1f}" '
            f'height="{place.high - 4:.1f}" rx="8" fill="transparent"/>'
        )

    def _reach(self, place: BoardPlace) -> float:
        """Up to the middle between it and the next target."""
        others = [
            hypot(other.place.x - place.x, other.place.y - place.y) / 2
            for other in self.targets
            if other.place is not place
        ]
        return max(place.wide / 2, min([FINGER, *others]))


def _at(place: BoardPlace, offer: Offer) -> Iterator[Offer]:
    """The offer with each free part that the place may be filled in with it."""
    for blank in offer.blanks:
        if thing := place.is_among(blank.things):
            order = offer.order.replace(f"{{{blank.name}}}", thing)
            left = tuple(one for one in offer.blanks if one is not blank)
            yield structs.replace(offer, order=order, blanks=left)


def _rows(offers: Sequence[Any], first: int) -> Iterator[OfferRow]:
    for number, one in enumerate(offers, first):
        yield OfferRow(number, one.order, one.words, one.rule, one.reaction, one.blanks)
