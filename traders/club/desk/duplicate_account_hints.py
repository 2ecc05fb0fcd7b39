"""What may show that one person has two seats of a game: a hint for the organizer, who asks the
players; never a verdict, and told nowhere but on the desk's pages (PR-SEAT-01).

Of deals it counts only what all may see: who dealt with whom.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import combinations

from traders.club.desk.game_facts import GameFacts, SeatFacts
from traders.engines.kernel.words import named
from traders.models import Entry, Kind, MarkKind, Seat

LEAST_DEALS = 10
"""Deals of a seat from which on it is told with whom they were."""
SHARE = 0.9
"""The share of a seat's deals with one other from which on it is told."""
LEAST_SEATS = 3
"""Seats of a game in which a seat can choose with whom to deal."""

Rows = list[tuple[str, str, str]]
"""What is read of a game: a seat, with the kind and digest of a mark; or a deal's open part."""


def hints(games: Iterable[GameFacts], now: datetime) -> dict[str, list[str]]:
    """Of these games what was seen, in sentences, by the end of their addresses; games of which
    nothing was seen are left out.
    """
    by_slug = {game.slug: game for game in games}
    rows = _rows(by_slug, now)
    told = {
        slug: [*_signed_in(rows.get(slug, [])), *_dealt(game.seats, rows.get(slug, []))]
        for slug, game in by_slug.items()
    }
    return {slug: words for slug, words in told.items() if words}


def _rows(slugs: Collection[str], now: datetime) -> dict[str, Rows]:
    """Marks of who sits in the games, and the open parts of their deals: in one statement, however
    many games there are.
    """
    mark = "player__sign_in_marks"
    sits = Seat.objects.filter(game__slug__in=slugs, bot=False, left=None, dropped=False)
    marks = sits.filter(**{f"{mark}__ends__gt": now}).order_by()
    deals = Entry.objects.filter(game__slug__in=slugs, kind=Kind.DEAL).order_by()
    found: dict[str, Rows] = {}
    for slug, *row in marks.values_list(
        "game__slug", "colour", f"{mark}__kind", f"{mark}__digest"
    ).union(deals.values_list("game__slug", "seat", "kind", "public"), all=True):
        found.setdefault(slug, []).append((row[0], row[1], row[2]))
    return found


def _signed_in(rows: Rows) -> Iterator[str]:
    """Seats whose players signed in from one browser or address of the net."""
    marks: dict[str, set[tuple[str, str]]] = {}
    for seat, kind, digest in rows:
        if kind != Kind.DEAL:
            marks.setdefault(seat, set()).add((kind, digest))
    for one, other in combinations(sorted(marks), 2):
        if kinds := {kind for kind, _ in marks[one] & marks[other]}:
            where = MarkKind.BROWSER if MarkKind.BROWSER in kinds else MarkKind.NETWORK
            yield f"{named(one)} and {named(other)} signed in from {where.label} of late."


def _dealt(seats: Collection[SeatFacts], rows: Rows) -> Iterator[str]:
    """Seats of people that deal with one other person alone, as far as they can choose."""
    if len(seats) < LEAST_SEATS:
        return
    people = {seat.colour for seat in seats if not (seat.bot or seat.free or seat.dropped)}
    deals = Counter(_between(public) for _, kind, public in rows if kind == Kind.DEAL)
    for colour in sorted(people):
        own = {pair: number for pair, number in deals.items() if colour in pair}
        whole = sum(own.values())
        for other in sorted(people - {colour}):
            most = own.get(frozenset((colour, other)), 0)
            if whole >= LEAST_DEALS and most >= SHARE * whole:
                yield f"{most} of {named(colour)}'s {whole} deals were with {named(other)}."


def _between(public: str) -> frozenset[str]:
    """The two seats of a deal, as its entry's open part names them."""
    text = str(json.loads(public)["text"]).removeprefix("deal between ").casefold()
    return frozenset(text.split(" and "))
