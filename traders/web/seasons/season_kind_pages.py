"""How pages show each kind of season: chosen here, and nowhere asked for by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from traders.club.seasons import bracket
from traders.club.seasons.table_results import TableResult
from traders.models import Season, SeasonKind


@dataclass(frozen=True)
class Part:
    """A part of a report: its heading in a few words, and a table whose first row names the
    columns.
    """

    heading: list[str]
    rows: list[list[Any]] = field(default_factory=list)


Parts = Callable[[Mapping[str, object]], Iterable[Part]]
Shown = Callable[[Season, Sequence[TableResult]], Mapping[str, object]]


@dataclass(frozen=True)
class KindPages:
    """The pages of one kind."""

    label: str
    pitch: str
    """What it is, in the form."""
    left_out: tuple[str, ...]
    """Fields of the form that it has no use for."""
    told: Mapping[str, Mapping[str, object]]
    """Of fields what is said otherwise than for a league: label, help_text, initial."""
    page: str
    """The template of its tables, on the season's page and in the report."""
    heading: str
    """Above the places of a season with one division."""
    lists_rounds: bool
    """Whether rounds stand below in lists of their own."""
    draft: str
    """The template of a draw that is looked at."""
    shown: Shown
    """What these templates need beside."""
    parts: Parts
    """What the report says beside."""


def _bracket(context: Mapping[str, Any]) -> Iterable[Part]:
    """Each round with who goes on, and by which tie-break; then who had no game."""
    rows: list[list[Any]] = [["Round", "Table", "Place", "Player", "Goes on", "Before the next by"]]
    for round_ in context["bracket"].rounds:
        for table in round_.tables:
            number = table.result.table.number
            for one in table.people:
                on = "yes" if one.on else ""
                name = one.place.place.entrant.name
                rows.append([round_.title, number, one.place.rank or "", name, on, one.by])
        rows += [[round_.title, "no game", "", one.name, "yes", ""] for one in round_.byes]
    if len(rows) > 1:
        yield Part(["Bracket"], rows)


PAGES: Mapping[str, KindPages] = {
    SeasonKind.LEAGUE: KindPages(
        label="League",
        pitch="All meet at tables over some rounds, and points are added up.",
        left_out=("going_on",),
        told={},
        page="web/seasons/_leagues.html",
        heading="Table",
        lists_rounds=True,
        draft="web/seasons/_drawn_rounds.html",
        shown=lambda season, tables: {},
        parts=lambda context: (),
    ),
    SeasonKind.KNOCKOUT: KindPages(
        label="Knock-out",
        pitch="The best of each table go on to the next round, until one has won the final.",
        left_out=("rounds", "moving"),
        told={
            "name": {"help_text": "For instance Winter Cup 2027."},
            "table_size": {
                "help_text": "Where the number does not fit, smaller tables and byes are made."
            },
            "going_on": {"initial": 2},
            "divisions": {
                "label": "Places",
                "help_text": "How many can take part. Fewer will do: some then have a bye.",
                "initial": "16",
            },
            "points": {
                "label": "Points for tie-breaks",
                "help_text": "The places at the table decide who goes on; points part those who "
                "share one. For instance 3: 3 1 0, 4: 4 2 1 0. Empty: a point for each opponent "
                "left behind, and one more for winning.",
            },
        },
        page="web/seasons/_bracket.html",
        heading="How far everybody came",
        lists_rounds=False,
        draft="web/seasons/_drawn_bracket.html",
        shown=lambda season, tables: {"bracket": bracket.bracket_of(season, tables)},
        parts=_bracket,
    ),
}


def pages_of(season: Season) -> KindPages:
    """How a season's kind is shown."""
    return PAGES[season.kind]
