"""Pages of the casebook: a search, and one page a ruling with its rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from arbitration.casebook import search
from arbitration.casebook.search import CasebookQuery
from arbitration.findings.claim_kind_guide import KINDS
from arbitration.models import CasebookEntry
from traders.domain.people import visibility
from traders.domain.read_models.rulebook_names import book_of_rule, books
from traders.web.slug_lookup import reader_of


def shelf(request: HttpRequest) -> HttpResponse:
    """The list of published rulings, filtered by the query."""
    query = CasebookQuery.of(request.GET)
    reader = reader_of(request)
    entries = list(search.read_by(reader))
    context = {
        "query": query,
        "found": search.search(query, reader),
        "any": bool(entries),
        "kinds": KINDS.values(),
        "clubs": visibility.clubs_seen(reader)
        .filter(casebook__isnull=False)
        .distinct()
        .order_by("name"),
        "choices": search.choices(entries),
    }
    return render(request, "arbitration/casebook.html", context)


def one(request: HttpRequest, number: int) -> HttpResponse:
    """One published ruling, names left out."""
    entry = get_object_or_404(search.read_by(reader_of(request)), pk=number)
    rules = [(rule, books()[book][rule]) for rule in entry.rules if (book := book_of_rule(rule))]
    alike = [
        other
        for other in CasebookEntry.objects.filter(club=entry.club).exclude(pk=entry.pk)
        if entry.rules[:1] == other.rules[:1]
    ]
    context = {
        "entry": entry,
        "rules": rules,
        "kind": KINDS.get(entry.kind),
        "appealed": search.on_appeal(entry),
        "first": search.first_ruling(entry),
        "upholds": search.upholds(entry.ruling),
        "alike": alike[-5:],
    }
    return render(request, "arbitration/ruling.html", context)
