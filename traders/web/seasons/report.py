"""The report of a season: as a page to print, and as a table for sheets."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from traders.web.seasons.pages import shown
from traders.web.seasons.reading import season_called

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""With these a sheet begins to reckon; a cell of ours never does."""


@require_safe
def report(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The whole season on one page."""
    found = season_called(request, club, slug)
    return render(request, "web/seasons/report.html", shown(found))


@require_safe
def report_csv(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The league tables, then all results, as comma-separated values."""
    found = season_called(request, club, slug)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{found.slug}.csv"'
    answer.write("\ufeff")  # so that sheets read the names as UTF-8
    rows = csv.writer(answer)
    for row in lines(shown(found)):
        rows.writerow([harmless(cell) for cell in row])
    return answer


def harmless(cell: Any) -> Any:
    """A cell that no sheet takes for a formula: an apostrophe goes before what looks like one."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell


def lines(context: dict[str, Any]) -> Iterator[list[Any]]:
    """The rows of the report."""
    yield [context["season"].name, context["club"].name, context["season"].get_phase_display()]
    for one in context["leagues"]:
        yield []
        yield [one.division.name, "final" if one.final else "provisional"]
        yield ["Place", "Player", *one.columns, "Before the next by", "After the season"]
        for row in one.rows:
            yield [row.place, row.entrant.name, *row.values, row.decided, row.moves]
    yield []
    yield ["Round", "Division", "Table", "Seat", "Player", "Place", "State", "Why"]
    for table in context["tables"]:
        state = "final" if table.final else "provisional" if table.settled else "open"
        for one in table.places:
            yield [
                table.table.round.number,
                table.table.division.name,
                table.table.number,
                one.place.seat + 1,
                one.place.entrant.name,
                one.rank or "",
                f"{state}, forfeit" if one.forfeited else state,
                one.why,
            ]
