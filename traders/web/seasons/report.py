"""The report of a season: as a page, as a table for sheets, and as PDF to print."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from traders.club.seasons.table_results import TableResult
from traders.engines.kernel.words import harmless
from traders.web.seasons.member_pages import shown
from traders.web.seasons.season_kind_pages import Part, pages_of
from traders.web.slug_lookup import season_called

FORMULAS = tuple("=+-@\t\r\n＝＋－＠|%")
"""With these a sheet begins to reckon, some with the wide ones too; a cell of ours never does."""


@require_safe
def report(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The whole season on one page."""
    found = season_called(request, club, slug)
    return render(request, "web/seasons/report.html", shown(found))


@require_safe
def report_csv(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The league tables, then all results, as comma-separated values."""
    found = season_called(request, club, slug)
    answer = _file(found.slug, "csv", "text/csv; charset=utf-8")
    answer.write("\ufeff")  # so that sheets read the names as UTF-8
    rows = csv.writer(answer)
    for part in parts(shown(found)):
        for row in (part.heading, *part.rows, []):
            rows.writerow([cell_of(cell) for cell in row])
    return answer


@require_safe
def report_pdf(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The same, to print."""
    # imported here: it takes as long to load as half of all pages
    from traders.web.seasons.report_pdf import printed  # noqa: PLC0415

    found = season_called(request, club, slug)
    answer = _file(found.slug, "pdf", "application/pdf")
    answer.write(printed(found.name, list(parts(shown(found)))))
    return answer


def _file(name: str, kind: str, media_type: str) -> HttpResponse:
    answer = HttpResponse(content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return answer


def cell_of(told: object) -> Any:
    """A cell that no sheet takes for a formula: an apostrophe goes before what looks like one. It
    is one line, and read in the direction in which it is written.
    """
    if not isinstance(told, str):
        return told
    cell = " ".join(harmless(told).splitlines())
    return f"'{cell}" if told.startswith(FORMULAS) or cell.lstrip().startswith(FORMULAS) else cell


def parts(context: dict[str, Any]) -> Iterator[Part]:
    """What the report says: the season, the league tables, all results."""
    season = context["season"]
    yield Part([season.name, context["club"].name, season.get_phase_display()])
    for one in context["leagues"]:
        header = ["Place", "Player", *one.columns, "Before the next by", "After the season"]
        yield Part(
            [one.division.called or "Standings", "final" if one.final else "provisional"],
            [
                header,
                *(
                    [row.place, row.entrant.name, *row.values, row.decided, row.moves]
                    for row in one.rows
                ),
            ],
        )
    yield from pages_of(season).parts(context)
    header = ["Round", "Division", "Table", "Seat", "Player", "Place", "State", "Why"]
    yield Part(["Results"], [header, *_results(context["tables"])])


def _results(tables: list[TableResult]) -> Iterator[list[Any]]:
    for table in tables:
        state = "final" if table.final else "provisional" if table.settled else "open"
        for one in table.places:
            yield [
                table.table.round.number,
                table.table.division.called,
                table.table.number,
                one.place.seat + 1,
                one.place.entrant.name,
                one.rank or "",
                f"{state}, forfeit" if one.forfeited else state,
                one.why,
            ]
